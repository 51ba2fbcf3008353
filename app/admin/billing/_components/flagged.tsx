'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { paths } from '#lib/base/paths.ts';
import type { FlaggedRow } from '#lib/billing/views.ts';
import { StripeLink } from '../../_components/frame/stripe-link.tsx';
import { FLAGGED } from './queries.ts';

/** Billing problems that need an admin, or a notice that there are none. */
export function Flagged() {
  const query = useFlagged();
  return (
    <>
      <Stale query={query} what="The list of problems" />
      <QueryResult query={query} what="billing" skeleton={<SkeletonCard lines={6} />}>
        {({ flagged, total }) => (flagged.length ? <FlaggedTable rows={flagged} total={total} /> : <NothingFlagged />)}
      </QueryResult>
    </>
  );
}

const NothingFlagged = () => (
  <FramedEmptyState
    title="No open issues"
    text="Unknown prices, second subscriptions and disputes are listed here, each with what to do."
  />
);

const useFlagged = () =>
  useQuery({
    queryKey: FLAGGED,
    queryFn: () => orLogin(callApi('GET /admin/api/billing/flagged')),
  });

/** `total` counts all problems; the server lists only the newest if there are many. */
function FlaggedTable({ rows, total }: { rows: FlaggedRow[]; total: number }) {
  const newest = rows.length < total ? `, the newest ${exactNumber(rows.length)} are shown` : '';
  return (
    <Table caption={`${exactNumber(total)} to look at${newest}`} isWide>
      <TableHead>
        <HeaderCell>What</HeaderCell>
        <HeaderCell>What to do</HeaderCell>
        <HeaderCell>User</HeaderCell>
        <HeaderCell>Since</HeaderCell>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <FlaggedItem key={`${row.kind} ${row.subject}`} row={row} />
        ))}
      </TableBody>
    </Table>
  );
}

/** Kinds that an admin's action causes, so they are not errors. */
const MILD: readonly string[] = ['refund', 'collection_paused'];

function FlaggedItem({ row }: { row: FlaggedRow }) {
  return (
    <Row>
      <RowHeader>
        <span className="block max-w-md space-y-1.5 py-1 whitespace-normal">
          <Badge tone={MILD.includes(row.kind) ? 'warning' : 'bad'}>{row.kind.replaceAll('_', ' ')}</Badge>
          <span className="block text-small font-normal">{row.what}</span>
          <StripeLink url={row.stripe_url}>{row.subject}</StripeLink>
        </span>
      </RowHeader>
      <Cell label="What to do">
        <span className="block max-w-md whitespace-normal">{row.todo}</span>
      </Cell>
      <Cell label="User">{row.user ? <UserLink user={row.user} /> : 'None'}</Cell>
      <Cell label="Since">
        <Time at={new Date(row.since)} />
      </Cell>
      <Cell>
        {row.alert_id === null ? (
          <span className="text-small text-muted">Clears automatically</span>
        ) : (
          <ResolveButton id={row.alert_id} />
        )}
      </Cell>
    </Row>
  );
}

const UserLink = ({ user: { id, email } }: { user: { id: string; email: string | null } }) => (
  <a href={paths.adminUser(id)} className="underline underline-offset-4">
    <Breakable text={email ?? 'No Email'} />
  </a>
);

/** Only alerts are resolved by hand. Flags on subscriptions disappear with their cause. */
function ResolveButton({ id }: { id: string }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => orLogin(callApi('POST /admin/api/billing/alerts/{id}/resolve', { params: { id } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: FLAGGED });
      toast.success('Marked as resolved.');
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button variant="secondary" size="sm" disabled={isPending} onClick={() => mutate()}>
      Dealt with
    </Button>
  );
}
