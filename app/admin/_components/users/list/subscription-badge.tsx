import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import type { AdminSubscriptionView } from '#lib/users/views.ts';

type SubscriptionBadgeProps = Pick<AdminSubscriptionView, 'stripe_subscription_status' | 'key_state' | 'cancel_at'>;

/** The status at Stripe, or for a manual subscription whether its key is on. */
export function SubscriptionBadge({
  stripe_subscription_status: status,
  key_state: state,
  cancel_at: endsAt,
}: SubscriptionBadgeProps) {
  if (status !== null) return <StatusBadge status={status} endsAt={endsAt} />;
  return state === 'on' ? <Badge tone="good">Manual</Badge> : <Badge tone="bad">Manual, suspended</Badge>;
}
