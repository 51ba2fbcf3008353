'use client';

import { useId, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Field } from '#components/ui/fields/field.tsx';
import { RadioGroup } from '#components/ui/fields/radio-group.tsx';
import { Textarea } from '#components/ui/fields/textarea.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { CANCEL_REASON_TEXTS, CANCEL_REASONS } from '#lib/billing/schema.ts';
import type { PlanView } from '#lib/billing/views.ts';
import { subscribedName, type Subscribed } from './plan-texts.ts';
import { usePlanAction } from './use-plan.ts';

type Reason = (typeof CANCEL_REASONS)[number];
const OPTIONS = CANCEL_REASONS.map((value) => ({ value, label: CANCEL_REASON_TEXTS[value] }));

type CancelProps = {
  subscription: Subscribed;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onDone: (text: string | null) => void;
};

/** Cancels the plan with an optional reason. Says before what it means, and after what holds. */
export function CancelPlan({ subscription, isOpen, onToggle, onDone }: CancelProps) {
  const id = useId();
  if (!isOpen)
    return (
      <p>
        <Button variant="secondary" onClick={() => onToggle(true)}>
          Cancel plan
        </Button>
      </p>
    );
  return (
    <section aria-labelledby={id} className="space-y-3 border-t pt-4">
      <h3 id={id} className="label-mono">
        Cancel plan
      </h3>
      <CancelForm subscription={subscription} onClose={() => onToggle(false)} onDone={onDone} />
    </section>
  );
}

type FormProps = { subscription: Subscribed; onClose: () => void; onDone: (text: string | null) => void };

function CancelForm({ subscription, onClose, onDone }: FormProps) {
  const id = useId();
  const [reason, setReason] = useState<Reason>();
  const [comment, setComment] = useState('');
  const { mutate, error, isPending } = usePlanAction(
    () => callApi('POST /account/api/billing/cancel', { body: { reason, comment: comment.trim() || undefined } }),
    cancelledText,
    (text) => {
      onClose();
      onDone(text);
    },
  );
  return (
    <div className="space-y-5">
      <p className="max-w-measure text-small">{meaningOf(subscription)}</p>
      <RadioGroup
        legend="Why are you leaving? (optional)"
        options={OPTIONS}
        value={reason ?? ''}
        onChange={(value) => setReason(value as Reason)}
      />
      <Field id={`${id}-comment`} label="What should we know? (optional)">
        <Textarea
          id={`${id}-comment`}
          maxLength={500}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
      {error && <Alert tone="error" text={error.message} />}
      <p className="flex flex-wrap gap-2">
        <Button variant="danger" disabled={isPending} onClick={() => mutate(undefined)}>
          {isPending ? 'Cancelling...' : 'Confirm cancellation'}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          Keep my plan
        </Button>
      </p>
    </div>
  );
}

function meaningOf(subscription: Subscribed): string {
  const name = subscribedName(subscription);
  if (subscription.status === 'past_due')
    return `The last payment for ${name} failed, so your plan and your key end at once. The open invoice is not collected. This cannot be undone.`;
  const end = subscription.current_period_end;
  const day = end ? customerDay(new Date(end)) : 'the end of the paid period';
  return `Your key works until ${day}, and nothing more is charged. You can resume ${name} until then.`;
}

/** Null if the plan ends later: its notice on the page says until when it works. */
const cancelledText = ({ subscription }: PlanView): string | null =>
  subscription?.cancel_at ? null : 'Your plan has ended. Nothing more is charged.';
