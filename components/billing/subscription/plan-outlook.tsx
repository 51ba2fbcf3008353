'use client';

import { classNames } from '#components/ui/look/class-names.ts';
import { customerDay, formatMoney } from '#lib/base/text/format.ts';
import type { BillingView } from '#lib/billing/views.ts';
import { useBilling } from './use-billing.ts';

/** The running period of a subscription, as our database knows it. */
export type PlanPeriod = { ends_at: string; is_cancelled: boolean };

/** One line with the plan's next charge, its end, or the unpaid amount; of a `period` given instead, only its end. */
export function PlanOutlook({ period, isHeld }: { period: PlanPeriod | null | undefined; isHeld: boolean }) {
  const { data } = useBilling();
  if (period !== undefined) return <p className="mt-1 min-h-5 text-small text-muted">{period && textOf(period)}</p>;
  const open = data?.open_invoice;
  if (open)
    return (
      <p className={classNames('mt-1 min-h-5 text-small font-medium', isHeld ? 'text-red' : 'text-amber')}>
        {unpaidText(open)}
      </p>
    );
  return <p className="mt-1 min-h-5 text-small text-muted">{data && outlookOf(data)}</p>;
}

const textOf = ({ ends_at: end, is_cancelled: isCancelled }: PlanPeriod) =>
  `${isCancelled ? 'Ends' : 'Renews'} on ${customerDay(new Date(end))}`;

function unpaidText(open: NonNullable<BillingView['open_invoice']>): string {
  const next = open.next_attempt && `, next attempt on ${customerDay(new Date(open.next_attempt))}`;
  return `${formatMoney(open)} not paid${next ?? ''}`;
}

function outlookOf({ subscription, next_charge: charge }: BillingView) {
  const end = subscription?.cancel_at;
  if (end && !subscription.ended_at) return `Ends on ${customerDay(new Date(end))}`;
  return charge ? `Next charge ${formatMoney(charge)}, ${customerDay(new Date(charge.at))}` : null;
}
