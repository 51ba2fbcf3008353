import { planLabel, PLANS, type PlanName } from './plan.ts';

/**
 * The names of a subscription in mails: of its plan and of its Stripe product. Without a plan both are the product's.
 */
export const boughtOf = ({ plan, productName }: { plan: string | null; productName: string }) => ({
  plan: plan !== null && Object.hasOwn(PLANS, plan) ? planLabel(plan as PlanName) : productName,
  product: productName,
});
