import { planLabel, PLANS, type PlanName } from './plan.ts';

/**
 * What emails call a subscription: the names of its plan and of its Stripe product. The product's name also stands in
 * for a plan that is not in the catalogue.
 */
export const boughtOf = ({ plan, productName }: { plan: string | null; productName: string }) => ({
  plan: plan !== null && Object.hasOwn(PLANS, plan) ? planLabel(plan as PlanName) : productName,
  product: productName,
});
