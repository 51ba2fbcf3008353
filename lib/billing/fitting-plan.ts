import { limitText } from '#lib/base/daily-limit.ts';
import { paths } from '#lib/base/paths.ts';
import { withQuantity } from '#lib/base/text/format.ts';
import { formatPounds, TIERS } from '#lib/marketing/tiers.ts';
import { losesBulk, MOST_UNITS, planLabel, PLANS, type BillingInterval, type PlanName } from './plan.ts';
import type { FittingChange } from './views.ts';

/** A fitting limit is at least this many times the requests used. */
const ROOM = 1.2;

const PRICES: Readonly<Record<PlanName, { monthly: number; yearly: number }>> = {
  personal: TIERS.Personal,
  starter: TIERS.Starter,
  scale: TIERS.Scale,
};

/** The price of one unit of a plan, without VAT. */
export const poundsOf = (plan: PlanName, interval: BillingInterval): number =>
  PRICES[plan][interval === 'year' ? 'yearly' : 'monthly'];

export type Bought = { plan: PlanName; interval: BillingInterval; quantity: number };

/**
 * The cheapest plan and quantity whose limit holds `requests` a day with some room and is higher than the present
 * limit. The interval stays. A plan with the bulk service is not exchanged for a plan without it. Null if no quantity
 * suffices.
 */
export function fittingChange(bought: Bought, requests: number): FittingChange | null {
  const present = PLANS[bought.plan].dailyRequests * bought.quantity;
  const needed = Math.max(requests * ROOM, present + 1);
  const choices = Object.values(PLANS).flatMap(({ name, dailyRequests }) => {
    const quantity = Math.ceil(needed / dailyRequests);
    if (losesBulk(bought.plan, name) || quantity > MOST_UNITS) return [];
    const price = quantity * poundsOf(name, bought.interval);
    return [{ plan: name, interval: bought.interval, quantity, daily: dailyRequests * quantity, pounds: price }];
  });
  return choices.toSorted((a, b) => a.pounds - b.pounds || b.daily - a.daily)[0] ?? null;
}

/** A change and its price: `Scale: 100,000 emails a day (200,000 requests) for £50 a month, plus VAT`. */
export const offerText = ({ plan, quantity, daily, pounds, interval }: FittingChange): string =>
  `${withQuantity(planLabel(plan), quantity)}: ${limitText(daily)} for ${formatPounds(pounds)} a ${interval}, plus VAT`;

/** Where the change is made, with it selected. */
export const pathOfChange = ({ plan, interval, quantity }: FittingChange): string =>
  paths.plan({ plan, interval, quantity: String(quantity) });
