import { plans } from '#lib/marketing/plans.ts';

/** What the user is about to buy: plan, limit, period, price. */
export function PurchaseSummary({ planName, isYearly }: { planName: string; isYearly: boolean }) {
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
    <dl className="mb-5 border-t text-small">
      {rows.map(({ term, value }) => (
        <div key={term} className="flex justify-between gap-4 border-b py-2">
          <dt className="text-muted">{term}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
