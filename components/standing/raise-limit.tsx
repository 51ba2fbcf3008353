'use client';

import { useState } from 'react';
import { ChangePlanDialog } from '#components/billing/subscription/change-plan-dialog.tsx';
import { useBilling } from '#components/billing/subscription/use-billing.ts';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { limitText } from '#lib/daily-limit.ts';
import { planLabel } from '#lib/billing/plan.ts';
import type { FittingChange } from '#lib/standing/views.ts';

/** Opens the plan change dialog with the fitting plan selected. If no plan fits, links to our email address. */
export function RaiseLimit({ raise }: { raise: FittingChange | null }) {
  const { supportMail } = useContacts();
  const { data } = useBilling();
  const [isOpen, setIsOpen] = useState(false);
  const subscription = data?.subscription;
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
      <Button size="sm" aria-haspopup="dialog" disabled={!subscription} onClick={() => setIsOpen(true)}>
        Raise limit
      </Button>
      <span className="text-ink">{offerText(raise)}</span>
      {isOpen && subscription && (
        <ChangePlanDialog subscription={subscription} initial={raise} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}

/** `Scale: 100,000 emails a day (200,000 requests) for £50 a month, plus VAT` */
function offerText({ plan, quantity, daily, pounds, interval }: FittingChange): string {
  const name = quantity > 1 ? `${quantity} × ${planLabel(plan)}` : planLabel(plan);
  return `${name}: ${limitText(daily)} for £${exactNumber(pounds)} a ${interval}, plus VAT`;
}
