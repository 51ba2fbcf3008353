import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Pricing } from '#components/billing/pricing/pricing.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { site } from '#lib/base/settings/site.ts';
import { slugOf } from '#lib/base/text/format.ts';
import { features } from '#lib/marketing/features.ts';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { plans } from '#lib/marketing/plans.ts';
import { claims, headline, openSourceFacts } from '#lib/marketing/texts.ts';
import { LiveNumbers } from './_components/live/live-numbers.tsx';
import { ServerChanges } from './_components/server-changes.tsx';
import { ShinglesFigure } from './_components/shingles-figure.tsx';
import { ToolSwitch } from './_components/shingles-tool/tool-switch.tsx';
import { StructuredData } from './_components/structured-data.tsx';
import { Testimonials } from './_components/testimonials.tsx';

export const dynamic = 'error';
export const metadata: Metadata = pageMetadata('/', {
  title: { absolute: `${site.name}: fuzzy hashes and stable packages` },
  description:
    'Premium and bulk fuzzy hashes of known spam, and stable packages for Rspamd. One key for all your servers.',
});

export default function HomePage() {
  return (
    <>
      <StructuredData />
      <Hero />
      <Features />
      <OpenSource />
      <Pricing headingLevel="h2" vatPercent={contacts().ukVatPercent} />
      <Testimonials />
      <ClosingCall />
    </>
  );
}

/**
 * Opens the sign-up, or the dashboard of a person who is logged in. The HTML is the same for every visitor: CSS
 * (globals.css) shows one of two links in the same place, so nothing moves.
 */
const GetStarted = () => (
  <span className="grid *:col-start-1 *:row-start-1">
    <a href="/login?tab=signup" data-dialog="signup" className={buttonClass({ size: 'lg' }, 'when-logged-out')}>
      Get Started
    </a>
    <a href={paths.dashboard} className={buttonClass({ size: 'lg' }, 'when-logged-in')}>
      Dashboard
    </a>
  </span>
);

function ClosingCall() {
  return (
    <section aria-labelledby="start-title" className="border-t">
      <div className="page flex flex-wrap items-center justify-between gap-8 pt-16 sm:pt-24">
        <div>
          <h2 id="start-title" className="text-heading font-semibold tracking-tight text-balance">
            Connected with one command.
          </h2>
          <p className="mt-2 text-muted">Create an account, choose a plan, run one command.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <GetStarted />
          <a href={site.links.documentation} className={buttonClass({ size: 'lg', variant: 'secondary' })}>
            Documentation
          </a>
        </div>
      </div>
    </section>
  );
}

function OpenSource() {
  return (
    <Section
      id="opensource"
      title="Built on open source"
      lead="Rspamd is free software under the Apache License 2.0, and every plan includes support for the project."
      beside
    >
      <dl>
        {openSourceFacts.map(({ value, label }) => (
          <div key={label} className="flex items-baseline justify-between gap-6 border-t py-4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-mono text-heading font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="border-t pt-4">
        <a href={site.links.source} className="inline-block py-1 font-medium underline underline-offset-4">
          Read the source code
        </a>
      </p>
    </Section>
  );
}

/** The nine features by the first plan that includes them, and the changes on a mail server. */
function Features() {
  return (
    <Section id="features" title="What’s included">
      <div className="grid gap-x-8 gap-y-10 md:grid-cols-3 lg:gap-x-10">
        <Group plan="Every plan" isLead className="md:col-span-3" columns="md:grid-cols-3" />
        <div className="space-y-10">
          <Group plan={from('Starter')} />
          <Group plan={from('Scale')} />
        </div>
        <Group plan="Enterprise" className="md:col-span-2" columns="md:grid-cols-2" />
      </div>
      <ServerChanges />
    </Section>
  );
}

type GroupProps = { plan: string; isLead?: boolean; className?: string; columns?: string };

function Group({ plan, isLead = false, className, columns }: GroupProps) {
  const id = slugOf(`features ${plan}`);
  return (
    <div className={classNames('border-t pt-4', className)}>
      <p id={id} className="mb-4 label-mono">
        {plan}
      </p>
      <ul aria-labelledby={id} className={classNames('grid gap-x-8 gap-y-6 lg:gap-x-10', columns)}>
        {features
          .filter(({ name }) => availabilityOf(name) === plan)
          .map(({ name, text }) => (
            <li key={name}>
              <h3 className={classNames('font-semibold', isLead && 'text-title')}>{name}</h3>
              <p className="mt-1.5 max-w-measure text-muted">{text}</p>
            </li>
          ))}
      </ul>
    </div>
  );
}

function availabilityOf(feature: string): string {
  const [first, ...more] = plans.filter((plan) =>
    plan.features.some(({ name, included }) => included && name === feature),
  );
  if (!first) throw new Error(`No plan includes ${feature}.`);
  if (more.length === plans.length - 1) return 'Every plan';
  return more.length > 0 ? from(first.name) : first.name;
}

const from = (plan: string) => `From ${plan}`;

type SectionProps = { id: string; title: string; lead?: string; beside?: boolean; children: ReactNode };

/** A section of the home page: anchor, hairline, and a heading above the content, or `beside` it on wide screens. */
function Section({ id, title, lead, beside = false, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t">
      <div className={classNames('page grid gap-x-16 gap-y-10 py-16 deferred sm:py-24', beside && 'lg:grid-cols-2')}>
        <div>
          <h2 id={`${id}-title`} className="text-heading font-semibold tracking-tight text-balance">
            {title}
          </h2>
          {lead && <p className="mt-3 max-w-measure text-lead text-muted">{lead}</p>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}

/**
 * The pitch, and a drawing of how fuzzy hashing works. The drawing is beside the text on wide screens; on medium ones
 * it is below the text, beside the claims. On a slow connection the text is painted before the drawing arrives, so the
 * text's place does not depend on the drawing.
 */
function Hero() {
  return (
    <section className="page grid items-start gap-x-16 gap-y-12 pt-10 pb-16 sm:pt-16 md:grid-cols-[3fr_2fr] lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr] lg:pb-24">
      <div className="md:col-span-full lg:col-span-1">
        <h1 className="text-display font-semibold tracking-tight">{headline}</h1>
        <p className="mt-6 max-w-measure text-lead text-muted">
          A premium fuzzy database for Rspamd, which compares hashes of your messages with those of known spam. One line
          in two files of local.d, one key for all your servers, stable packages included.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <GetStarted />
          <a href="#pricing" className={buttonClass({ size: 'lg', variant: 'secondary' })}>
            See prices
          </a>
        </div>
        <p className="mt-5">
          <a href={paths.start()} className="inline-block py-1 text-muted underline underline-offset-4 hover:text-ink">
            Blocked by the free feed? From blocked to green on one page
          </a>
        </p>
      </div>
      <div className="md:col-start-2 md:row-start-2 lg:col-start-1 lg:max-w-xl">
        <Claims />
        <LiveNumbers />
      </div>
      <div className="md:col-start-1 md:row-start-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <ToolSwitch>
          <ShinglesFigure />
        </ToolSwitch>
      </div>
    </section>
  );
}

function Claims() {
  return (
    <dl className="grid grid-cols-3 divide-x border-y md:grid-cols-1 md:divide-x-0 md:divide-y lg:grid-cols-3 lg:divide-x lg:divide-y-0">
      {claims.map(({ value, label }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end py-4 pl-4 not-has-[dd]:invisible first:pl-0 sm:pl-6 md:pl-0 lg:pl-6 lg:first:pl-0"
        >
          <dt className="text-small text-muted">{label}</dt>
          <dd className="font-mono text-title font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
