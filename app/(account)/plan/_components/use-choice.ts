'use client';

import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { shortText } from '#components/layout/state/short-text.ts';
import { MOST_UNITS, type BillingInterval, type PlanName } from '#lib/billing/plan.ts';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import type { Subscribed } from './plan-texts.ts';

const parsers = {
  plan: parseAsStringLiteral(['personal', 'starter', 'scale']),
  interval: parseAsStringLiteral(['month', 'year']),
  quantity: shortText(10),
};
type Choice = { plan: PlanName; interval: BillingInterval };

/** The choice in the URL; what it leaves out is as the subscription is. The layout needs QueryState. */
export function useChoice(subscription: Subscribed) {
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
export const isOther = (change: PlanChangeQuery, { plan, interval, quantity }: Subscribed) =>
  change.plan !== plan || change.interval !== interval || change.quantity !== quantity;
