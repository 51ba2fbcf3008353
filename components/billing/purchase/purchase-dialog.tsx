'use client';

import { withQuantity } from '#lib/base/text/format.ts';
import { useState } from 'react';
import { emailsInUrl } from '#components/billing/pricing/use-estimate.ts';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { QueryProvider } from '#components/layout/state/query-provider.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { plans } from '#lib/marketing/plans.ts';
import { estimate, isTooSmall, suggestPlan } from '#lib/marketing/suggest-plan.ts';
import { formatCount, TIERS } from '#lib/marketing/tiers.ts';
import { PurchaseSteps } from './purchase-steps.tsx';

export type PurchaseDialogProps = {
  planName: string;
  /** The URL of /buy with its flags. */
  buyUrl: string;
  opener: HTMLElement;
  onAccess: (tab: 'login' | 'signup') => void;
  onClose: () => void;
};

export function PurchaseDialog({ planName, buyUrl, opener, onAccess, onClose }: PurchaseDialogProps) {
  const [typed] = useState(emailsInUrl);
  return (
    <Dialog
      title="Complete Your Purchase"
      description="You pay or confirm at Stripe, in the last step."
      opener={opener}
      onClose={onClose}
    >
      <PurchaseSummary planName={planName} isYearly={hasYearlyFlag(buyUrl)} />
      <TooSmall planName={planName} typed={typed} />
      <QueryProvider>
        <PurchaseSteps planName={planName} isYearly={hasYearlyFlag(buyUrl)} buyUrl={buyUrl} onAccess={onAccess} />
      </QueryProvider>
    </Dialog>
  );
}

const hasYearlyFlag = (buyUrl: string) => new URLSearchParams(buyUrl.split('?')[1]).has('yearly');

/** The purchase: plan, limit, period, price. */
function PurchaseSummary({ planName, isYearly }: { planName: string; isYearly: boolean }) {
  const plan = plans.find(({ name }) => name === planName);
  if (!plan) return null;
  const price = isYearly ? plan.priceYearly : plan.priceMonthly;
  const rows = [
    { term: 'Plan', value: plan.name },
    { term: 'Emails per day', value: plan.emails },
    { term: 'Billing period', value: isYearly ? 'Yearly' : 'Monthly' },
    { term: 'Price', value: `${price} + VAT per ${isYearly ? plan.periodYearly : plan.period}` },
  ];
  return (
    <div className="mb-5 space-y-2 text-small">
      <dl className="border-t">
        {rows.map(({ term, value }) => (
          <div key={term} className="flex justify-between gap-4 border-b py-2">
            <dt className="text-muted">{term}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <VatNote />
    </div>
  );
}

/** States no rate, because Stripe Tax computes it from the country and VAT number that are entered in the checkout. */
function VatNote() {
  const { seller } = useContacts();
  return (
    <p className="text-muted">
      VAT is added where it applies, by your country and VAT number. The checkout shows it before you pay. Sold by{' '}
      {seller}.
    </p>
  );
}

type TooSmallProps = {
  planName: string;
  /** the text in the calculator's field for emails a day */
  typed: string;
};

/** Says that the chosen plan is smaller than the number in the calculator, and names the plan that fits. */
function TooSmall({ planName, typed }: TooSmallProps) {
  const { emailsPerDay: emails } = estimate({ field: 'emails', text: typed });
  if (emails === null || !isTooSmall(planName, emails)) return null;
  const covered = formatCount(TIERS[planName as keyof typeof TIERS].emails);
  return (
    <div className="mb-5">
      <Alert
        tone="warning"
        text={`You entered ${formatCount(emails)} emails a day. ${planName} covers ${covered}; ${fitText(emails)}.`}
      />
    </div>
  );
}

function fitText(emails: number): string {
  const fitting = suggestPlan(emails);
  if (fitting.plan === 'Enterprise') return 'Enterprise fits';
  return `${withQuantity(fitting.plan, fitting.quantity)} fits`;
}
