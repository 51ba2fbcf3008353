'use client';

import { useDeferredValue, useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { ChangePreview } from '#components/billing/subscription/change-preview.tsx';
import { shortText } from '#components/layout/state/short-text.ts';
import { Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { Badge } from '#components/ui/states/badge.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { AGGREGATE, EMPTY_GRAPH, requestsOf } from '#components/usage/graph/graph.ts';
import { loadOwnUsage } from '#components/usage/own-usage.ts';
import { countOf } from '#lib/base/text/format.ts';
import { type BillingInterval, MOST_UNITS, planLabel, type PlanName, PLANS } from '#lib/billing/plan.ts';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import type { PlanView } from '#lib/billing/views.ts';
import { formatPounds } from '#lib/marketing/tiers.ts';
import { poundsOf } from '#lib/billing/fitting-plan.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { ConfirmChange } from './confirm-change.tsx';
import { limitOf, nameOf, priceOf, type Subscribed } from './plan-texts.ts';

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const;

type ChooseProps = { plan: PlanView; subscription: Subscribed; onDone: (text: string) => void };

/** Chooses plan, quantity and interval, shows what that costs and covers, and confirms it with the saved card. */
export function ChoosePlan({ plan, subscription, onDone }: ChooseProps) {
  const id = useId();
  const { choice, quantityText, change, choose, reset } = useChoice(subscription);
  const later = useDeferredValue(change);
  const shown = later && isOther(later, subscription) ? later : null;
  return (
    <Card
      title="Change plan"
      actions={<Interval value={choice.interval} onChange={(interval) => choose({ interval })} />}
    >
      <div className="space-y-5">
        <PlanStops
          subscription={subscription}
          price={plan.price}
          choice={choice}
          onChoose={(name) => choose({ plan: name })}
        />
        <div className="grid gap-5 md:grid-cols-[14rem_minmax(0,1fr)]">
          <Field
            id={`${id}-quantity`}
            label="Quantity"
            hint={change ? limitOf(change) : undefined}
            error={change ? undefined : `A whole number from 1 to ${MOST_UNITS}.`}
          >
            <Input
              id={`${id}-quantity`}
              inputMode="numeric"
              autoComplete="off"
              value={quantityText}
              onChange={(event) => choose({ quantity: event.target.value })}
              aria-invalid={change === null || undefined}
              className="font-mono"
            />
          </Field>
          <div className="max-w-2xl min-w-0 space-y-4">
            {change && <Traffic chosen={change} />}
            <ChangePreview change={shown} />
            {shown && (
              <ConfirmChange
                key={`${shown.plan} ${shown.interval} ${shown.quantity}`}
                change={shown}
                plan={plan}
                subscription={subscription}
                onDone={(text) => {
                  reset();
                  onDone(text);
                }}
              />
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}

type IntervalProps = { value: 'month' | 'year'; onChange: (value: 'month' | 'year') => void };

const Interval = (props: IntervalProps) => <Segmented legend="Billing period" options={INTERVALS} {...props} />;

type Chosen = { plan: PlanName; quantity: number };

/** How the last 30 days of the subscriber's traffic would have fared under a plan. */
function Traffic({ chosen }: { chosen: Chosen }) {
  const shown = { period: '720h', from: '', to: '' } as const;
  const { data, error } = useQuery({ queryKey: ['own-days'], queryFn: () => loadOwnUsage(shown, false) });
  if (error) return null;
  if (!data) return <Skeleton className="h-5 w-full max-w-80" />;
  return <p className="text-small">{trafficText(data[AGGREGATE] ?? EMPTY_GRAPH, chosen)}</p>;
}

/** `Starter × 2 is too small for 3 of your last 30 days with traffic.` */
export function trafficText(graph: UsageGraph, chosen: Chosen): string {
  const days = requestsOf(graph).filter((requests) => requests !== null);
  if (days.length === 0) return 'There was no traffic in the last 30 days to compare with.';
  const over = days.filter((requests) => requests > PLANS[chosen.plan].dailyRequests * chosen.quantity).length;
  const name = nameOf(chosen);
  const seen = `your last ${countOf(days.length, 'day')} with traffic`;
  return over === 0 ? `${name} covers ${seen}.` : `${name} is too small for ${over} of ${seen}.`;
}

const parsers = {
  plan: parseAsStringLiteral(['personal', 'starter', 'scale']),
  interval: parseAsStringLiteral(['month', 'year']),
  quantity: shortText(10),
};
type Choice = { plan: PlanName; interval: BillingInterval };

/** The choice in the URL; what it leaves out is as the subscription is. The layout needs QueryState. */
function useChoice(subscription: Subscribed) {
  const [chosen, setChosen] = useQueryStates(parsers, { history: 'replace' });
  const choice: Choice = {
    plan: chosen.plan ?? subscription.plan ?? 'starter',
    interval: chosen.interval ?? subscription.interval,
  };
  const quantityText = chosen.quantity ?? String(subscription.quantity);
  const change = toChange(choice, quantityText);
  return {
    choice,
    quantityText,
    /** null if the quantity cannot be bought */
    change,
    choose: (more: Partial<Choice & { quantity: string }>) => void setChosen(more),
    reset: () => void setChosen(null),
  };
}

function toChange(choice: Choice, quantityText: string): PlanChangeQuery | null {
  const quantity = /^\d{1,4}$/.test(quantityText.trim()) ? Number(quantityText) : 0;
  return quantity >= 1 && quantity <= MOST_UNITS ? { ...choice, quantity } : null;
}

/** Whether a choice differs from what the subscriber has. */
const isOther = (change: PlanChangeQuery, { plan, interval, quantity }: Subscribed) =>
  change.plan !== plan || change.interval !== interval || change.quantity !== quantity;

type StopsProps = {
  subscription: Subscribed;
  price: PlanView['price'];
  choice: { plan: PlanName; interval: BillingInterval };
  onChoose: (plan: PlanName) => void;
};

/** The plans side by side, each with what one unit covers and costs. The subscriber may pay another price than the catalogue's. */
function PlanStops({ subscription, price, choice, onChoose }: StopsProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">Plan</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {Object.values(PLANS).map((plan) => {
          const isChosen = plan.name === choice.plan;
          const isPresent = plan.name === subscription.plan;
          return (
            <label
              key={plan.name}
              className={classNames(
                'flex cursor-pointer gap-3 rounded-md border p-4 has-focus-visible:outline-2',
                isChosen && 'border-signal bg-signal-soft',
              )}
            >
              <input
                type="radio"
                name={name}
                value={plan.name}
                checked={isChosen}
                onChange={() => onChoose(plan.name)}
                className="tick-box"
              />
              <span className="min-w-0 space-y-1">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {planLabel(plan.name)}
                  {isPresent && <Badge tone="info">Your plan</Badge>}
                </span>
                <span className="block text-small text-muted">{limitOf({ plan: plan.name, quantity: 1 })}</span>
                {isPresent && choice.interval === subscription.interval ? (
                  price && (
                    <span className="block text-small">
                      {priceOf(price, { quantity: 1, interval: choice.interval })}
                    </span>
                  )
                ) : (
                  <span className="block text-small">
                    {formatPounds(poundsOf(plan.name, choice.interval))} a {choice.interval} plus VAT
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
