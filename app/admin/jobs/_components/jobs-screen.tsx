'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { SidePanel } from '#components/ui/overlays/side-panel.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { paths } from '#lib/base/paths.ts';
import { JOB_STATES } from '#lib/jobs/schema.ts';
import type { JobView } from '#lib/jobs/views.ts';
import { PanelSection } from '../../_components/frame/panel-section.tsx';
import { KeysetPagination } from '../../_components/lists/keyset-pagination.tsx';
import { ListStatus } from '../../_components/lists/list-table.tsx';
import { SavedViews } from '../../_components/lists/saved-views/saved-views.tsx';
import { useList } from '../../_components/lists/use-list.ts';
import { useListKeys } from '../../_components/lists/use-list-keys.ts';
import { JobTable } from './job-table.tsx';
import { JOBS, jobsList, STATE_LABELS } from './jobs-list.ts';
import { Queues } from './queues.tsx';

/** The queues, and the jobs in the selected state. Failed jobs can be run again (R4). */
export function JobsScreen() {
  const list = useList(jobsList, (query) => callApi('GET /admin/api/jobs', { query }));
  const { view, go, follow, turn, href, answer } = list;
  const { data } = answer;
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
      <Stale query={answer} what={jobsList.name} />
      {(data || !answer.error) && (
        <Queues queues={data?.queues} isBusy={runAgain.isPending} onRunAgain={(queue) => runAgain.mutate({ queue })} />
      )}
      <SavedViews
        list="jobs"
        path={paths.adminJobs}
        view={view}
        onOpen={(query) => go(jobsList.load(new URLSearchParams(query)))}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          legend="State"
          options={JOB_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
          value={view.state}
          onChange={(state) => go({ state, ...jobsList.first })}
        />
        <Select
          aria-label="Queue"
          isCompact
          value={view.queue ?? ''}
          options={[{ value: '', label: 'All queues' }, ...queues.map(({ name }) => ({ value: name, label: name }))]}
          onChange={({ target }) => go({ queue: target.value || null, ...jobsList.first })}
        />
      </div>
      <JobTable
        list={list}
        onOpen={(job) => {
          setIsWalking(false);
          go({ job });
        }}
        isActing={runAgain.isPending}
        onRunAgain={(job) => runAgain.mutate({ job })}
      />
      <ListStatus state={list.state} total={data?.total} />
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

type RunAgain = { job: string } | { queue: string };

/** Runs one failed job again, or all failed jobs of a queue. */
function useRunAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (what: RunAgain) =>
      asAdmin(
        'job' in what
          ? callApi('POST /admin/api/jobs/{id}/run-again', { params: { id: what.job } })
          : callApi('POST /admin/api/jobs/run-again', { body: what }),
      ),
    onSuccess: ({ run_again: count }) =>
      toast.success(count === 1 ? 'The job runs again.' : `${count} jobs run again.`),
    onError: (error) => toast.error(`Failed to run again: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: JOBS }),
  });
}

type JobPanelProps = {
  job: JobView;
  takesFocus: boolean;
  isActing: boolean;
  onRunAgain: (id: string) => void;
  onClose: () => void;
};

/** One job beside the list, with all of its error and payload. */
function JobPanel({ job, takesFocus, isActing, onRunAgain, onClose }: JobPanelProps) {
  const payload = Object.entries(job.payload);
  return (
    <SidePanel title={job.queue} row={job.id} takesFocus={takesFocus} onClose={onClose}>
      <div className="space-y-8">
        {(job.state === 'failed' || job.state === 'failing') && (
          <Button size="sm" aria-disabled={isActing} onClick={() => !isActing && onRunAgain(job.id)}>
            Run again
          </Button>
        )}
        {job.why !== null && (
          <PanelSection title="Error">
            <p className="font-mono text-small wrap-anywhere whitespace-pre-wrap">{job.why}</p>
          </PanelSection>
        )}
        {payload.length > 0 && (
          <PanelSection title="Payload">
            <DescriptionList items={payload.map(([term, value]) => ({ term, value: String(value) }))} />
          </PanelSection>
        )}
        <PanelSection title="Facts">
          <DescriptionList
            items={[
              { term: 'State', value: STATE_LABELS[job.state] },
              { term: 'Created', value: <Time at={new Date(job.created_at)} /> },
              ...(job.failed_at === null ? [] : [{ term: 'Failed', value: <Time at={new Date(job.failed_at)} /> }]),
              ...(job.retry_at === null ? [] : [{ term: 'Next try', value: <Time at={new Date(job.retry_at)} /> }]),
              { term: 'Attempts', value: job.tries },
              { term: 'Id', value: <Copyable value={job.id} label="Copy job id" /> },
            ]}
          />
        </PanelSection>
      </div>
    </SidePanel>
  );
}
