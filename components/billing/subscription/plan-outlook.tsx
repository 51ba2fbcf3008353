'use client';

import { formatDay, formatMoney } from '#lib/format.ts';
import { useBilling } from './use-billing.ts';

/** The plan's next charge or its end, in one line. */
export function PlanOutlook() {
  const { data } = useBilling();
  return <p className="mt-1 min-h-5 text-small text-muted">{data && outlookOf(data)}</p>;
}

function outlookOf({ subscription, next_charge: charge }: NonNullable<ReturnType<typeof useBilling>['data']>) {
  const end = subscription?.cancel_at;
  if (end && !subscription.ended_at) return `Ends on ${formatDay(new Date(end))}`;
  return charge ? `Next charge ${formatMoney(charge)}, ${formatDay(new Date(charge.at))}` : null;
}
