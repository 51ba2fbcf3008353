'use client';

import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { statusText } from '#lib/billing/plan.ts';
import type { PlanView } from '#lib/billing/views.ts';
import { formatDay, formatMoney, utcTime } from '#lib/format.ts';
import { paths, withQuery } from '#lib/paths.ts';
import { nameOf, subscribedName, type Subscribed } from './plan-texts.ts';
import { usePlanAction } from './use-plan.ts';

type NoticesProps = { plan: PlanView; subscription: Subscribed; onDone: (text: string) => void };

/** What is about to happen to the plan, each with the way to stop it. */
export function PlanNotices({ plan, subscription, onDone }: NoticesProps) {
  const { waiting, scheduled, stripe } = plan;
  const { status, cancel_at: end } = subscription;
  const name = subscribedName(subscription);
  const drop = usePlanAction(
    () => callApi('DELETE /account/api/billing/change'),
    () => `You keep ${name}.`,
    onDone,
  );
  const resume = usePlanAction(
    () => callApi('POST /account/api/billing/resume', {}),
    () => `Your ${name} plan continues.`,
    onDone,
  );
  const error = drop.error ?? resume.error;
  const keep = (
    <Button variant="secondary" size="sm" disabled={drop.isPending} onClick={() => drop.mutate(undefined)}>
      {drop.isPending ? 'Keeping...' : 'Keep my plan'}
    </Button>
  );
  return (
    <>
      {error && <Alert tone="error" text={error.message} />}
      {stripe === 'unavailable' && (
        <Alert tone="info" text="Our payment provider does not answer right now.">
          <p>Your plan and your key are not affected. Changes are possible as soon as it answers.</p>
        </Alert>
      )}
      {status === 'past_due' && (
        <Alert tone="warning" text={`${statusText(status)}: your last payment failed.`}>
          <p className="text-ink">Pay the open invoice to change your plan.</p>
          <a href={withQuery(paths.billing, { flow: 'pay' })} className={buttonClass({ size: 'sm' })}>
            Pay now
          </a>
        </Alert>
      )}
      {waiting && (
        <Alert tone="warning" text={`${nameOf(waiting)} waits for its payment of ${formatMoney(waiting)}.`}>
          <p className="text-ink">
            You keep {name} until it is paid.
            {waiting.until && ` The change is dropped on ${utcTime(new Date(waiting.until))}.`}
          </p>
          <p className="flex flex-wrap gap-2">
            {waiting.page_url && (
              <a href={waiting.page_url} className={buttonClass({ size: 'sm' })}>
                Complete the payment
              </a>
            )}
            {waiting.until && keep}
          </p>
        </Alert>
      )}
      {scheduled && (
        <Alert tone="info" text={`Your plan changes to ${nameOf(scheduled)} on ${formatDay(new Date(scheduled.at))}.`}>
          <p>Until then you keep {name}, which is paid.</p>
          {keep}
        </Alert>
      )}
      {end && (
        <Alert tone="warning" text={`Your plan ends on ${formatDay(new Date(end))}.`}>
          <p className="text-ink">Your key works until then. Nothing more is charged.</p>
          {stripe === 'ok' && (
            <Button size="sm" disabled={resume.isPending} onClick={() => resume.mutate(undefined)}>
              {resume.isPending ? 'Resuming...' : 'Resume plan'}
            </Button>
          )}
        </Alert>
      )}
    </>
  );
}
