'use client';

import { Badge } from '#components/ui/states/badge.tsx';
import { useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { isLiveStatus, statusText } from '#lib/billing/plan.ts';

type StatusBadgeProps = {
  status: string;
  endsAt?: string | null;
  /** leaves out that a plan is active where it says when it ends */
  isShort?: boolean;
};

/**
 * A subscription's status: green while it counts as active (docs/product.md, "Subscriptions"), with an amber mark if a
 * payment failed, or if it was cancelled and still runs.
 */
export function StatusBadge({ status, endsAt = null, isShort = false }: StatusBadgeProps) {
  const isLive = isLiveStatus(status);
  const { day } = useDateTexts();
  return (
    <>
      {!(isShort && status === 'active' && endsAt !== null) && (
        <Badge tone={isLive ? 'good' : 'bad'}>{statusText(status)}</Badge>
      )}
      {status === 'past_due' && (
        <>
          {' '}
          <Badge tone="warning">Payment failed</Badge>
        </>
      )}
      {isLive && endsAt !== null && (
        <>
          {' '}
          <Badge tone="warning">Ends {day(new Date(endsAt))}</Badge>
        </>
      )}
    </>
  );
}
