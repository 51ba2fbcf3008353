'use client';

import { useId } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';
import { Badge } from '#components/ui/states/badge.tsx';
import { planLabel, PLANS, type BillingInterval, type PlanName } from '#lib/billing/plan.ts';
import { formatPounds } from '#lib/marketing/tiers.ts';
import { poundsOf } from '#lib/standing/fitting-plan.ts';
import { limitOf, type Subscribed } from './plan-texts.ts';

type StopsProps = {
  subscription: Subscribed;
  choice: { plan: PlanName; interval: BillingInterval };
  onChoose: (plan: PlanName) => void;
};

/** The plans side by side, each with what one unit covers and costs. The plan that the subscriber has may cost less. */
export function PlanStops({ subscription, choice, onChoose }: StopsProps) {
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
                  {isPresent && <Badge>your plan</Badge>}
                </span>
                <span className="block text-small text-muted">{limitOf({ plan: plan.name, quantity: 1 })}</span>
                {!(isPresent && choice.interval === subscription.interval) && (
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
