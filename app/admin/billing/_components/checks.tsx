'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge } from '#components/ui/states/badge.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { useMinute } from '#components/ui/data/use-minute.tsx';
import type { RunName } from '#lib/billing/schema.ts';
import type { RunListView } from '#lib/billing/revenue/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { isLate, resultOf } from './check-result.ts';
import { RUNS } from './queries.ts';

const CHECKS: readonly { name: RunName; title: string; does: string }[] = [
  { name: 'verify', title: 'Verify', does: 'Compares everything with Stripe, after each reconcile' },
  { name: 'reconcile', title: 'Reconcile', does: 'Repairs differences from Stripe, every night' },
  { name: 'sweep', title: 'Sweep', does: 'Handles missed webhook events, every hour' },
];
/** The number of differences that are shown without a click. */
const FEW = 5;
/** Polls, so that the result of a started reconcile appears soon after its end. */
const REFRESH_MS = 10_000;

/** The time and result of each billing check's last run. */
export function Checks() {
  const query = useQuery({
    queryKey: RUNS,
    queryFn: () => orLogin(callApi('GET /admin/api/billing/runs')),
    refetchInterval: REFRESH_MS,
  });
  return (
    <QueryResult query={query} what="the billing checks" skeleton={<SkeletonCard lines={6} />}>
      {({ runs }) => (
        <div className="space-y-3">
          <Stale query={query} what="The list of checks" />
          <Table caption="Checks">
            <TableHead>
              <HeaderCell>Check</HeaderCell>
              <HeaderCell>Last run</HeaderCell>
              <HeaderCell>Result</HeaderCell>
            </TableHead>
            <TableBody>
              {CHECKS.map((check) => (
                <Check key={check.name} {...check} run={runs.find(({ name }) => name === check.name)} />
              ))}
            </TableBody>
          </Table>
          <Differences found={runs.find(({ name }) => name === 'verify')?.found ?? []} />
        </div>
      )}
    </QueryResult>
  );
}

type Run = RunListView['runs'][number];

function Check({ name, title, does, run }: (typeof CHECKS)[number] & { run: Run | undefined }) {
  return (
    <Row>
      <RowHeader>
        <span className="block py-1 whitespace-normal">
          {title}
          <span className="block text-small font-normal text-muted">{does}</span>
        </span>
      </RowHeader>
      <Cell label="Last run">
        {run ? <LastRun name={name} at={new Date(run.ran_at)} /> : <span className="text-muted">Never</span>}
      </Cell>
      <Cell label="Result">
        {run ? <Result name={name} found={run.found} /> : <span className="text-muted">None yet</span>}
      </Cell>
    </Row>
  );
}

function LastRun({ name, at }: { name: RunName; at: Date }) {
  const minute = useMinute();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Time at={at} />
      {minute !== null && isLate(name, at, new Date(minute)) && <Badge tone="warning">late</Badge>}
    </span>
  );
}

function Result({ name, found }: { name: RunName; found: Run['found'] }) {
  const { tone, text, details } = resultOf(name, found);
  return (
    <span className="block max-w-2xl space-y-1 py-1 whitespace-normal">
      <Badge tone={tone}>{text}</Badge>
      {details && <span className="block text-small text-muted">{details}</span>}
    </span>
  );
}

/** One line for each difference. Not all are stored if there are many. */
function Differences({ found }: { found: Run['found'] }) {
  const { count, names } = found.find(({ what }) => what === 'differences') ?? { count: 0, names: [] };
  if (!count) return null;
  return (
    <details open={count <= FEW} className="rounded-md border border-line px-4 py-3 text-small">
      <summary className="cursor-pointer font-medium">What verify found</summary>
      <ul className="mt-2 list-disc space-y-1 pl-4 wrap-anywhere">
        {names.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {count > names.length && <li>and {exactNumber(count - names.length)} more, which billing:verify prints</li>}
      </ul>
    </details>
  );
}
