'use client';

import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { UsageSkeleton } from '#components/usage/usage-frame.tsx';
import { paths } from '#lib/base/paths.ts';
import type { UserStatusView } from '#lib/billing/views.ts';
import { Servers } from './servers.tsx';
import { Usage } from './usage.tsx';

/** The subscriber's usage over time, and the servers that cause it. */
export function OwnUsage() {
  return (
    <QueryResult
      query={useUserStatus()}
      skeleton={<UsageSkeleton />}
      failure={(error, retry) => <ErrorCard text="Failed to fetch user status" error={error} onRetry={retry} />}
    >
      {(status) => (status.has_subscription ? <Used status={status} /> : <NoPlan />)}
    </QueryResult>
  );
}

const Used = ({ status }: { status: UserStatusView }) => (
  <div className="space-y-10">
    <Usage dailyLimit={status.usage_limit.daily} />
    {status.plan.key !== null && <Servers />}
    <p className="border-t pt-8 text-small text-muted">
      Your monitoring reads the same numbers with a{' '}
      <a href={`${paths.account}#usage-tokens`} className="text-ink underline underline-offset-4">
        usage token
      </a>
      . If a message that was wanted matched one of our lists,{' '}
      <a href={paths.reports} className="text-ink underline underline-offset-4">
        report its hash
      </a>
      .
    </p>
  </div>
);

const NoPlan = () => (
  <section aria-label="Usage" className="rounded-md border bg-surface">
    <EmptyState title="No usage yet" text="Usage appears here once you have a plan and your servers use its key.">
      <a href={paths.plan()} className={buttonClass({ variant: 'secondary' })}>
        Your plan
      </a>
    </EmptyState>
  </section>
);
