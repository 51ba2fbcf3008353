import { env } from '#lib/base/settings/env.ts';
import { lookupKey } from '#lib/billing/plan.ts';
import type { factsOf } from '#lib/billing/stripe/stripe-subscription.ts';
import { DEMO_STRIPE_PREFIXES, demoEmail, type DemoPerson } from './demo-people.ts';
import { daysAgo } from './demo-time.ts';

type Bought = NonNullable<DemoPerson['bought']>;
/** What happened at a time, in Unix seconds, as stripe-emulator/lifecycle/past.ts reads it. */
type Step = { at: number; what: string; lookup_key?: string; quantity?: number; feedback?: string };

const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

/**
 * Makes the past of a sample subscription in the Stripe emulator, with its invoices, so that its customer can be billed,
 * changed and refunded. Null where there is no emulator: Stripe itself knows no sample customer.
 */
export async function makePast(
  { name, country = 'DE', bought }: DemoPerson,
  accountId: string,
  startedAt: Date,
): Promise<Parameters<typeof factsOf>[0] | null> {
  const { STRIPE_API_BASE: base } = env();
  if (base === undefined || !bought) return null;
  const { plan, interval, quantity = 1, before } = bought;
  const first = { plan, interval, quantity, ...before };
  const past = {
    customer: DEMO_STRIPE_PREFIXES.customer + name,
    subscription: DEMO_STRIPE_PREFIXES.subscription + name,
    email: demoEmail(name),
    country,
    metadata: { user_id: accountId },
    lookup_key: lookupKey(first.plan, first.interval),
    quantity: first.quantity,
    started_at: inSeconds(startedAt),
    steps: stepsOf(bought),
  };
  const url = new URL('/_control/past', base);
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(past) }).catch(() => null);
  if (!response) return null;
  if (!response.ok) throw new Error(`The Stripe emulator made no sample subscription: ${await response.text()}`);
  return (await response.json()) as Parameters<typeof factsOf>[0];
}

function stepsOf({ plan, interval, quantity = 1, status, endedDaysAgo, leaves, before, paused }: Bought): Step[] {
  const at = (days: number) => inSeconds(daysAgo(days));
  const steps: Step[] = [];
  if (before) {
    const lookup_key = lookupKey(plan, interval);
    steps.push({ at: at(before.untilDaysAgo), what: 'changed', lookup_key, quantity });
  }
  if (paused)
    steps.push({ at: at(paused.fromDaysAgo), what: 'paused' }, { at: at(paused.untilDaysAgo), what: 'resumed' });
  if (leaves) steps.push({ at: at(1), what: 'leaves', feedback: leaves });
  if (status === 'past_due' || status === 'unpaid') steps.push({ at: at(25), what: 'card_failed' });
  if (status === 'unpaid' || status === 'canceled') steps.push({ at: at(endedDaysAgo ?? 0), what: status });
  return steps;
}
