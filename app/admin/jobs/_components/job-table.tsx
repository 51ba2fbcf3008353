import { Button } from '#components/ui/actions/button.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import { Time } from '#components/ui/data/time.tsx';
import type { JobState } from '#lib/jobs/schema.ts';
import type { JobView } from '#lib/jobs/views.ts';
import { EMPTY_TEXTS, STATE_LABELS } from './texts.ts';

type JobTableProps = {
  jobs: readonly JobView[] | undefined;
  state: JobState;
  isBusy: boolean;
  isActing: boolean;
  onRunAgain: (id: string) => void;
};

/** Jobs in one state: number of tries, reason for the failure, and payload. */
export function JobTable({ jobs, state, isBusy, isActing, onRunAgain }: JobTableProps) {
  const columns = state === 'failed' ? 6 : 5;
  return (
    <Table caption={`${STATE_LABELS[state]} jobs`} isBusy={isBusy}>
      <TableHead>
        <HeaderCell>Queue</HeaderCell>
        <HeaderCell>{state === 'failed' ? 'Gave up' : 'Since'}</HeaderCell>
        <HeaderCell isNumeric>Tries</HeaderCell>
        <HeaderCell>Why</HeaderCell>
        <HeaderCell>Payload</HeaderCell>
        {state === 'failed' && <HeaderCell>Actions</HeaderCell>}
      </TableHead>
      <TableBody>
        {!jobs && <SkeletonRows columns={columns} />}
        {jobs?.length === 0 && (
          <TableMessage columns={columns}>
            <EmptyState title={`No ${STATE_LABELS[state].toLowerCase()} jobs`} text={EMPTY_TEXTS[state]} />
          </TableMessage>
        )}
        {jobs?.map((job) => (
          <Row key={job.id}>
            <RowHeader>
              <span className="font-mono text-small font-normal">{job.queue}</span>
            </RowHeader>
            <Cell label={state === 'failed' ? 'Gave up' : 'Since'}>
              <Time at={new Date(job.failed_at ?? job.created_at)} />
            </Cell>
            <Cell label="Tries" isNumeric>
              {job.tries}
            </Cell>
            <Cell label="Why">
              <span className="wrap-anywhere">{job.why}</span>
            </Cell>
            <Cell label="Payload">
              <span className="font-mono text-small wrap-anywhere">{payloadText(job)}</span>
            </Cell>
            {state === 'failed' && (
              <Cell>
                <Button
                  variant="secondary"
                  size="sm"
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
