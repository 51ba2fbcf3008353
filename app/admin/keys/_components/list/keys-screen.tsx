'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { KeyUsageDialog } from '#components/usage/key-usage-dialog.tsx';
import { UsageOverview } from '#components/usage/usage-overview.tsx';
import { useUsageView } from '#components/usage/use-usage-view.ts';
import { paths } from '#lib/base/paths.ts';
import { countOf } from '#lib/base/text/format.ts';
import { MINUTE } from '#lib/base/time.ts';
import { restoredKeyNotice } from '#lib/billing/plan.ts';
import { isInUse } from '#lib/fuzzy-keys/policy.ts';
import type { FuzzyKeyListView, FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import type { Counted } from '#lib/http/list-query.ts';
import { KeysetPagination } from '../../../_components/lists/keyset-pagination.tsx';
import { SavedViews } from '../../../_components/lists/saved-views/saved-views.tsx';
import { useSettled } from '../../../_components/lists/use-settled.ts';
import { type KeyAction, KeyActionDialog } from '../dialogs/key-action-dialog.tsx';
import type { KeyActionName } from './key-row.tsx';
import { KeysFailure, NoKeys } from './keys-message.tsx';
import { type KeysView, loadKeysView, PAGE_SIZE, pageQuery, rankingQuery } from './keys-query.ts';
import { KeysTable } from './keys-table.tsx';
import { texts } from './keys-texts.ts';
import { KeysToolbar } from './keys-toolbar.tsx';
import { busyPaging, useKeysView, type ViewChange } from './keys-view.ts';
import { keyIdQuery, useKeyActions, useKeys, useRanking, useRanks, useReloadKeys } from './use-keys.ts';

/** The keys screen: counters, filters, usage of the busiest keys, list and actions. */
export function KeysScreen() {
  const { view, go, turn, href, search } = useKeysView();
  const keys = useKeys(useSettled(pageQuery(view), view.search));
  const ranks = useRanks();
  const [action, setAction] = useState<KeyAction | null>(null);
  const { remove, restore } = useDeleteRestore();
  const openUsage = useOpenUsage((description) => go({ usage: description }));

  const onAction = (name: KeyActionName, fuzzyKey: FuzzyKeyRow) => {
    if (name === 'usage') return void openUsage(fuzzyKey.description);
    if (name === 'delete' && fuzzyKey.replaced_by === null && !isInUse(fuzzyKey)) return remove(fuzzyKey);
    if (name === 'restore' && restoredKeyNotice(fuzzyKey.subscription_status) === null) return restore(fuzzyKey);
    setAction({ kind: name, fuzzyKey });
  };

  const list = keys.data;
  const error = list ? (ranks.data ? null : ranks.error) : keys.error;
  const retry = () => {
    for (const query of [keys, ranks]) if (query.error) void query.refetch();
  };
  const page = (shown?: FuzzyKeyListView) => (
    <>
      {!view.deleted && shown && shown.keys.length > 0 && <BusiestKeys list={shown} {...{ view, go, href }} />}
      <KeysTable
        list={shown}
        ranks={ranks.data}
        isBusy={keys.isFetching}
        onAction={onAction}
        message={shown?.keys.length === 0 && <NoKeys view={view} go={go} />}
        {...{ view, go, href }}
      />
      <p role="status" className="sr-only">
        {shown ? !keys.isPlaceholderData && countOf(shown.total, 'key') : 'Loading the keys...'}
      </p>
      {shown && (
        <KeysetPagination
          label="Pages of keys"
          view={view}
          shown={shown.keys.length}
          pageSize={PAGE_SIZE}
          list={shown}
          href={href}
          turn={turn}
        />
      )}
    </>
  );
  return (
    <div className="space-y-6">
      {!error && <KeyCounters counts={list?.counts} />}
      <SavedViews
        list="keys"
        path={paths.adminKeys}
        view={view}
        onOpen={(query) => go({ ...loadKeysView(new URLSearchParams(query)), overview: view.overview })}
      />
      <KeysToolbar view={view} ranks={ranks.data} search={search} go={go} />
      <Stale query={keys.error ? keys : ranks} what={keys.error ? 'The list of keys' : 'The ranks'} />
      <QueryResult
        query={{
          data: error ? undefined : list,
          error,
          isFetching: keys.isFetching || ranks.isFetching,
          refetch: retry,
        }}
        skeleton={page()}
        failure={(reason) => <KeysFailure error={reason} onRetry={retry} view={view} go={go} href={href} />}
      >
        {page}
      </QueryResult>
      {view.usage !== null && <KeyUsage description={view.usage} onClose={() => go({ usage: null })} />}
      {action && (
        <KeyActionDialog action={action} onDelete={remove} onRestore={restore} onClose={() => setAction(null)} />
      )}
    </div>
  );
}

/** Opens the usage of a key, or shows an error if the name map lacks the key. */
function useOpenUsage(open: (description: string) => void) {
  const client = useQueryClient();
  return async (description: string) => {
    try {
      const { keyId } = await client.query({ ...keyIdQuery(description), staleTime: MINUTE });
      if (keyId === undefined) toast.error(texts.noKeyId);
      else open(description);
    } catch (error) {
      toast.error(texts.noKeyId, { detail: error instanceof Error ? error.message : undefined });
    }
  };
}

/** The usage dialog of the key in the URL. Renders nothing if the name map lacks the key. */
function KeyUsage({ description, onClose }: { description: string; onClose: () => void }) {
  const [, setView] = useUsageView();
  const keyId = useQuery({ ...keyIdQuery(description), staleTime: MINUTE }).data?.keyId;
  if (keyId === undefined) return null;
  const close = () => {
    void setView(null);
    onClose();
  };
  return <KeyUsageDialog description={description} keyId={keyId} onClose={close} />;
}

type Counts = FuzzyKeyListView['counts'];
const COUNTERS: readonly { count: keyof Counts; label: string }[] = [
  { count: 'total', label: 'Total Keys' },
  { count: 'with_email', label: 'With Email' },
  { count: 'stripe', label: 'Stripe Keys' },
  { count: 'manual', label: 'Manual Keys' },
  { count: 'deleted', label: 'Deleted' },
];

function KeyCounters({ counts }: { counts: Counts | undefined }) {
  return (
    <dl aria-label="Counters" className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {COUNTERS.map(({ count, label }) => (
        <div
          key={count}
          className="flex flex-col justify-between gap-1 rounded-md border bg-surface px-4 py-3 max-md:last:col-span-2"
        >
          <dt className="label-mono">{label}</dt>
          <dd className="text-heading font-semibold">
            {counts ? exactNumber(counts[count]) : <Skeleton className="my-1.5 h-7 w-14" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Deletes a key, with Undo where possible, or restores a key. Ignores further presses during a request. */
function useDeleteRestore() {
  const reload = useReloadKeys();
  const actions = useKeyActions();
  const restore = useMutation({
    mutationFn: actions.restore,
    onSuccess: ({ notice }) => toast.success(texts.restored, { detail: notice ?? undefined }),
    onError: ({ message }) => toast.error(texts.restoreFailed, { detail: message }),
    onSettled: () => void reload(),
  });
  const remove = useMutation({
    mutationFn: ({ description }: FuzzyKeyRow) => actions.remove(description),
    onSuccess: (_, { description, replaced_by: replacedBy }) => {
      const undo = { label: 'Undo', onClick: () => restore.mutate(description) };
      toast.success(texts.deleted, { action: replacedBy === null ? undo : undefined });
    },
    onError: ({ message }) => toast.error(texts.deleteFailed, { detail: message }),
    onSettled: () => void reload(),
  });
  return {
    remove: (key: FuzzyKeyRow) => {
      if (!(remove.isPending && remove.variables.id === key.id)) remove.mutate(key);
    },
    restore: ({ description }: FuzzyKeyRow) => {
      if (!(restore.isPending && restore.variables === description)) restore.mutate(description);
    },
  };
}

type BusiestKeysProps = {
  view: KeysView;
  /** the list of the matching keys */
  list: Counted;
  go: (change: ViewChange) => void;
  href: (change: ViewChange) => string;
};

/** The usage of all matching keys, busiest first, one page at a time. */
function BusiestKeys({ view, list, go, href }: BusiestKeysProps) {
  const ranking = useRanking(useSettled(rankingQuery(view), view.search), view.overview);
  const paging = { page: view.busyPage, after: view.busyAfter };
  return (
    <UsageOverview ranking={ranking} isExpanded={view.overview} onExpand={(isExpanded) => go({ overview: isExpanded })}>
      {ranking.data && list.total > PAGE_SIZE && (
        <KeysetPagination
          label="Pages of the usage overview"
          view={paging}
          shown={ranking.data.keys.length}
          pageSize={PAGE_SIZE}
          list={{ ...list, next_cursor: ranking.data.next_cursor }}
          href={(change) => href(busyPaging(change))}
          turn={(change) => go(busyPaging(change))}
        />
      )}
    </UsageOverview>
  );
}
