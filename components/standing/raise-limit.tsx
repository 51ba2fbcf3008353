'use client';

import { useContacts } from '#components/layout/footer/contacts.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { limitText } from '#lib/daily-limit.ts';
import { planLabel } from '#lib/billing/plan.ts';
import { paths } from '#lib/paths.ts';
import type { FittingChange } from '#lib/standing/views.ts';

/** Links to the change of plan with the fitting plan selected. If no plan fits, links to our email address. */
export function RaiseLimit({ raise }: { raise: FittingChange | null }) {
  const { supportMail } = useContacts();
  if (!raise)
    return (
      <p className="pt-1">
        <a href={`mailto:${supportMail}`} className={buttonClass({ size: 'sm' })}>
          Write to us
        </a>
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
      <a href={changeTo(raise)} className={buttonClass({ size: 'sm' })}>
        Raise limit
      </a>
      <span className="text-ink">{offerText(raise)}</span>
    </div>
  );
}

const changeTo = ({ plan, interval, quantity }: FittingChange) =>
  paths.plan({ plan, interval, quantity: String(quantity) });

/** `Scale: 100,000 emails a day (200,000 requests) for £50 a month, plus VAT` */
function offerText({ plan, quantity, daily, pounds, interval }: FittingChange): string {
  const name = quantity > 1 ? `${quantity} × ${planLabel(plan)}` : planLabel(plan);
  return `${name}: ${limitText(daily)} for £${exactNumber(pounds)} a ${interval}, plus VAT`;
}
