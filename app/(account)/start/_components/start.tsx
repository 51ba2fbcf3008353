'use client';

import { type ReactNode, useId, useState } from 'react';
import { SalesLink } from '#components/billing/pricing/sales-link.tsx';
import { type EstimateFields, useEstimate } from '#components/billing/pricing/use-estimate.ts';
import { Problem, VolumeFields } from '#components/billing/pricing/plan-calculator.tsx';
import { BuyerForm } from '#components/billing/purchase/buyer-form.tsx';
import { isTestSite } from '#components/billing/purchase/is-test-site.ts';
import { useChoice } from '#components/fuzzy-keys/choices.ts';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { AccessPanel } from '#components/users/login/access-panel.tsx';
import { CHECKLIST } from '#lib/base/checklist.ts';
import { paths } from '#lib/base/paths.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { type PlanName, planLabel } from '#lib/billing/plan.ts';
import type { BuyerView } from '#lib/billing/views.ts';
import { type Suggestion, suggestPlan } from '#lib/marketing/suggest-plan.ts';
import { formatCount, formatPounds, isTier, TIERS } from '#lib/marketing/tiers.ts';
import { PastedStat } from './pasted-stat.tsx';
import { PlatformTiles } from './platform-tiles.tsx';

/** What the URL of the page says. */
export type Choices = { emails: string; plan: PlanName | null; isYearly: boolean };
type StartProps = {
  first: Choices;
  /** null for a visitor, who needs an account first */
  buyer: BuyerView | null;
};

/** Three questions side by side. Answers stay in the URL, which comes back from the mailed link and from a login. */
export function Start({ first, buyer }: StartProps) {
  const estimate = useEstimate(first.emails);
  const [chosen, setChosen] = useState(first.plan);
  const [isYearly, setIsYearly] = useState(first.isYearly);
  const suggestion = estimate.emailsPerDay === null ? null : suggestPlan(estimate.emailsPerDay);
  const isByContract = suggestion?.plan === 'Enterprise';
  const plan = chosen ?? namedBy(suggestion) ?? 'starter';
  return (
    <>
      <PageHeader
        title="Blocked by the free feed?"
        description={
          <>
            The free storage of rspamd.com has its own limit. Above it, your scans show{' '}
            <code className="font-mono text-ink">FUZZY_RATELIMITED</code> or{' '}
            <code className="font-mono text-ink">FUZZY_BLOCKED</code> instead of a match. Here is the way to your own
            key: three answers, one payment, one command.
          </>
        }
      />
      <div className="grid gap-4 lg:grid-cols-[1.1fr_1fr] lg:items-start">
        <div className="space-y-4">
          <Card title="1. How much mail?">
            <Volume estimate={estimate} suggestion={suggestion} isYearly={isYearly} />
          </Card>
          <Card title="2. Where does Rspamd run?">
            <PlatformTiles />
          </Card>
        </div>
        <Card title={isByContract ? '3. Contract' : buyer ? '3. Payment' : '3. Account and payment'}>
          <div className="space-y-5">
            {isByContract ? (
              <>
                <p>Enterprise is by contract: sales agrees the price with you.</p>
                <SalesLink />
              </>
            ) : (
              <>
                <PlanChoice
                  plan={plan}
                  units={unitsOf(plan, suggestion)}
                  onPlan={setChosen}
                  isYearly={isYearly}
                  onPeriod={setIsYearly}
                />
                <AccountOrBuyer
                  buyer={buyer}
                  choices={{ emails: estimate.emails, plan: chosen, isYearly }}
                  plan={plan}
                  quantity={unitsOf(plan, suggestion)}
                />
              </>
            )}
          </div>
        </Card>
      </div>
      <WhatFollows />
    </>
  );
}

/** The steps after the payment, which this page then shows. */
const WhatFollows = () => (
  <section aria-labelledby="what-follows" className="mt-8 space-y-3 border-t pt-6">
    <h2 id="what-follows" className="font-medium">
      After the payment, this page becomes your checklist
    </h2>
    <ol className="flex flex-wrap gap-x-8 gap-y-1 text-small text-muted">
      {Object.values(CHECKLIST).map((step, index) => (
        <li key={step}>
          {index + 1}. {step}
          {index === 0 && ` within ${inWords(promises.keyChange)}`}
        </li>
      ))}
    </ol>
  </section>
);

/** The plan that the volume asks for; null for the one by contract. */
function namedBy(suggestion: Suggestion | null): PlanName | null {
  return suggestion && suggestion.plan !== 'Enterprise'
    ? (PLAN_NAMES.find((name) => planLabel(name) === suggestion.plan) ?? null)
    : null;
}

