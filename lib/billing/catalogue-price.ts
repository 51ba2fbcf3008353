import { TIERS } from '#lib/marketing/tiers.ts';
import type { BillingInterval, PlanName } from './plan.ts';

const PRICES = { personal: TIERS.Personal, starter: TIERS.Starter, scale: TIERS.Scale };

/** What one unit of a plan costs new customers, in pence without VAT. */
export function penceOf(plan: PlanName, interval: BillingInterval): number {
  const { monthly, yearly } = PRICES[plan];
  return 100 * (interval === 'year' ? yearly : monthly);
}
