'use client';

import { classNames } from '#components/ui/look/class-names.ts';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { customerDay, formatMoney } from '#lib/base/text/format.ts';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import type { PlanChangePreview } from '#lib/billing/views.ts';
import { usePlanChangePreview } from './use-billing.ts';

/** What a change costs today, with the next invoice, and from then on, as computed by Stripe. */
export function ChangePreview({ change }: { change: PlanChangeQuery | null }) {
  const { data, error, isFetching } = usePlanChangePreview(change);
  return (
    <div
      aria-live="polite"
      aria-busy={isFetching}
      className={classNames('rounded-md text-small', change && 'min-h-56 bg-sunken p-4')}
    >
      {!change && <p className="text-muted">This is your current plan. Change something to see the new price.</p>}
      {change && error && !isFetching && <p className="text-red">{error.message}</p>}
      {change && !data && !error && <Calculating />}
      {change && data && !error && <Amounts preview={data} />}
    </div>
  );
}

function Calculating() {
  return (
    <>
      <span className="sr-only">Calculating...</span>
      {['w-1/2', 'w-3/4', 'w-1/2'].map((width, index) => (
        <Skeleton key={index} className={`mb-3 h-4 ${width}`} />
      ))}
    </>
  );
}

/** The amounts due today, with the next invoice and from then on, VAT included, and the lines that explain them. */
function Amounts({ preview }: { preview: PlanChangePreview }) {
  const { currency, today, next, then } = preview;
  const rows = [
    { term: 'Due today', amount: today.amount },
    { term: `Next invoice, ${customerDay(new Date(next.at))}`, amount: next.amount },
    { term: then.interval === 'year' ? 'Then yearly' : 'Then monthly', amount: then.amount },
  ];
  return (
    <>
      <dl className="mb-4 space-y-1 border-b pb-3 text-base">
        {rows.map(({ term, amount }) => (
          <div key={term} className="flex justify-between gap-4">
            <dt>{term}</dt>
            <dd className="font-mono font-medium whitespace-nowrap">{formatMoney({ amount, currency })}</dd>
          </div>
        ))}
      </dl>
      {today.lines.length > 0 ? (
        <Lines caption="Charged when you confirm" statement={today} currency={currency} />
      ) : (
        <Lines caption={`Your next invoice, ${customerDay(new Date(next.at))}`} statement={next} currency={currency} />
      )}
    </>
  );
}

type LinesProps = { caption: string; statement: PlanChangePreview['today']; currency: string };

function Lines({ caption, statement: { lines, amount: total }, currency }: LinesProps) {
  return (
    <table className="w-full">
      <caption className="pb-2 text-left font-medium">{caption}</caption>
      <tbody>
        {lines.map(({ description, amount }, index) => (
          <tr key={index}>
            <th scope="row" className="py-0.5 pr-4 text-left font-normal text-muted">
              {description}
            </th>
            <td className="py-0.5 text-right font-mono whitespace-nowrap">{formatMoney({ amount, currency })}</td>
          </tr>
        ))}
        <tr className="border-t font-medium">
          <th scope="row" className="pt-1.5 text-left">
            Total
          </th>
          <td className="pt-1.5 text-right font-mono whitespace-nowrap">{formatMoney({ amount: total, currency })}</td>
        </tr>
      </tbody>
    </table>
  );
}
