'use client';

import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { customerDay, formatMoney } from '#lib/base/text/format.ts';
import { useBilling } from './use-billing.ts';

/** The paid amount, the invoice, and the next charge. Empty while Stripe does not respond. */
export function Receipt() {
  const { data } = useBilling();
  const paid = data?.invoices?.find(({ status }) => status === 'paid');
  const next = data?.next_charge;
  return (
    <p className="min-h-6 text-muted">
      {!data && <Skeleton className="h-5 w-72" />}
      {paid && `${formatMoney(paid)} paid, VAT included. `}
      {paid?.pdf_url && (
        <>
          <a href={paid.pdf_url} className="text-ink underline underline-offset-4">
            Invoice {paid.number} (PDF)
          </a>
          {'. '}
        </>
      )}
      {next && `The next charge is ${formatMoney(next)} on ${customerDay(new Date(next.at))}.`}
    </p>
  );
}
