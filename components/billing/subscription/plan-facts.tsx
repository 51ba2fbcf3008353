'use client';

import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { Badge } from '#components/ui/states/badge.tsx';
import { paths, withQuery } from '#lib/base/paths.ts';
import { formatMoney } from '#lib/base/text/format.ts';
import { isEndedStatus, isLiveStatus } from '#lib/billing/plan.ts';
import type { BillingView } from '#lib/billing/views.ts';
import { PlanName } from './plan-name.tsx';
import { StatusBadge } from './status-badge.tsx';
import type { BilledSubscription } from './use-billing.ts';

type PlanFactsProps = {
  billing: BillingView;
  subscription: BilledSubscription;
  /** Links to the page of the plan, which has none to itself. */
  hasActions: boolean;
};

/** The plan, its next charge or its end, and its actions. */
export function PlanFacts({ billing, subscription, hasActions }: PlanFactsProps) {
  const isLive = isLiveStatus(subscription.status);
  return (
    <div className="rounded-md border bg-surface p-5">
      <DescriptionList items={factsOf(billing, subscription, hasActions || !isLive)} />
      {hasActions && isLive && billing.stripe === 'ok' && <PlanActions subscription={subscription} />}
      {hasActions && !isLive && billing.open_invoice && (
        <p className="mt-4">
          <a href={withQuery(paths.billing, { flow: 'pay' })} className={buttonClass({ variant: 'secondary' })}>
            Pay {formatMoney(billing.open_invoice)}
          </a>
        </p>
      )}
      {isEndedStatus(subscription.status) && (
        <p className="mt-4">
          <a href={paths.pricing} className={buttonClass({ variant: 'secondary' })}>
            Subscribe again
          </a>
        </p>
      )}
    </div>
  );
}

type Fact = { term: string; value: ReactNode };

function factsOf(billing: BillingView, subscription: BilledSubscription, hasPlan: boolean): Fact[] {
  const { next_charge: charge, open_invoice: open, card } = billing;
  const { cancel_at: end, ended_at: ended, current_period_end: renewal } = subscription;
  const isAmountUnknown = billing.stripe !== 'ok' && isLiveStatus(subscription.status) && !end;
  const facts: (Fact | null)[] = [
    hasPlan ? { term: 'Plan', value: <Plan subscription={subscription} /> } : null,
    open && { term: 'Not paid', value: <NotPaid open={open} isLive={isLiveStatus(subscription.status)} /> },
    end && !ended ? { term: 'Ends on', value: <Time at={new Date(end)} /> } : null,
    ended ? { term: 'Ended on', value: <Time at={new Date(ended)} /> } : null,
    isAmountUnknown && renewal
      ? {
          term: subscription.status === 'trialing' ? 'Trial ends on' : 'Renews on',
          value: <Time at={new Date(renewal)} />,
        }
      : null,
    charge && { term: 'Next charge', value: <NextCharge charge={charge} /> },
    card && { term: 'Card', value: `${brandOf(card.brand)} ending in ${card.last4}, valid until ${card.expires}` },
  ];
  return facts.filter((fact) => fact !== null);
}

function Plan({ subscription }: { subscription: BilledSubscription }) {
  const { status, product, interval, quantity, cancel_at: end, awaits_payment: isAwaited } = subscription;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        <PlanName product={product} />, {interval === 'year' ? 'yearly' : 'monthly'},{' '}
        <span className="whitespace-nowrap">quantity {exactNumber(quantity)}</span>
      </span>
      <StatusBadge status={status} endsAt={end} />
      {isAwaited && <Badge tone="warning">waiting for your bank</Badge>}
    </span>
  );
}

type NotPaidProps = { open: NonNullable<BillingView['open_invoice']>; isLive: boolean };

/** The unpaid amount, in amber while the key still works and in red afterwards. */
function NotPaid({ open, isLive }: NotPaidProps) {
  return (
    <>
      <span className={classNames('font-medium', isLive ? 'text-amber' : 'text-red')}>{formatMoney(open)}</span>
      {open.next_attempt && (
        <>
          {', next attempt on '}
          <Time at={new Date(open.next_attempt)} />
        </>
      )}
    </>
  );
}

function NextCharge({ charge }: { charge: NonNullable<BillingView['next_charge']> }) {
  return (
    <>
      <span className="font-medium">{formatMoney(charge)}</span> with VAT, <Time at={new Date(charge.at)} />
    </>
  );
}

const brandOf = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1);

/** Links to the page where the plan is changed, cancelled and resumed. */
function PlanActions({ subscription }: { subscription: BilledSubscription }) {
  const isEnding = subscription.cancel_at !== null;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {isEnding ? (
        <a href={paths.plan()} className={buttonClass()}>
          Resume plan
        </a>
      ) : (
        <>
          <a href={paths.plan()} className={buttonClass({ variant: 'secondary' })}>
            Change plan
          </a>
          <a href={paths.plan({ cancel: '1' })} className={buttonClass({ variant: 'quiet' })}>
            Cancel plan
          </a>
        </>
      )}
    </div>
  );
}
