'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { type ReactNode, useState } from 'react';
import { BillingPanel, ManualPlan } from '#components/billing/subscription/billing-panel.tsx';
import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { ProgressMeter } from '#components/ui/data/progress-meter.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton, SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { customerDay, formatMoney, customerTime } from '#lib/base/text/format.ts';
import { isHeldStatus, planTitle, statusText } from '#lib/billing/plan.ts';
import type { PlanView } from '#lib/billing/views.ts';
import { CancelPlan } from './cancel-plan.tsx';
import { ChoosePlan } from './choose-plan.tsx';
import { InvoiceDetails } from './invoice-details.tsx';
import { nameOf, priceOf, type Subscribed, subscribedName } from './plan-texts.ts';
import { usePlan, usePlanAction } from './use-plan.ts';
import { Withdraw } from './withdraw.tsx';
import { Unpaid } from '#components/standing/status-strip.tsx';
import { useStanding } from '#components/standing/use-standing.ts';

/**
 * What the user has with its use, its choices, its end and its invoices. Each action ends in a line that says what holds
 * now. Only a live subscription is asked for: who has none sees at once what there is instead.
 */
export function YourPlan() {
  const { data: status } = useUserStatus();
  const query = usePlan();
  const hasNone = status !== undefined && status !== null && (!status.has_subscription || status.is_manual);
  return (
    <QueryResult
      query={{ ...query, data: query.data ?? (hasNone ? NONE : undefined) }}
      what="your plan"
      skeleton={<Waiting />}
    >
      {(plan) => <Content plan={plan} />}
    </QueryResult>
  );
}

const NONE: PlanView = { stripe: 'ok', subscription: null, scheduled: null, waiting: null, card: null, price: null };

/** As high as a window, so that the foot of the page does not move. */
const Waiting = () => (
  <div className="min-h-dvh space-y-6">
    <SkeletonCard lines={6} />
    <SkeletonCard lines={9} />
  </div>
);

function Content({ plan }: { plan: PlanView }) {
  const [said, setSaid] = useState<string | null>(null);
  const [cancel, setCancel] = useQueryState('cancel', parseAsStringLiteral(['1']));
  const [withdraw, setWithdraw] = useQueryState('withdraw', parseAsStringLiteral(['1']));
  const { subscription } = plan;
  return (
    <div className="space-y-6">
      <div aria-live="polite">{said && <Alert tone="success" text={said} />}</div>
      {subscription ? (
        <>
          <PlanNotices plan={plan} subscription={subscription} onDone={setSaid} />
          <PresentPlan subscription={subscription} price={plan.price}>
            {plan.stripe === 'ok' && !subscription.cancel_at && (
              <CancelPlan
                subscription={subscription}
                isOpen={cancel !== null}
                onToggle={(isOpen) => void setCancel(isOpen ? '1' : null)}
                onDone={setSaid}
              />
            )}
          </PresentPlan>
          {plan.stripe === 'ok' && (
            <>
              {canChange(subscription) && <ChoosePlan plan={plan} subscription={subscription} onDone={setSaid} />}
              <InvoiceDetails onDone={setSaid} />
            </>
          )}
          {subscription.withdraw_until && (
            <Withdraw
              subscription={subscription}
              lastDay={subscription.withdraw_until}
              isOpen={withdraw !== null}
              onToggle={(isOpen) => void setWithdraw(isOpen ? '1' : null)}
              onDone={setSaid}
            />
          )}
        </>
      ) : (
        <WithoutSubscription />
      )}
      <Acts>
        <BillingPanel />
      </Acts>
    </div>
  );
}

const canChange = ({ plan, status, cancel_at: end }: NonNullable<PlanView['subscription']>) =>
  plan !== null && status !== 'past_due' && end === null;

