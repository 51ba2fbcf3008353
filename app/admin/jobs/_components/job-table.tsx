import { Button } from '#components/ui/actions/button.tsx';
import { ShortTime } from '#components/ui/data/short-time.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { Cell, HeaderCell, Row, RowHeader } from '#components/ui/tables/table.tsx';
import { paths } from '#lib/base/paths.ts';
import type { JobListView, JobView } from '#lib/jobs/views.ts';
import { type ListState, ListTable } from '../../_components/lists/list-table.tsx';
import { type ListOrder, SortedHeader } from '../../_components/lists/sorted-header.tsx';
import { type JobsChange, type JobsView, STATE_LABELS } from './jobs-list.ts';

type JobTableProps = {
  list: {
    state: ListState<JobListView>;
    order: ListOrder<'created_at'>;
    view: JobsView;
    href: (change: JobsChange) => string;
  };
  isActing: boolean;
  onOpen: (id: string) => void;
  onRunAgain: (id: string) => void;
};

/** Jobs in one state. The name of the queue opens a job. */
export function JobTable({ list, isActing, onOpen, onRunAgain }: JobTableProps) {
  const { state: shown, order, view, href } = list;
  const { state, job: open } = view;
  const when = state === 'failed' ? 'Failed (UTC)' : 'Since (UTC)';
  return (
    <ListTable
      state={shown}
      caption={`${STATE_LABELS[state]} jobs`}
      isDense
      columns={state === 'failed' ? 6 : 5}
      head={
        <>
          <HeaderCell>Queue</HeaderCell>
          <SortedHeader by="created_at" isDescendingFirst order={order}>
            {when}
          </SortedHeader>
          <HeaderCell isNumeric>Attempts</HeaderCell>
          <HeaderCell>Error</HeaderCell>
          <HeaderCell>Payload</HeaderCell>
          {state === 'failed' && <HeaderCell>Actions</HeaderCell>}
        </>
      }
    >
      {({ jobs }) =>
        jobs.map((job) => (
          <Row key={job.id} isSelected={open === job.id}>
            <RowHeader>
              <StateLink
                href={href({ job: job.id })}
                onNavigate={() => onOpen(job.id)}
                data-row={job.id}
                aria-current={open === job.id ? 'true' : undefined}
                className="scroll-mt-28 rounded-sm font-mono text-small font-normal hover:underline"
              >
                {job.queue}
              </StateLink>
            </RowHeader>
            <Cell label={when}>
              <ShortTime at={new Date(job.failed_at ?? job.created_at)} />
            </Cell>
            <Cell label="Attempts" isNumeric>
              {job.tries}
              {state === 'failed' && job.retry_at !== null && (
                <span className="block text-small text-muted">
                  again at <ShortTime at={new Date(job.retry_at)} />
                </span>
              )}
            </Cell>
            <Cell label="Error" isFilling>
              <span className="wrap-anywhere">{job.why}</span>
            </Cell>
            <Cell label="Payload" isFilling>
              <span className="font-mono text-small wrap-anywhere">
                {payloadText(job)}
                {typeof job.payload['userId'] === 'string' && (
                  <a href={paths.adminUser(job.payload['userId'])} className="ml-2 underline underline-offset-4">
                    Open customer
                  </a>
                )}
              </span>
            </Cell>
            {state === 'failed' && (
              <Cell>
                <Button
                  variant="quiet"
                  size="sm"
                  className="-ml-2 px-2!"
                  aria-disabled={isActing}
                  onClick={() => !isActing && onRunAgain(job.id)}
                >
                  Run again
                </Button>
              </Cell>
            )}
          </Row>
        ))
      }
    </ListTable>
  );
}

const payloadText = ({ payload }: JobView) =>
  Object.entries(payload)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