/** How many units of the plan the suggestion names; 1 for another plan. */
const unitsOf = (plan: PlanName, suggestion: Suggestion | null): number =>
  suggestion && suggestion.plan !== 'Enterprise' && planLabel(plan) === suggestion.plan ? suggestion.quantity : 1;

const PLAN_NAMES = ['personal', 'starter', 'scale'] as const satisfies readonly PlanName[];

type VolumeProps = { estimate: EstimateFields; suggestion: Suggestion | null; isYearly: boolean };

/** Also a plain form, which asks the server for the plan without JavaScript. */
function Volume({ estimate, suggestion, isYearly }: VolumeProps) {
  const id = useId();
  return (
    <form method="get" action={paths.start()} onSubmit={(event) => event.preventDefault()} className="space-y-4">
      <div role="group" aria-label="How much mail" className="flex flex-wrap items-end gap-3">
        <VolumeFields id={id} {...estimate} />
      </div>
      {isYearly && <input type="hidden" name="billing" value="yearly" />}
      <button type="submit" className={buttonClass({ variant: 'secondary' }, 'hidden noscript:inline-flex')}>
        Which plan fits?
      </button>
      <output htmlFor={`${id}emails ${id}users`} className="block min-h-12 text-small">
        {estimate.problem ? <Problem id={id} text={estimate.problem} /> : <Fitting suggestion={suggestion} />}
      </output>
      <PastedStat onEmails={(emails) => estimate.onType({ field: 'emails', text: String(emails) })} />
    </form>
  );
}

function Fitting({ suggestion }: { suggestion: Suggestion | null }) {
  if (!suggestion) return <span className="text-muted">Type either number to see which plan fits.</span>;
  if (suggestion.plan === 'Enterprise')
    return (
      <>
        <strong className="font-semibold">Enterprise</strong> fits: its price is agreed with sales.
      </>
    );
  const { plan, quantity } = suggestion;
  return (
    <>
      <strong className="font-semibold">
        {plan}
        {quantity > 1 && ` × ${quantity}`}
      </strong>{' '}
      fits: {formatCount(quantity * TIERS[plan].emails)} emails a day.
    </>
  );
}

type PlanChoiceProps = {
  plan: PlanName;
  units: number;
  onPlan: (plan: PlanName) => void;
  isYearly: boolean;
  onPeriod: (isYearly: boolean) => void;
};

function PlanChoice({ plan, units, onPlan, isYearly, onPeriod }: PlanChoiceProps) {
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2 noscript:hidden">
        <Segmented
          legend="Plan"
          options={PLAN_NAMES.map((value) => ({ value, label: planLabel(value) }))}
          value={plan}
          onChange={onPlan}
        />
        <Segmented
          legend="Billing period"
          options={[
            { value: 'month', label: 'Monthly' },
            { value: 'year', label: 'Yearly' },
          ]}
          value={isYearly ? 'year' : 'month'}
          onChange={(period) => onPeriod(period === 'year')}
        />
      </div>
      <p>{priceText(plan, units, isYearly)}</p>
    </div>
  );
}

/** `Starter: 30,000 emails a day for £25 + VAT per month.` */
function priceText(plan: PlanName, units: number, isYearly: boolean): ReactNode {
  const label = planLabel(plan);
  if (!isTier(label)) return null;
  const { emails, monthly, yearly } = TIERS[label];
  const pounds = formatPounds(units * (isYearly ? yearly : monthly));
  const price = `${pounds} + VAT per ${isYearly ? 'year' : 'month'}`;
  return (
    <>
      <strong className="font-semibold">
        {label}
        {units > 1 && ` × ${units}`}
      </strong>
      : {formatCount(units * emails)} emails a day for {price}.
    </>
  );
}

type AccountOrBuyerProps = { buyer: BuyerView | null; choices: Choices; plan: PlanName; quantity: number };

/** A visitor signs up or logs in, and comes back here; a member says who buys, and goes to the checkout. */
function AccountOrBuyer({ buyer, choices: { emails, plan: chosen, isYearly }, plan, quantity }: AccountOrBuyerProps) {
  const platform = useChoice('platform');
  const isTest = useHydrated() && isTestSite();
  if (buyer) {
    const units = quantity > 1 && { quantity };
    const purchase = { plan, interval: isYearly ? 'year' : 'month', isTest, ...units } as const;
    return <BuyerForm key={`${plan} ${isYearly} ${quantity}`} purchase={purchase} buyer={buyer} />;
  }
  const returnUrl = paths.start({
    emails: emails || undefined,
    plan: chosen ?? undefined,
    billing: isYearly ? 'yearly' : undefined,
    platform: platform || undefined,
  });
  return <AccessPanel initialTab="signup" returnUrl={returnUrl} />;
}
