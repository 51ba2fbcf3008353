import { Check, Minus } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import type { Plan } from '#lib/marketing/plans.ts';
import { BuyLinks } from './buy-links.tsx';
import { PlanPrice } from './plan-price.tsx';

/** The plans side by side, a feature a row. */
export function PlanTable({ plans }: { plans: readonly Plan[] }) {
  const features = plans[0]?.features ?? [];
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Plans compared</caption>
      <thead>
        <tr className="align-top">
          <td className="w-[28%]" />
          {plans.map((plan) => (
            <PlanHead key={plan.name} plan={plan} />
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="border-t">
          <th scope="row" className="py-3 pr-6 text-left font-medium">
            Emails per day
          </th>
          {plans.map(({ name, emails }) => (
            <td key={name} className="px-5 py-3 font-mono font-medium">
              {emails}
            </td>
          ))}
        </tr>
        {features.map(({ name, tooltip }, row) => (
          <tr key={name} className="border-t align-top">
            <th scope="row" className="py-3 pr-6 text-left font-normal">
              {name}
              <span className="block text-small text-muted">{tooltip}</span>
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

function PlanHead({ plan }: { plan: Plan }) {
  return (
    <th scope="col" className="px-5 pb-6 text-left font-normal first:pl-0">
      <div className="flex h-6 items-center gap-3">
        <span className="text-title font-semibold">{plan.name}</span>
        {plan.featured && <Badge>Most Popular</Badge>}
      </div>
      <p className="mt-2 mb-4 min-h-10 text-small text-muted">{plan.description}</p>
      <div className="mb-4 h-25">
        <PlanPrice plan={plan} />
      </div>
      <BuyLinks plan={plan} />
    </th>
  );
}

function Included({ included }: { included: boolean }) {
  const Icon = included ? Check : Minus;
  return (
    <td className="px-5 py-3">
      <Icon aria-hidden="true" className={included ? 'size-5' : 'size-5 text-line-strong'} />
      <span className="sr-only">{included ? 'Included' : 'Not included'}</span>
    </td>
  );
}
