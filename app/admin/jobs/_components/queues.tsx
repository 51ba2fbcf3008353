'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { JobListView } from '#lib/jobs/views.ts';

type QueuesProps = {
  queues: JobListView['queues'] | undefined;
  isBusy: boolean;
  onRunAgain: (queue: string) => void;
};

const COLUMNS = 4;

/** The numbers of waiting, running and failed jobs in each queue. At first only of queues that have any. */
export function Queues({ queues, isBusy, onRunAgain }: QueuesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const busy = queues?.filter(({ waiting, running, failed }) => waiting + running + failed > 0);
  const shown = isWhole ? queues : busy;
  return (
    <div className="space-y-3">
      <Table caption="Queues" isDense isSmall>
        <TableHead>
          <HeaderCell>Queue</HeaderCell>
          <HeaderCell isNumeric>Waiting</HeaderCell>
          <HeaderCell isNumeric>Running</HeaderCell>
          <HeaderCell isNumeric>Failed</HeaderCell>
        </TableHead>
        <TableBody>
          {!shown && <SkeletonRows columns={COLUMNS} rows={1} isSmall />}
          {shown?.length === 0 && <TableMessage columns={COLUMNS}>No queue has jobs.</TableMessage>}
          {shown?.map(({ name, waiting, running, failed }) => (
            <Row key={name}>
              <RowHeader isFilling>
                <span className="flex flex-wrap items-center gap-x-4 gap-y-1 whitespace-normal">
                  <span className="font-mono text-small font-normal wrap-anywhere">{name}</span>
                  {failed > 0 && (
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-disabled={isBusy}
                      onClick={() => !isBusy && onRunAgain(name)}
                    >
                      Run all again<span className="sr-only"> in {name}</span>
                    </Button>
                  )}
                </span>
              </RowHeader>
              <Cell label="Waiting" isNumeric>
                {exactNumber(waiting)}
              </Cell>
              <Cell label="Running" isNumeric>
                {exactNumber(running)}
              </Cell>
              <Cell label="Failed" isNumeric>
                <span className={failed ? 'font-medium text-red' : undefined}>{exactNumber(failed)}</span>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {queues && queues.length > (busy?.length ?? 0) && (
        <Button variant="secondary" size="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show only queues with jobs' : `Show all ${queues.length} queues`}
        </Button>
      )}
    </div>
  );
}
