import { exactNumber } from '#components/ui/data/number-text.ts';
import { formatMoney, withQuantity } from '#lib/base/text/format.ts';
import { losesBulk, planLabel, PLANS, planTitle, type PlanName } from '#lib/billing/plan.ts';
import type { PlanView } from '#lib/billing/views.ts';

export type Subscribed = NonNullable<PlanView['subscription']>;
type Price = NonNullable<PlanView['price']>;
type Chosen = { plan: PlanName; quantity: number };

/** `Scale`, `Starter × 2` */
export const nameOf = ({ plan, quantity }: Chosen): string => withQuantity(planLabel(plan), quantity);

/** The plan of a subscription, by its name in the catalogue or at Stripe. */
export const subscribedName = ({ plan, product, quantity }: Subscribed): string =>
  plan ? nameOf({ plan, quantity }) : planTitle(product);

/** `£50 a month plus VAT`, `2 × £50 a month plus VAT` */
export function priceOf(
  { amount, currency }: Price,
  { quantity, interval }: Pick<Subscribed, 'quantity' | 'interval'>,
) {
  const money = formatMoney({ amount, currency }).replace(/\.00$/, '');
  return `${quantity > 1 ? `${quantity} × ` : ''}${money} a ${interval} plus VAT`;
}

/** `30,000 emails a day (60,000 requests)` */
export function limitOf({ plan, quantity }: Chosen): string {
  const requests = PLANS[plan].dailyRequests * quantity;
  return `${exactNumber(Math.floor(requests / 2))} emails a day (${exactNumber(requests)} requests)`;
}

/** What a change takes away: the bulk service, a higher daily limit. Null if it takes nothing. */
export function lossOf(from: Chosen, to: Chosen): string | null {
  const isLower = PLANS[to.plan].dailyRequests * to.quantity < PLANS[from.plan].dailyRequests * from.quantity;
  const falls = `limit falls from ${limitOf(from)} to ${limitOf(to)}.`;
  if (!losesBulk(from.plan, to.plan)) return isLower ? `Your ${falls}` : null;
  return isLower ? `You lose the fuzzy bulk service, and your ${falls}` : 'You lose the fuzzy bulk service.';
}
