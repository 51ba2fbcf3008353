'use client';

import { useQuery } from '@tanstack/react-query';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { SkeletonRows } from '#components/ui/tables/table-states.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { RUN_NAMES, type RunName } from '#lib/billing/schema.ts';
import type { RunListView } from '#lib/billing/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';

const LABELS: Record<RunName, string> = {
  reconcile: 'Reconcile, nightly',
  sweep: 'Sweep of events, hourly',
  verify: 'Verify, after reconcile',
};

/** When each billing check last ran, and what it found. */
export function Checks() {
  const { data, error } = useQuery({
    queryKey: ['admin', 'billing', 'runs'],
    queryFn: () => orLogin(callApi('GET /admin/api/billing/runs')),
  });
  if (error) return null; // the list below says that billing did not load
  return (
    <Table caption="Checks">
      <TableHead>
        <HeaderCell>Check</HeaderCell>
        <HeaderCell>Last run</HeaderCell>
        <HeaderCell>Found</HeaderCell>
      </TableHead>
      <TableBody>
        {!data && <SkeletonRows columns={3} rows={RUN_NAMES.length} />}
        {data &&
          RUN_NAMES.map((name) => <Check key={name} name={name} run={data.runs.find((each) => each.name === name)} />)}
      </TableBody>
    </Table>
  );
}

function Check({ name, run }: { name: RunName; run: RunListView['runs'][number] | undefined }) {
  return (
    <Row>
      <RowHeader>{LABELS[name]}</RowHeader>
      <Cell label="Last run">{run ? <Time at={new Date(run.ran_at)} /> : 'never'}</Cell>
      <Cell label="Found">
        {run && (
          <span className="block max-w-2xl whitespace-normal">
            {run.found.map(({ what, count }) => `${what} ${exactNumber(count)}`).join(', ')}
            {name === 'verify' && <Differences found={run.found} />}
          </span>
        )}
      </Cell>
    </Row>
  );
}

function Differences({ found }: { found: RunListView['runs'][number]['found'] }) {
  const lines = found.find(({ what }) => what === 'differences')?.names ?? [];
  return (
    lines.length > 0 && (
      <ul className="mt-1 list-disc pl-4 text-small wrap-anywhere text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )
  );
}
