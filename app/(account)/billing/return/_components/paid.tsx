'use client';

import { useBilling } from '#components/billing/subscription/use-billing.ts';
import { FirstSteps } from '#components/standing/first-steps.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { formatDay, formatMoney } from '#lib/base/text/format.ts';

type PaidProps = { publicKey: string; forbiddenFlags: readonly number[] };

/** The page after a payment: receipt, API key and the steps of the setup. */
export function Paid({ publicKey, forbiddenFlags }: PaidProps) {
  return (
    <div className="space-y-6">
      <Receipt />
      <section aria-labelledby="your-key" className="space-y-1 rounded-md border bg-surface px-4 py-3">
        <h2 id="your-key" className="label-mono">
          Your API key
        </h2>
        <Copyable value={publicKey} label="Copy API key" />
      </section>
      <FirstSteps publicKey={publicKey} forbiddenFlags={forbiddenFlags} />
    </div>
  );
}

/** The paid amount, the invoice, and the next charge. Empty while Stripe does not respond. */
function Receipt() {
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
      {next && `The next charge is ${formatMoney(next)} on ${formatDay(new Date(next.at))}.`}
    </p>
  );
}
