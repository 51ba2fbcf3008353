import type { ReactNode } from 'react';
import { Brand } from '#components/layout/header/brand.tsx';
import { paths } from '#lib/base/paths.ts';
import { type Contacts, site } from '#lib/base/settings/site.ts';
import { policiesOf } from '#lib/marketing/policies.ts';
import { SELLER_PAGES, type Policy, type SellerPageName } from '#lib/marketing/policies/policy.ts';
import { FoldedOnProduct } from './folded-on-product.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const COLUMNS = [
  {
    title: 'Product',
    links: [
      { href: paths.pricing, label: 'Pricing' },
      { href: paths.setup, label: 'Setup guide' },
      { href: paths.api, label: 'API' },
      { href: paths.falsePositives, label: 'False positives' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { href: site.links.documentation, label: 'Documentation' },
      { href: '/#opensource', label: 'Open Source' },
      { href: site.links.source, label: 'Source code' },
    ],
  },
  {
    title: 'Company',
    links: [
      { href: '#commercial', label: 'Commercial' },
      { href: '#contact', label: 'Contact' },
      { href: site.links.project, label: 'About the project' },
    ],
  },
];
/** On wide screens the rows share their columns. */
const ROW = 'page grid gap-10 lg:grid-cols-[2fr_1fr_1fr_1fr]';
const LINK = 'rounded-sm underline-offset-4 hover:text-signal hover:underline';

export function SiteFooter({ contacts }: { contacts: Contacts }) {
  return (
    <footer className="mt-24 border-t">
      <FoldedOnProduct>
        <div className={`grid-cols-3 py-12 max-sm:gap-x-6 ${ROW}`}>
          <div className="col-span-full space-y-3 lg:col-span-1">
            <Brand />
            <p className="max-w-xs text-small text-muted max-sm:hidden">{site.description}</p>
            <SocialLinks />
          </div>
          {COLUMNS.map(({ title, links }) => (
            <Column key={title} title={title} links={links} />
          ))}
        </div>
        <Offices contacts={contacts} />
      </FoldedOnProduct>
      <div className="border-t">
        <div className={`gap-y-4 py-5 ${ROW}`}>
          <p className="py-1.5 text-small text-balance wrap-break-word text-muted">
            © {site.name}, sold by {contacts.seller}
          </p>
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 lg:col-span-3">
            <LegalLinks policies={policiesOf(contacts)} hasSla={contacts.hasSla} />
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  );
}

function Column({ title, links }: (typeof COLUMNS)[number]) {
  const id = `footer-${title.toLowerCase()}`;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="mb-3 label-mono">
        {title}
      </h2>
      <ul className="space-y-1">
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href} className={`inline-block py-1 text-small pointer-coarse:py-3 ${LINK}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Contact details, at the anchors #commercial and #contact. */
function Offices({ contacts: { salesUrl, supportMail } }: { contacts: Contacts }) {
  return (
    <dl className={`pb-12 text-small sm:grid-cols-2 ${ROW}`}>
      <div id="commercial" className="footer-office">
        <dt className="font-medium">Commercial</dt>
        <dd className="mt-1 text-muted">
          Enterprise plans, SLA, consulting, training.{' '}
          <a href={salesUrl} className={`text-ink underline ${LINK}`}>
            Contact Sales
          </a>
        </dd>
      </div>
      <div id="contact" className="footer-office lg:col-span-3">
        <dt className="font-medium">Contact</dt>
        <dd className="mt-1 text-muted">
          Account, key, invoice.{' '}
          <a href={`mailto:${supportMail}`} className={`text-ink underline ${LINK}`}>
            {supportMail}
          </a>
        </dd>
      </div>
    </dl>
  );
}

const SELLER_LINKS: Readonly<Record<SellerPageName, string>> = {
  legal: 'Legal notice',
  dpa: 'DPA',
  subprocessors: 'Subprocessors',
  security: 'Security',
  accessibility: 'Accessibility',
  sla: 'SLA',
};

const LEGAL =
  'inline-flex h-8 items-center rounded-md px-3 text-small text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-10';

type LegalLinksProps = { policies: Readonly<Record<string, Policy>>; hasSla: boolean };

/**
 * Buttons that open the policies in a dialog, and links to the pages about the seller. Without JavaScript, each button
 * opens the policy's page.
 */
function LegalLinks({ policies, hasSla }: LegalLinksProps) {
  return (
    <nav aria-label="About the seller" className="min-w-0 max-sm:w-full sm:flex-1">
      <form>
        <ul className="-mx-3 flex flex-wrap max-sm:grid max-sm:grid-cols-2">
          {Object.entries(policies).map(([name, { title }]) => (
            <li key={name}>
              <button type="submit" formAction={`/${name}`} data-dialog={name} className={LEGAL}>
                {title}
              </button>
            </li>
          ))}
          {SELLER_PAGES.filter((name) => hasSla || name !== 'sla').map((name) => (
            <li key={name}>
              <a href={`/${name}`} className={LEGAL}>
                {SELLER_LINKS[name]}
              </a>
            </li>
          ))}
        </ul>
      </form>
    </nav>
  );
}

type Network = (typeof site.links.social)[number]['name'];

/** Links to the project on other sites. */
function SocialLinks() {
  return (
    <ul aria-label="Rspamd, the open source project, elsewhere" className="-ml-2.5 flex">
      {site.links.social.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            aria-label={`Rspamd on ${name}`}
            title={`Rspamd on ${name}`}
            className="grid size-10 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-5 fill-none stroke-current stroke-[1.75]"
              strokeLinecap="round"
              strokeLinejoin="round"
            >
              {MARKS[name]}
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}

const MARKS: Readonly<Record<Network, ReactNode>> = {
  GitHub: (
    <path d="M9.5 21.5v-3.4c-4 .9-4.6-1.8-6-2.3M14.5 21.5v-3.7c0-1-.3-1.8-.9-2.4 3-.3 6.1-1.5 6.1-6.3a4.9 4.9 0 0 0-1.3-3.4 4.5 4.5 0 0 0-.1-3.3s-1.1-.3-3.6 1.3a12 12 0 0 0-6.2 0C6 2.1 4.9 2.4 4.9 2.4a4.5 4.5 0 0 0-.1 3.3 4.9 4.9 0 0 0-1.3 3.4c0 4.8 3 6 6 6.3-.4.5-.8 1.2-.9 2" />
  ),
  X: <path d="M3.5 4h4.4l12.6 16h-4.4zM4 20l6.6-7M13.4 11 20 4" />,
  Telegram: <path d="M21 4 2.8 11.2l6 2.2L18 7l-7 8 .1.1L17.5 20zM8.8 13.4 10 20l3-3.3" />,
};
