import { planLabel, PLANS, type PlanName } from './plan.ts';

/**
 * What emails call a subscription: the names of its plan and of its Stripe product. A plan that is not in the catalogue
 * gets the product's name.
 */
export const boughtOf = ({ plan, productName }: { plan: string | null; productName: string }) => ({
  plan: plan !== null && Object.hasOwn(PLANS, plan) ? planLabel(plan as PlanName) : productName,
  product: productName,
});
