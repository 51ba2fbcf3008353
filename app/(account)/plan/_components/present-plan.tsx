'use client';

import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { ProgressMeter } from '#components/ui/data/progress-meter.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { formatDay } from '#lib/format.ts';
import { subscribedName, type Subscribed } from './plan-texts.ts';

/** What the subscriber has, and how much of it the last 24 hours used. */
export function PresentPlan({ subscription }: { subscription: Subscribed }) {
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
