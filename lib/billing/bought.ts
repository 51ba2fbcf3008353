import { planLabel, PLANS, type PlanName } from './plan.ts';

/** What mails call a subscription: its plan's name and Stripe's product. Without a plan, the product is named twice. */
export const boughtOf = ({ plan, productName }: { plan: string | null; productName: string }) => ({
  plan: plan !== null && Object.hasOwn(PLANS, plan) ? planLabel(plan as PlanName) : productName,
  product: productName,
});
