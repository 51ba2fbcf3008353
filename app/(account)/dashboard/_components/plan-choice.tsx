import { FeatureExplanations } from '#components/billing/pricing/feature-name.tsx';
import { PeriodSwitch } from '#components/billing/pricing/period-switch.tsx';
import { PlanCalculator } from '#components/billing/pricing/plan-calculator.tsx';
import { PlanCard } from '#components/billing/pricing/plan-card.tsx';
import { inWords, promises } from '#lib/base/promises.ts';
import { plans } from '#lib/marketing/plans.ts';

/** The plans with prices and calculator, for a user who has none. */
export function PlanChoice({ isYearly, vatPercent }: { isYearly: boolean; vatPercent: number }) {
  return (
    <section aria-labelledby="plan-choice" className="pricing space-y-6 border-t pt-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="plan-choice" className="text-title font-semibold">
            Choose a plan
          </h2>
          <p className="mt-1 text-muted">
            Your key works within {inWords(promises.keyChange)} of the payment. Prices in pounds, VAT extra.
          </p>
        </div>
        <PeriodSwitch isYearly={isYearly} />
      </div>
      <PlanCalculator />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} vatPercent={vatPercent} headingLevel="h3" />
        ))}
      </ul>
      <FeatureExplanations features={plans[0]?.features ?? []} />
    </section>
  );
}
