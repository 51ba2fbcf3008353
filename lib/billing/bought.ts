import { planLabel, PLANS, type PlanName } from './plan.ts';

/** What mails call a subscription: the plan's name, and Stripe's product. A product of no plan is its own name. */
export const boughtOf = ({ plan, productName }: { plan: string | null; productName: string }) => ({
  plan: plan !== null && Object.hasOwn(PLANS, plan) ? planLabel(plan as PlanName) : productName,
  product: productName,
});