/** For a plan that an admin manages, one that is not paid, and none. */
function WithoutSubscription() {
  const { data: status } = useUserStatus();
  if (status?.is_manual)
    return (
      <section aria-label="Your present plan">
        <Card title="Now">
          <div className="space-y-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-title font-semibold">{planTitle(status.plan.product)}</span>
              <StatusBadge status={status.plan.status ?? 'active'} endsAt={null} />
            </p>
            <ManualPlan />
            <Use />
          </div>
        </Card>
      </section>
    );
  if (status?.plan.status && isHeldStatus(status.plan.status)) return <Unpaid status={status.plan.status} />;
  return (
    <div className="space-y-4">
      <p className="text-muted">
        You have no plan now. A plan comes with a key, which works within {inWords(promises.keyChange)} of the payment.
      </p>
      <Acts>
        <a href={paths.pricing} className={buttonClass()}>
          See the plans
        </a>
      </Acts>
    </div>
  );
}

type PresentPlanProps = {
  subscription: Subscribed;
  price: PlanView['price'];
  /** the way to end it */
  children: ReactNode;
};

/** What the subscriber has, and how much of it the last 24 hours used. */
function PresentPlan({ subscription, price, children }: PresentPlanProps) {
  const { status, interval, current_period_end: end, cancel_at: ends } = subscription;
  return (
    <section aria-label="Your present plan">
      <Card title="Now">
        <div className="space-y-4">
          <div className="space-y-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-title font-semibold">{subscribedName(subscription)}</span>
              <StatusBadge status={status} endsAt={ends} />
            </p>
            <p className="text-small text-muted">
              {price ? priceOf(price, subscription) : interval === 'year' ? 'Paid yearly' : 'Paid monthly'}
              {ends && `, ends on ${customerDay(new Date(ends))}`}
              {!ends && end && `, next invoice on ${customerDay(new Date(end))}`}
            </p>
          </div>
          <Use />
          {children}
        </div>
      </Card>
    </section>
  );
}

function Use() {
  const { data } = useStanding();
  if (!data) return <Skeleton className="h-16 w-full" />;
  const requests = data.last_day?.requests ?? 0;
  const { daily, emails } = data.limit;
  return (
    <div className="space-y-1.5">
      <p className="text-small">
        In the last 24 hours: about {exactNumber(Number((requests / 2).toPrecision(3)))}
        {emails !== null && ` of ${exactNumber(emails)}`} emails
        <span className="text-muted">
          {' '}
          ({exactNumber(requests)}
          {daily !== null && ` of ${exactNumber(daily)}`} requests)
        </span>
      </p>
      <ProgressMeter label="Requests of the last 24 hours" value={requests} limit={daily} />
    </div>
  );
}

type NoticesProps = { plan: PlanView; subscription: Subscribed; onDone: (text: string) => void };

/** What is about to happen to the plan, each with the way to stop it. */
function PlanNotices({ plan, subscription, onDone }: NoticesProps) {
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
        <Acts>
          <Alert tone="info" text="Our payment provider does not answer right now.">
            <p>Your plan and your key are not affected. Changes are possible as soon as it answers.</p>
          </Alert>
        </Acts>
      )}
      {status === 'past_due' && (
        <Alert tone="warning" text={`${statusText(status)}: your last payment failed.`}>
          <p className="text-ink">Pay the open invoice to change your plan.</p>
          <Acts>
            <a href={withQuery(paths.billing, { flow: 'pay' })} className={buttonClass({ size: 'sm' })}>
              Pay now
            </a>
          </Acts>
        </Alert>
      )}
      {waiting && (
        <Alert tone="warning" text={`${nameOf(waiting)} waits for its payment of ${formatMoney(waiting)}.`}>
          <p className="text-ink">
            You keep {name} until it is paid.
            {waiting.until && ` The change is dropped on ${customerTime(new Date(waiting.until))}.`}
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
        <Alert
          tone="info"
          text={`Your plan changes to ${nameOf(scheduled)} on ${customerDay(new Date(scheduled.at))}.`}
        >
          <p>Until then you keep {name}, which is paid.</p>
          {keep}
        </Alert>
      )}
      {end && (
        <Alert tone="warning" text={`Your plan ends on ${customerDay(new Date(end))}.`}>
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
