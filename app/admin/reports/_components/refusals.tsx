'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { debounce, useQueryState } from 'nuqs';
import { useState } from 'react';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { TextareaField } from '#components/form/textarea-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { shortText } from '#components/layout/state/short-text.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { Day } from '#components/ui/data/short-time.tsx';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { ActionsCell, ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { shorten } from '#lib/base/text/format.ts';
import { LiftInput } from '#lib/hash-reports/schema.ts';
import type { RefusalListView, RefusalView } from '#lib/hash-reports/views.ts';
import { LoadFailure } from '../../_components/frame/load-failure.tsx';
import { useAdminAction } from '../../_components/frame/use-admin-action.ts';
import { REFUSALS, refusalsKey } from './desk-keys.ts';

const SEARCH_PAUSE_MS = 250;

const useRefusals = (search: string) =>
  useInfiniteQuery({
    queryKey: refusalsKey(search),
    queryFn: ({ pageParam }) =>
      asAdmin(
        callApi('GET /admin/api/refusals', { query: { q: search || undefined, cursor: pageParam ?? undefined } }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });

/** The hashes that hosts do not learn again, and which version of the list each host has. */
export function Refusals() {
  const [search, setSearch] = useQueryState('q', shortText(130).withDefault(''));
  const query = useRefusals(search.trim().toLowerCase());
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const [lifted, setLifted] = useState<RefusalView | null>(null);
  return (
    <div className="space-y-4">
      {data?.pages[0] && <Versions view={data.pages[0]} />}
      <div className="max-w-md">
        <SearchField
          label="Search by the first characters of a hash"
          placeholder="First characters of a hash"
          value={search}
          onChange={(text) => void setSearch(text, { limitUrlUpdates: debounce(SEARCH_PAUSE_MS) })}
        />
      </div>
      <Stale query={query} what="The refusal list" />
      <QueryResult
        query={{ ...query, data: data?.pages.flatMap(({ refusals }) => refusals) }}
        what="the refusal list"
        skeleton={<SkeletonCard lines={6} />}
        failure={(error, retry) => (
          <LoadFailure text="Failed to load the refusal list." error={error} onRetry={retry} />
        )}
        empty={
          search ? (
            <FramedEmptyState title="No match" text="No refused hash begins with these characters." />
          ) : (
            <FramedEmptyState title="Nothing is refused" text="A removed hash is refused until its end date." />
          )
        }
      >
        {(refusals) => <RefusalTable refusals={refusals} onLift={setLifted} />}
      </QueryResult>
      {hasNextPage && (
        <Button variant="secondary" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading...' : 'Show more'}
        </Button>
      )}
      {lifted && <LiftDialog refusal={lifted} onClose={() => setLifted(null)} />}
    </div>
  );
}

/** Which hosts have the newest list, which do not yet, and which cannot apply it. */
function Versions({ view: { version, hosts } }: { view: RefusalListView }) {
  const behind = hosts.filter((host) => host.version !== version);
  const failing = hosts.flatMap(({ server, error }) => (error === null ? [] : [{ server, error }]));
  return (
    <div className="space-y-3 text-small text-muted">
      <p className="wrap-anywhere">
        Version {version} of the list is on {hosts.length - behind.length} of {hosts.length} hosts.
        {behind.length > 0 &&
          ` Not yet on ${behind.map((host) => `${host.server} (${host.version ?? 'none'})`).join(', ')}.`}
      </p>
      {failing.map(({ server, error }) => (
        <Alert key={server} tone="warning" text={`${server} may learn refused hashes again.`}>
          <p className="wrap-anywhere text-ink">{error}</p>
        </Alert>
      ))}
    </div>
  );
}

function RefusalTable({
  refusals,
  onLift,
}: {
  refusals: readonly RefusalView[];
  onLift: (refusal: RefusalView) => void;
}) {
  return (
    <Table caption="Refused hashes" isCaptionHidden>
      <TableHead>
        <HeaderCell>Hash</HeaderCell>
        <HeaderCell>Since</HeaderCell>
        <HeaderCell>Until</HeaderCell>
        <HeaderCell>Status</HeaderCell>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {refusals.map((refusal) => (
          <Row key={`${refusal.digest} ${refusal.since}`}>
            <RowHeader>
              <Copyable value={refusal.digest} label={`Copy the hash ${shorten(refusal.digest, 10)}`} shown={16} />
            </RowHeader>
            <Cell label="Since">
              <Day at={new Date(refusal.since)} />
            </Cell>
            <Cell label="Until">
              <Day at={new Date(refusal.until)} />
            </Cell>
            <Cell label="Status">{refusal.lifted_at ? <Badge>Lifted</Badge> : <Badge tone="info">Refused</Badge>}</Cell>
            <ActionsCell>
              {!refusal.lifted_at && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={`Lift ${shorten(refusal.digest, 10)}`}
                  onClick={() => onLift(refusal)}
                >
                  Lift
                </Button>
              )}
            </ActionsCell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function LiftDialog({ refusal: { digest }, onClose }: { refusal: RefusalView; onClose: () => void }) {
  const client = useQueryClient();
  const runAction = useAdminAction();
  const api = useApiForm(LiftInput, async ({ reason }) => {
    await runAction(() => callApi('POST /admin/api/refusals/{digest}/lift', { params: { digest }, body: { reason } }));
    await client.invalidateQueries({ queryKey: REFUSALS });
    toast.success(`${shorten(digest, 10)} may be learnt again.`);
    onClose();
  });
  return (
    <FormDialog
      title={`Lift the refusal of ${shorten(digest, 10)}?`}
      description="Hosts may learn the hash again from their next run. What was removed stays removed until then."
      onClose={onClose}
      api={api}
      action={`/admin/api/refusals/${digest}/lift`}
      submitText="Lift"
      busyText="Lifting..."
    >
      <TextareaField name="reason" label="Why?" hint="For the audit log." required />
    </FormDialog>
  );
}
