import { classNames } from '#components/ui/look/class-names.ts';
import { periodScript } from '#lib/marketing/period-script.ts';
import { type Plan, plans } from '#lib/marketing/plans.ts';
import { BuyLinks } from './buy-links.tsx';
import { FeatureExplanations, FeatureName } from './feature-name.tsx';
import { PeriodSwitch } from './period-switch.tsx';
import { PlanBadges } from './plan-badges.tsx';
import { PlanCalculator } from './plan-calculator.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanPrice } from './plan-price.tsx';

/** Plans and prices: a comparison table on wide screens, cards on small ones. Works without JavaScript. */
export function Pricing({ headingLevel: Heading, vatPercent }: { headingLevel: 'h1' | 'h2'; vatPercent: number }) {
  const isPage = Heading === 'h1';
  return (
    <section id="pricing" aria-labelledby="pricing-title" className={isPage ? 'pricing' : 'pricing border-t'}>
      <div className={isPage ? 'page public-page' : 'page py-16 sm:py-24'}>
        <div className="flex flex-wrap items-end justify-between gap-6">
          <div>
            <Heading id="pricing-title" className="text-heading font-semibold tracking-tight">
              Plans and prices
            </Heading>
            <p className={classNames('max-w-measure text-muted', isPage ? 'mt-1' : 'mt-3 text-lead')}>
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
          <PlanTable plans={plans} vatPercent={vatPercent} />
        </div>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:hidden">
          {plans.map((plan) => (
            <PlanCard key={plan.name} plan={plan} vatPercent={vatPercent} headingLevel={isPage ? 'h2' : 'h3'} />
          ))}
        </ul>
        <FeatureExplanations features={plans[0]?.features ?? []} />
      </div>
    </section>
  );
}

/** The plans side by side, one feature per row. */
function PlanTable({ plans, vatPercent }: { plans: readonly Plan[]; vatPercent: number }) {
  const features = plans[0]?.features ?? [];
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">
        Plans compared <Marks />
      </caption>
      <colgroup>
        <col className="w-[28%]" />
        {plans.map(({ name, featured }) => (
          <col key={name} data-column={name} className={classNames(featured && 'border-x bg-surface')} />
        ))}
      </colgroup>
      <thead>
        <tr className="align-top">
          <td />
          {plans.map((plan) => (
            <PlanHead key={plan.name} plan={plan} vatPercent={vatPercent} />
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="border-t">
          <th scope="row" className="py-2.5 text-left font-medium">
            Emails per day
          </th>
          {plans.map(({ name, emails }) => (
            <td key={name} className="px-5 py-2.5 font-mono font-medium">
              {emails}
            </td>
          ))}
        </tr>
        {features.map(({ name }, row) => (
          <tr key={name} className="border-t">
            <th scope="row" className="py-2.5 text-left font-normal">
              <FeatureName row={row} name={name} />
            </th>
            {plans.map((plan) => (
              <Included key={plan.name} included={plan.features[row]?.included ?? false} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PlanHead({ plan, vatPercent }: { plan: Plan; vatPercent: number }) {
  return (
    <th
      scope="col"
      data-tier={plan.name}
      className="border-t-2 border-t-transparent px-5 pt-4 pb-6 text-left font-normal"
    >
      <PlanBadges featured={plan.featured} className="mb-2 flex h-6 gap-2" />
      <span className="text-title font-semibold">{plan.name}</span>
      <p className="mt-1 mb-4 min-h-10 text-small text-muted">{plan.description}</p>
      <div className="mb-3 h-28">
        <PlanPrice plan={plan} vatPercent={vatPercent} />
      </div>
      <BuyLinks plan={plan} />
    </th>
  );
}

function Included({ included }: { included: boolean }) {
  return (
    <td className="px-5 py-2.5">
      <svg aria-hidden="true" className="plan-mark">
        <use href={included ? '#plan-yes' : '#plan-no'} />
      </svg>
      <span className="sr-only">{included ? 'Included' : 'Not included'}</span>
    </td>
  );
}

/** The check mark and the dash, drawn once and used by every cell. */
function Marks() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      <symbol id="plan-yes" viewBox="0 0 24 24">
        <path d="M20 6 9 17l-5-5" />
      </symbol>
      <symbol id="plan-no" viewBox="0 0 24 24" className="text-line-strong">
        <path d="M5 12h14" />
      </symbol>
    </svg>
  );
}
