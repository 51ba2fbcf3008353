'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { EmptyState, FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { paths } from '#lib/base/paths.ts';
import type { ReportListView, ReportView } from '#lib/hash-reports/views.ts';
import { LookUp } from './look-up.tsx';
import { OwnReport } from './own-report.tsx';
import { REPORTS, useReports } from './use-reports.ts';

/** Looks hashes up, reports them, and shows what became of the caller's reports. */
export function Reports() {
  return (
    <QueryResult
      query={useUserStatus()}
      what="your account"
      skeleton={<SkeletonCard lines={6} />}
      failure={(error, retry) => <ErrorCard text="Failed to fetch user status" error={error} onRetry={retry} />}
    >
      {({ has_subscription: isSubscribed, plan }) => (isSubscribed || plan.key !== null ? <Desk /> : <NoPlan />)}
    </QueryResult>
  );
}

function Desk() {
  const client = useQueryClient();
  const [newest, setNewest] = useState<string | null>(null);
  const add = (report: ReportView) => {
    setNewest(report.id);
    client.setQueryData<ReportListView>(REPORTS, (known) => ({
      reports: [report, ...(known?.reports ?? []).filter(({ id }) => id !== report.id)],
    }));
    toast.success('The hash has been reported.');
  };
  return (
    <div className="grid items-start gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <LookUp onReported={add} />
      <OwnReports newest={newest} />
    </div>
  );
}

function OwnReports({ newest }: { newest: string | null }) {
  const query = useReports();
  return (
    <section aria-labelledby="own-reports" className="min-w-0 space-y-4">
      <h2 id="own-reports" className="text-title font-semibold">
        Your reports
      </h2>
      <Stale query={query} what="The list of your reports" />
      <QueryResult query={query} what="your reports" skeleton={<SkeletonCard lines={4} />}>
        {({ reports }) =>
          reports.length === 0 ? (
            <FramedEmptyState
              title="No reports yet"
              text="A report asks us to remove the hash that a wanted message matched."
            />
          ) : (
            <ul aria-label="Your reports" className="space-y-4">
              {questionsFirst(reports).map((report) => (
                <OwnReport key={report.id} report={report} isNew={report.id === newest} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </section>
  );
}

/** What waits for the caller comes first; the others keep their order. */
const questionsFirst = (reports: readonly ReportView[]) =>
  reports.toSorted((a, b) => Number(b.state === 'asked') - Number(a.state === 'asked'));

const NoPlan = () => (
  <section aria-label="Reports" className="rounded-md border bg-surface">
    <EmptyState
      title="Reports need a key"
      text="Hashes are looked up and reported by customers. A key comes with a plan."
    >
      <a href={paths.plan()} className={buttonClass({ variant: 'secondary' })}>
        Your plan
      </a>
    </EmptyState>
  </section>
);
