import { Check } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import type { Plan } from '#lib/marketing/plans.ts';
import { BuyLinks } from './buy-links.tsx';
import { PlanPrice } from './plan-price.tsx';

/** A plan on a small screen. */
export function PlanCard({ plan }: { plan: Plan }) {
  return (
    <li className="flex flex-col gap-5 rounded-md border bg-surface p-5">
      <div>
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-title font-semibold">{plan.name}</h3>
          {plan.featured && <Badge>Most Popular</Badge>}
        </div>
        <p className="mt-1 text-muted">{plan.description}</p>
      </div>
      <PlanPrice plan={plan} />
      <p className="border-y py-3">
        <span className="font-mono font-medium">{plan.emails}</span> emails per day
      </p>
      <ul className="flex-1 space-y-2">
        {plan.features
          .filter(({ included }) => included)
          .map(({ name }) => (
            <li key={name} className="flex gap-2 text-small">
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {name}
            </li>
          ))}
      </ul>
      <div>
        <BuyLinks plan={plan} />
      </div>
    </li>
  );
}
