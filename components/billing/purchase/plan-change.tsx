import { Alert } from '#components/ui/states/alert.tsx';
import { planTitle } from '#lib/billing/plan.ts';
import type { UserStatusView } from '#lib/billing/views.ts';

/** Tells a user who has a plan what the purchase does to it. */
export function PlanChange({ status, planName }: { status: UserStatusView; planName: string }) {
  const { product, quantity } = status.plan;
  const current = planTitle(product);
  return (
    <Alert
      tone="warning"
      text={`This purchase modifies your current plan: ${current}\u00a0×\u00a0${Math.max(quantity, 1)}.`}
    >
      <p>{effectOf(status.is_manual, current === planName)}</p>
    </Alert>
  );
}

function effectOf(isManual: boolean, isSamePlan: boolean): string {
  if (isManual)
    return 'Your plan is managed by us. A subscription with a key of its own is added; your present key stays.';
  if (isSamePlan)
    return 'You are on this plan already. You can change its billing period; if that is the same, your billing page opens.';
  return 'You see the new price and confirm the change on the page that follows. Your quantity stays.';
}
