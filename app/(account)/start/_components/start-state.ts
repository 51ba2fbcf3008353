import { isHeldStatus } from '#lib/billing/plan.ts';
import type { UserStatusView } from '#lib/billing/views.ts';

/** What the page is for a member: the way to a plan, the checklist of a key, or a plan whose key does not work. */
export function startStateOf({ plan, has_subscription: hasPlan }: UserStatusView): 'choose' | 'connect' | 'no_key' {
  if (plan.key) return 'connect';
  return plan.status !== null && (hasPlan || isHeldStatus(plan.status)) ? 'no_key' : 'choose';
}
