import { plans } from '#lib/marketing/plans.ts';
import { PlanCard } from './plan-card.tsx';
import { PlanTable } from './plan-table.tsx';
import { PeriodSwitch } from './period-switch.tsx';

/** Plans and prices (spec §2): a comparison table on wide screens, cards on small ones. Works without script. */
export function Pricing({ headingLevel: Heading }: { headingLevel: 'h1' | 'h2' }) {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className={Heading === 'h2' ? 'pricing border-t' : 'pricing'}>
      <div className="page py-16 sm:py-24">
        <div className="flex flex-wrap items-end justify-between gap-6">
          <div>
            <Heading id="pricing-title" className="text-heading font-semibold tracking-tight">
              Plans and prices
            </Heading>
            <p className="mt-3 max-w-measure text-lead text-muted">
              Prices in pounds, VAT extra. The limit counts all your servers together.
            </p>
          </div>
          <PeriodSwitch />
        </div>
        <div className="mt-10 hidden lg:block">
          <PlanTable plans={plans} />
        </div>
        <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:hidden">
          {plans.map((plan) => (
            <PlanCard key={plan.name} plan={plan} />
          ))}
        </ul>
        <p className="mt-6 text-small text-muted">
          Tip: divide the number of emails by 20 to estimate the number of users.
        </p>
      </div>
    </section>
  );
}
