'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePlanChangePreview, previewKey } from '#components/billing/subscription/use-billing.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { customerDay, formatMoney } from '#lib/base/text/format.ts';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import type { PlanChangePreview, PlanChangeResult, PlanView } from '#lib/billing/views.ts';
import { limitOf, lossOf, nameOf, subscribedName, type Subscribed } from './plan-texts.ts';
import { useShowPlan } from './use-plan.ts';

type ConfirmProps = {
  change: PlanChangeQuery;
  plan: PlanView;
  subscription: Subscribed;
  onDone: (text: string) => void;
};

/** Confirms a change for the amounts that are shown above it. */
export function ConfirmChange({ change, plan, subscription, onDone }: ConfirmProps) {
  const { data: preview, isPlaceholderData: isOld, error: failed } = usePlanChangePreview(change);
  const client = useQueryClient();
  const show = useShowPlan();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (shown: PlanChangePreview) => orLogin(confirm(change, shown)),
    onSuccess: (result) => {
      if (result.preview) return void client.setQueryData(previewKey(change), result.preview);
      const page = result.outcome === 'unpaid' && result.plan.waiting?.page_url;
      show(result.plan);
      if (page && result.plan.waiting?.until) window.location.assign(page);
      onDone(doneText(result, change, subscription, preview));
    },
  });
  if (!preview || isOld || failed) return null;
  const { today, currency, holds, holds_from: from } = preview;
  const due = formatMoney({ amount: today.amount, currency });
  const loss = subscription.plan && lossOf({ plan: subscription.plan, quantity: subscription.quantity }, change);
  return (
    <div className="space-y-3">
      {loss && <Alert tone="warning" text={loss} />}
      {error && <Alert tone="error" text={error.message} />}
      {data?.outcome === 'differs' && (
        <Alert tone="warning" text="The amounts have changed. Nothing was charged or changed.">
          <p className="text-ink">Look at them again before you confirm.</p>
        </Alert>
      )}
      <Button className="w-full" disabled={isPending} onClick={() => mutate(preview)}>
        {isPending ? 'Changing...' : buttonText(holds, due, today.amount > 0, customerDay(new Date(from)))}
      </Button>
      <p className="text-small text-muted">{termsOf(preview, plan, subscribedName(subscription), due)}</p>
    </div>
  );
}

const confirm = (change: PlanChangeQuery, { proration_date, today, then }: PlanChangePreview) =>
  callApi('POST /account/api/billing/change', {
    body: { ...change, proration_date, today: today.amount, then: then.amount },
  });

function buttonText(holds: PlanChangePreview['holds'], due: string, isDue: boolean, day: string): string {
  if (holds === 'period_end') return `Change on ${day}`;
  return isDue ? `Pay ${due} and change` : 'Change now';
}

function termsOf({ holds, today, holds_from: from }: PlanChangePreview, { card }: PlanView, name: string, due: string) {
  if (holds === 'period_end') return `You have paid until ${customerDay(new Date(from))} and keep ${name} until then.`;
  const payer = card ? `Your card ending in ${card.last4}` : 'Your payment method';
  return today.amount > 0
    ? `${payer} is charged ${due} now. Your new limits apply as soon as it is paid.`
    : 'Nothing is charged now. Your new limits apply at once.';
}

/** The line that says what holds now. */
function doneText(
  { outcome, plan }: PlanChangeResult,
  change: PlanChangeQuery,
  before: Subscribed,
  preview: PlanChangePreview | undefined,
): string {
  if (outcome === 'unpaid')
    return `You keep ${subscribedName(before)} until the payment for ${nameOf(change)} is complete.`;
  if (outcome === 'scheduled')
    return `You change to ${nameOf(change)} on ${plan.scheduled ? customerDay(new Date(plan.scheduled.at)) : 'the next invoice'}. Until then you keep ${subscribedName(before)}.`;
  const charged = preview?.today.amount
    ? ` ${formatMoney({ amount: preview.today.amount, currency: preview.currency })} was charged.`
    : '';
  return `You are on ${nameOf(change)} now: ${limitOf(change)}.${charged}`;
}
