import { chosenPlan } from '#lib/marketing/plans.ts';

/** Keeps the plan in view while a visitor signs up or logs in to buy it. Shows nothing if `returnUrl` buys nothing. */
export function ChosenPlan({ returnUrl }: { returnUrl: string | undefined }) {
  const chosen = chosenPlan(returnUrl);
  if (!chosen) return null;
  return (
    <p className="rounded-md border border-line bg-surface px-3 py-2 text-small">
      Your plan: <strong className="font-semibold">{chosen.name}</strong>, {chosen.price} a {chosen.period} plus VAT.
      You pay at Stripe in the last step.
    </p>
  );
}
