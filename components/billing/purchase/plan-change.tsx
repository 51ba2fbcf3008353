import { Alert } from '#components/ui/states/alert.tsx';
import { ChangePreview } from '#components/billing/subscription/change-preview.tsx';
import { planLabel, PLANS, planTitle } from '#lib/billing/plan.ts';
import type { UserStatusView } from '#lib/billing/views.ts';

type PlanChangeProps = { status: UserStatusView; planName: string; isYearly: boolean };

/**
 * For a user who has a plan: how the purchase changes it and, if Stripe bills the plan, what the change costs.
 */
export function PlanChange({ status, planName, isYearly }: PlanChangeProps) {
  const { product, quantity } = status.plan;
  const current = planTitle(product);
  const plan = Object.values(PLANS).find(({ name }) => planLabel(name) === planName);
  return (
    <>
      <Alert
        tone="warning"
        text={`This purchase modifies your current plan: ${current}\u00a0×\u00a0${Math.max(quantity, 1)}.`}
      >
        <p>{effectOf(status.is_manual, current === planName)}</p>
      </Alert>
      {plan && !status.is_manual && (
        <ChangePreview
          change={{ plan: plan.name, interval: isYearly ? 'year' : 'month', quantity: Math.max(quantity, 1) }}
        />
      )}
    </>
  );
}

function effectOf(isManual: boolean, isSamePlan: boolean): string {
  if (isManual)
    return 'Your plan is managed by us. A subscription with a key of its own is added; your present key stays.';
  if (isSamePlan)
    return 'You are on this plan already. You can change its billing period; if that is the same, your billing page opens.';
  return 'You see the new price and confirm the change on the next page. Your quantity stays the same.';
}
