'use client';

import { useDeferredValue, useId, useState } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { MOST_UNITS, planLabel, PLANS, type BillingInterval, type PlanName } from '#lib/billing/plan.ts';
import { formatPounds } from '#lib/marketing/tiers.ts';
import { poundsOf } from '#lib/standing/fitting-plan.ts';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import { paths, withQuery } from '#lib/paths.ts';
import { ChangePreview } from './change-preview.tsx';
import { toQuery, type BilledSubscription } from './use-billing.ts';

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const;

type ChangePlanProps = {
  subscription: BilledSubscription;
  /** the initial selection; by default the current plan */
  initial?: PlanChangeQuery;
  onClose: () => void;
};

/**
 * Chooses another plan, period or quantity, shows Stripe's preview of the charge, and links to Stripe for confirmation.
 */
export function ChangePlanDialog({ subscription, initial, onClose }: ChangePlanProps) {
  const id = useId();
  const [plan, setPlan] = useState<PlanName>(initial?.plan ?? subscription.plan ?? 'starter');
  const [interval, setInterval] = useState<BillingInterval>(initial?.interval ?? subscription.interval);
  const [quantity, setQuantity] = useState(String(initial?.quantity ?? subscription.quantity));
  const change = changeOf(plan, interval, quantity);
  const shown = useDeferredValue(change && isOther(change, subscription) ? change : null);
  const isWrong = change === null;
  return (
    <Dialog
      title="Change plan"
      description="Your key stays the same. The new limits hold as soon as you have confirmed on the next page."
      onClose={onClose}
    >
      <div className="space-y-4">
        <Field id={`${id}-plan`} label="Plan">
          <Select
            id={`${id}-plan`}
            options={optionsOf(interval, subscription)}
            value={plan}
            onChange={(event) => setPlan(event.target.value as PlanName)}
          />
        </Field>
        <Segmented legend="Billing period" options={INTERVALS} value={interval} onChange={setInterval} />
        <Field
          id={`${id}-quantity`}
          label="Quantity"
          hint={limitText(change)}
          error={isWrong ? `A whole number from 1 to ${MOST_UNITS}.` : undefined}
        >
          <Input
            id={`${id}-quantity`}
            inputMode="numeric"
            autoComplete="off"
            value={quantity}
            onChange={(event) => setQuantity(event.target.value)}
            aria-invalid={isWrong || undefined}
            className="font-mono"
          />
        </Field>
        <ChangePreview change={shown} />
        {shown && (
          <a
            href={withQuery(paths.billing, { flow: 'change', ...toQuery(shown) })}
            className={buttonClass({}, 'w-full')}
          >
            Continue to confirm
          </a>
        )}
      </div>
    </Dialog>
  );
}

/**
 * The plans with their prices: `Starter, £25 a month per unit, plus VAT`. The plan and period that the user has may have
 * an older price.
 */
const optionsOf = (interval: BillingInterval, current: BilledSubscription) =>
  Object.values(PLANS).map(({ name }) => ({
    value: name,
    label:
      name === current.plan && interval === current.interval
        ? `${planLabel(name)}, your plan`
        : `${planLabel(name)}, ${formatPounds(poundsOf(name, interval))} a ${interval} per unit, plus VAT`,
  }));

function changeOf(plan: PlanName, interval: BillingInterval, quantity: string): PlanChangeQuery | null {
  const count = /^\d{1,4}$/.test(quantity.trim()) ? Number(quantity) : 0;
  return count >= 1 && count <= MOST_UNITS ? { plan, interval, quantity: count } : null;
}

const isOther = (change: PlanChangeQuery, { plan, interval, quantity }: BilledSubscription) =>
  change.plan !== plan || change.interval !== interval || change.quantity !== quantity;

const limitText = (change: PlanChangeQuery | null) =>
  change ? `${(PLANS[change.plan].dailyRequests * change.quantity).toLocaleString('en-GB')} requests a day` : undefined;
