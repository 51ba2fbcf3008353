'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { ProgressMeter } from '#components/ui/data/progress-meter.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton, SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import type { PlanView } from '#lib/billing/views.ts';
import { formatDay } from '#lib/format.ts';
import { paths } from '#lib/paths.ts';
import { CancelPlan } from './cancel-plan.tsx';
import { ChoosePlan } from './choose-plan.tsx';
import { PlanNotices } from './plan-notices.tsx';
import { type Subscribed, subscribedName } from './plan-texts.ts';
import { usePlan } from './use-plan.ts';

/** The subscriber's plan with its use, its choices, and its end. Each action ends in a line that says what holds now. */
export function YourPlan() {
  const query = usePlan();
  return (
    <QueryResult query={query} what="your plan" skeleton={<Waiting />}>
      {(plan) => <Content plan={plan} />}
    </QueryResult>
  );
}

const Waiting = () => (
  <div className="space-y-6">
    <SkeletonCard lines={4} />
    <SkeletonCard lines={9} />
  </div>
);

function Content({ plan }: { plan: PlanView }) {
  const [said, setSaid] = useState<string | null>(null);
  const [cancel, setCancel] = useQueryState('cancel', parseAsStringLiteral(['1']));
  const { subscription } = plan;
  return (
    <div className="max-w-4xl space-y-6">
      <div aria-live="polite">{said && <Alert tone="success" text={said} />}</div>
      {subscription ? (
        <>
          <PlanNotices plan={plan} subscription={subscription} onDone={setSaid} />
          <PresentPlan subscription={subscription} />
          {plan.stripe === 'ok' && (
            <>
              {canChange(subscription) && <ChoosePlan plan={plan} subscription={subscription} onDone={setSaid} />}
              {!subscription.cancel_at && (
                <CancelPlan
                  subscription={subscription}
                  isOpen={cancel !== null}
                  onToggle={(isOpen) => void setCancel(isOpen ? '1' : null)}
                  onDone={setSaid}
                />
              )}
            </>
          )}
        </>
      ) : (
        <Ended />
      )}
    </div>
  );
}

const canChange = ({ plan, status, cancel_at: end }: NonNullable<PlanView['subscription']>) =>
  plan !== null && status !== 'past_due' && end === null;

const Ended = () => (
  <div className="space-y-4">
    <p className="text-muted">You have no plan now.</p>
    <a href={paths.pricing} className={buttonClass()}>
      See the plans
    </a>
  </div>
);

/** What the subscriber has, and how much of it the last 24 hours used. */
function PresentPlan({ subscription }: { subscription: Subscribed }) {
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
              {interval === 'year' ? 'Paid yearly' : 'Paid monthly'}
              {ends && `, ends on ${formatDay(new Date(ends))}`}
              {!ends && end && `, next invoice on ${formatDay(new Date(end))}`}
            </p>
          </div>
          <Use />
        </div>
      </Card>
    </section>
  );
}

function Use() {
  const { data } = useQuery({
    queryKey: ['standing'],
    queryFn: () => orLogin(callApi('GET /account/api/standing')),
  });
  if (!data) return <Skeleton className="h-16 w-full" />;
  const requests = data.last_day?.requests ?? 0;
  const { daily, emails } = data.limit;
  return (
    <div className="space-y-1.5">
      <p className="text-small">
        In the last 24 hours: about {exactNumber(Math.round(requests / 2))}
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
