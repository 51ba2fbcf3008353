import { Button } from '#components/ui/actions/button.tsx';
import { ShortTime } from '#components/ui/data/short-time.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import type { JobState } from '#lib/jobs/schema.ts';
import type { JobView } from '#lib/jobs/views.ts';
import { SortedHeader, type ListOrder } from '../../_components/lists/sorted-header.tsx';
import { EMPTY, STATE_LABELS } from './texts.ts';

type JobTableProps = {
  jobs: readonly JobView[] | undefined;
  state: JobState;
  order: ListOrder<'created_at'>;
  /** id of the job shown beside the list */
  open: string | null;
  isBusy: boolean;
  isActing: boolean;
  href: (id: string) => string;
  onOpen: (id: string) => void;
  onRunAgain: (id: string) => void;
};

/** Jobs in one state. The name of the queue opens a job. */
export function JobTable({ jobs, state, order, open, isBusy, isActing, href, onOpen, onRunAgain }: JobTableProps) {
  const columns = state === 'failed' ? 6 : 5;
  const when = state === 'failed' ? 'Failed (UTC)' : 'Since (UTC)';
  return (
    <Table caption={`${STATE_LABELS[state]} jobs`} isDense isBusy={isBusy}>
      <TableHead>
        <HeaderCell>Queue</HeaderCell>
        <SortedHeader by="created_at" isDescendingFirst order={order}>
          {when}
        </SortedHeader>
        <HeaderCell isNumeric>Attempts</HeaderCell>
        <HeaderCell>Error</HeaderCell>
        <HeaderCell>Payload</HeaderCell>
        {state === 'failed' && <HeaderCell>Actions</HeaderCell>}
      </TableHead>
      <TableBody>
        {!jobs && <SkeletonRows columns={columns} />}
        {jobs?.length === 0 && (
          <TableMessage columns={columns}>
            <EmptyState {...EMPTY[state]} />
          </TableMessage>
        )}
        {jobs?.map((job) => (
          <Row key={job.id} isSelected={open === job.id}>
            <RowHeader>
              <StateLink
                href={href(job.id)}
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
              <span className="font-mono text-small wrap-anywhere">{payloadText(job)}</span>
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
        ))}
      </TableBody>
    </Table>
  );
}

const payloadText = ({ payload }: JobView) =>
  Object.entries(payload)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
