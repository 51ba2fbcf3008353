import type { Plan } from '#lib/billing/plan.ts';

/** What a key gets from its plan and quantity. With a plan that the catalogue does not know, only the quantity follows. */
export function keyPlanOf(plan: Plan, quantity: number): KeyPlan;
export function keyPlanOf(plan: Plan | null, quantity: number): Partial<KeyPlan> & { quantity: number };
export function keyPlanOf(plan: Plan | null, quantity: number): Partial<KeyPlan> & { quantity: number } {
  if (!plan) return { quantity };
  const { rank, rate, forbiddenFlags } = plan;
  return { rank, rate, quantity, forbiddenFlags };
}
type KeyPlan = Pick<Plan, 'rank' | 'rate' | 'forbiddenFlags'> & { quantity: number };
