import { Check } from 'lucide-react';
import { classNames } from '#components/ui/look/class-names.ts';
import type { Plan } from '#lib/marketing/plans.ts';
import { BuyLinks } from './buy-links.tsx';
import { FeatureName } from './feature-name.tsx';
import { PlanBadges } from './plan-badges.tsx';
import { PlanPrice } from './plan-price.tsx';

type PlanCardProps = { plan: Plan; vatPercent: number; headingLevel: 'h2' | 'h3' };

/** A plan as a card, whose rows are as high as those of the cards beside it. */
export function PlanCard({ plan, vatPercent, headingLevel: Heading }: PlanCardProps) {
  return (
    <li
      data-tier={plan.name}
      className={classNames(
        'row-span-5 grid grid-rows-subgrid gap-5 rounded-md border bg-surface p-5',
        plan.featured && 'border-line-strong',
      )}
    >
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Heading className="text-title font-semibold">{plan.name}</Heading>
          <PlanBadges featured={plan.featured} className="flex gap-2" />
        </div>
        <p className="mt-1 text-muted">{plan.description}</p>
      </div>
      <div>
        <PlanPrice plan={plan} vatPercent={vatPercent} />
      </div>
      <p className="border-y py-3">
        <span className="font-mono font-medium">{plan.emails}</span> emails per day
      </p>
      <ul className="space-y-1">
        {plan.features.map(
          ({ name, included }, row) =>
            included && (
              <li key={name} className="flex items-start gap-2 text-small">
                <Check aria-hidden="true" className="mt-1 size-4 shrink-0" />
                <FeatureName row={row} name={name} />
              </li>
            ),
        )}
      </ul>
      <div>
        <BuyLinks plan={plan} />
      </div>
    </li>
  );
}
