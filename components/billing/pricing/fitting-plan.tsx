import type { Suggestion } from '#lib/marketing/suggest-plan.ts';
import { ENTERPRISE_EMAILS, formatCount, formatPounds, TIERS } from '#lib/marketing/tiers.ts';

/** Names the plan that fits, with its emails a day and its price in the chosen period. */
export function FittingPlan({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.plan === 'Enterprise')
    return (
      <p data-fits="Enterprise">
        <strong className="font-semibold">Enterprise</strong> fits. From {formatCount(ENTERPRISE_EMAILS)} emails a day
        the price is agreed with sales.
      </p>
    );
  const { plan, quantity } = suggestion;
  const { emails, monthly, yearly } = TIERS[plan];
  return (
    <p data-fits={plan}>
      <strong className="font-semibold">
        {plan}
        {quantity > 1 && ` × ${quantity}`}
      </strong>{' '}
      fits: {formatCount(quantity * emails)} emails a day for{' '}
      <span className="when-monthly">{formatPounds(quantity * monthly)} + VAT per month.</span>
      <span className="when-yearly">{formatPounds(quantity * yearly)} + VAT per year.</span>
      {quantity > 1 && ' Set the quantity at the checkout.'}
    </p>
  );
}
