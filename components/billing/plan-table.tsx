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
          <th scope="row" className="py-3 text-left font-medium">
            Emails per day
          </th>
          {plans.map(({ name, emails }) => (
            <td key={name} className="py-3 pl-6 font-mono font-medium">
              {emails}
            </td>
          ))}
        </tr>
        {features.map(({ name, tooltip }, row) => (
          <tr key={name} className="border-t align-top">
            <th scope="row" className="py-3 text-left font-normal">
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
    <th scope="col" className="pb-6 pl-6 text-left font-normal">
      <div className="mb-2 h-6">{plan.featured && <Badge>Most Popular</Badge>}</div>
      <span className="text-title font-semibold">{plan.name}</span>
      <p className="mt-1 mb-4 min-h-10 text-small text-muted">{plan.description}</p>
      <div className="mb-3 h-25">
        <PlanPrice plan={plan} />
      </div>
      <BuyLinks plan={plan} />
    </th>
  );
}

function Included({ included }: { included: boolean }) {
  const Icon = included ? Check : Minus;
  return (
    <td className="py-3 pl-6">
      <Icon aria-hidden="true" className={included ? 'size-5' : 'size-5 text-line-strong'} />
      <span className="sr-only">{included ? 'Included' : 'Not included'}</span>
    </td>
  );
}
