import type { Plan } from '#lib/marketing/plans.ts';
import { isTier, TIERS, withVat } from '#lib/marketing/tiers.ts';

/** The monthly and the yearly price, also with the United Kingdom's VAT. The period switch shows one of them. */
export function PlanPrice({ plan, vatPercent }: { plan: Plan; vatPercent: number }) {
  return (
    <>
      <p className="when-monthly">
        <Price amount={plan.priceMonthly} period={plan.period} />
        <WithVat plan={plan} interval="monthly" percent={vatPercent} />
      </p>
      <p className="when-yearly">
        <Price amount={plan.priceYearly} period={plan.periodYearly} />
        <WithVat plan={plan} interval="yearly" percent={vatPercent} />
        {plan.buyUrl && (
          <span className="mt-1 block text-small font-medium">
            {plan.savingsYearly ? `Save ${plan.savingsYearly} per year` : `${plan.priceMonthly} a month, billed yearly`}
          </span>
        )}
      </p>
    </>
  );
}

/** What a private buyer in the United Kingdom pays. Empty for a price that is agreed. */
function WithVat({ plan, interval, percent }: { plan: Plan; interval: 'monthly' | 'yearly'; percent: number }) {
  if (!isTier(plan.name)) return null;
  return (
    <span className="block text-small font-normal text-muted">
      {withVat(TIERS[plan.name][interval], percent)} with UK VAT
    </span>
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
