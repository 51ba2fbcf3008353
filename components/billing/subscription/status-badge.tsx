import { Badge } from '#components/ui/states/badge.tsx';
import { isLiveStatus, statusText } from '#lib/billing/plan.ts';

/** A subscription's status: green while it counts as active (docs/product.md, "Subscriptions"), with an amber mark if a payment failed. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <>
      <Badge tone={isLiveStatus(status) ? 'good' : 'bad'}>{statusText(status)}</Badge>
      {status === 'past_due' && (
        <>
          {' '}
          <Badge tone="warning">Payment failed</Badge>
        </>
      )}
    </>
  );
}
