'use client';

import { formatDay, formatMoney } from '#lib/base/text/format.ts';
import type { BillingView } from '#lib/billing/views.ts';
import { useBilling } from './use-billing.ts';

/** One line with the plan's next charge, its end, or the unpaid amount. */
export function PlanOutlook() {
  const { data } = useBilling();
  const open = data?.open_invoice;
  if (open) return <p className="mt-1 min-h-5 text-small font-medium text-amber">{unpaidText(open)}</p>;
  return <p className="mt-1 min-h-5 text-small text-muted">{data && outlookOf(data)}</p>;
}

function unpaidText(open: NonNullable<BillingView['open_invoice']>): string {
  const next = open.next_attempt && `, tried again on ${formatDay(new Date(open.next_attempt))}`;
  return `${formatMoney(open)} not paid${next ?? ''}`;
}

function outlookOf({ subscription, next_charge: charge }: BillingView) {
  const end = subscription?.cancel_at;
  if (end && !subscription.ended_at) return `Ends on ${formatDay(new Date(end))}`;
  return charge ? `Next charge ${formatMoney(charge)}, ${formatDay(new Date(charge.at))}` : null;
}
