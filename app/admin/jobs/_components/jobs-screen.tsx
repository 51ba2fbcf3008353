'use client';

import { useState, type ReactNode } from 'react';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { JOB_STATES } from '#lib/jobs/schema.ts';
import type { JobListView } from '#lib/jobs/views.ts';
import { paths } from '#lib/paths.ts';
import { LoadFailure } from '../../_components/frame/load-failure.tsx';
import { KeysetPagination } from '../../_components/lists/keyset-pagination.tsx';
import { SavedViews } from '../../_components/lists/saved-views/saved-views.tsx';
import { useListKeys } from '../../_components/lists/use-list-keys.ts';
import { JobPanel } from './job-panel.tsx';
import { JobTable } from './job-table.tsx';
import { loadJobsView, pageQuery } from './jobs-query.ts';
import { FIRST_PAGE, useJobsView } from './jobs-view.ts';
import { Queues } from './queues.tsx';
import { LOAD_FAILED, STATE_LABELS } from './texts.ts';
import { useJobs, useRunAgain } from './use-jobs.ts';

/** The queues, and the jobs in the selected state. Failed jobs can be run again (R4). */
export function JobsScreen() {
  const view = useJobsView();
  const jobs = useJobs(pageQuery(view.view));
  return (
    <QueryResult
      query={jobs}
      skeleton={<Content {...view} isBusy />}
      failure={(error, retry) => <LoadFailure text={LOAD_FAILED} error={error} onRetry={retry} />}
    >
      {(data) => (
        <Content
          {...view}
          data={data}
          isBusy={jobs.isFetching}
          stale={<Stale query={jobs} what="The list of jobs" />}
        />
      )}
    </QueryResult>
  );
}

type ContentProps = ReturnType<typeof useJobsView> & { data?: JobListView; isBusy: boolean; stale?: ReactNode };

function Content({ view, go, follow, turn, href, data, isBusy, stale }: ContentProps) {
  const runAgain = useRunAgain();
  const [isWalking, setIsWalking] = useState(false);
  const shown = data?.jobs.find(({ id }) => id === view.job);
  useListKeys({
    onStep: (id) => {
      setIsWalking(true);
      if (shown) follow(id);
    },
  });
  const queues = data?.queues ?? [];
  return (
    <div className="space-y-6">
      {stale}
      <Queues queues={data?.queues} isBusy={runAgain.isPending} onRunAgain={(queue) => runAgain.mutate({ queue })} />
      <SavedViews
        list="jobs"
        path={paths.adminJobs}
        view={view}
        onOpen={(query) => go(loadJobsView(new URLSearchParams(query)))}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          legend="State"
          options={JOB_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
          value={view.state}
          onChange={(state) => go({ state, ...FIRST_PAGE })}
        />
        <Select
          aria-label="Queue"
          isCompact
          value={view.queue ?? ''}
          options={[{ value: '', label: 'All queues' }, ...queues.map(({ name }) => ({ value: name, label: name }))]}
          onChange={({ target }) => go({ queue: target.value || null, ...FIRST_PAGE })}
        />
      </div>
      <JobTable
        jobs={data?.jobs}
        state={view.state}
        order={{
          sort: view.sort,
          href: (sort) => href({ sort, ...FIRST_PAGE }),
          go: (sort) => go({ sort, ...FIRST_PAGE }),
        }}
        open={view.job}
        href={(job) => href({ job })}
        onOpen={(job) => {
          setIsWalking(false);
          go({ job });
        }}
        isBusy={isBusy}
        isActing={runAgain.isPending}
        onRunAgain={(job) => runAgain.mutate({ job })}
      />
      {data && (
        <KeysetPagination
          label="Pages of jobs"
          view={view}
          shown={data.jobs.length}
          list={data}
          href={href}
          turn={turn}
        />
      )}
      {shown && (
        <JobPanel
          job={shown}
          takesFocus={!isWalking}
          isActing={runAgain.isPending}
          onRunAgain={(job) => runAgain.mutate({ job })}
          onClose={() => go({ job: null })}
        />
      )}
    </div>
  );
}
