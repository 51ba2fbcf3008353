import type { Plan } from '#lib/marketing/plans.ts';

/** The monthly and the yearly price. The period switch shows one of them. */
export function PlanPrice({ plan }: { plan: Plan }) {
  return (
    <>
      <p className="when-monthly">
        <Price amount={plan.priceMonthly} period={plan.period} />
      </p>
      <p className="when-yearly">
        <Price amount={plan.priceYearly} period={plan.periodYearly} />
        {plan.buyUrl && (
          <span className="mt-1 block text-small font-medium">
            {plan.savingsYearly ? `Save ${plan.savingsYearly} per year` : `${plan.priceMonthly} a month, billed yearly`}
          </span>
        )}
      </p>
    </>
  );
}

function Price({ amount, period }: { amount: string; period: string }) {
  return (
    <>
      <span className="text-heading font-semibold tracking-tight">{amount}</span>
      {period && <span className="block text-small font-normal text-muted">+ VAT per {period}</span>}
    </>
  );
}
