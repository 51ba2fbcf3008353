import { periodScript } from '#lib/marketing/period-script.ts';
import { plans } from '#lib/marketing/plans.ts';
import { FeatureExplanations } from './feature-name.tsx';
import { PeriodSwitch } from './period-switch.tsx';
import { PlanCalculator } from './plan-calculator.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanTable } from './plan-table.tsx';

/** Plans and prices: a comparison table on wide screens, cards on small ones. Works without JavaScript. */
export function Pricing({ headingLevel: Heading }: { headingLevel: 'h1' | 'h2' }) {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className={Heading === 'h2' ? 'pricing border-t' : 'pricing'}>
      <div className={Heading === 'h2' ? 'page py-16 sm:py-24' : 'page pt-8 pb-16 sm:pt-12 sm:pb-24'}>
        <div className="flex flex-wrap items-end justify-between gap-6">
          <div>
            <Heading id="pricing-title" className="text-heading font-semibold tracking-tight">
              Plans and prices
            </Heading>
            <p className="mt-3 max-w-measure text-lead text-muted">
              Prices in pounds, VAT extra. One limit, shared by all your servers.
            </p>
          </div>
          <PeriodSwitch />
          <script dangerouslySetInnerHTML={{ __html: periodScript }} />
        </div>
        <div className="mt-6 border-y pt-4 pb-2 sm:mt-8 sm:pb-4">
          <p className="text-small text-muted">
            Tip: divide the number of emails by 20 to estimate the number of users.
          </p>
          <PlanCalculator />
        </div>
        <div className="mt-6 hidden lg:block">
          <PlanTable plans={plans} />
        </div>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:hidden">
          {plans.map((plan) => (
            <PlanCard key={plan.name} plan={plan} headingLevel={Heading === 'h1' ? 'h2' : 'h3'} />
          ))}
        </ul>
        <FeatureExplanations features={plans[0]?.features ?? []} />
      </div>
    </section>
  );
}
