'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton, SkeletonCard } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { KeyUsageDialog } from '#components/usage/key-usage-dialog.tsx';
import { UsageOverview } from '#components/usage/usage-overview.tsx';
import { useUsageView } from '#components/usage/use-usage-view.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { MINUTE } from '#lib/base/time.ts';
import { restoredKeyNotice } from '#lib/billing/plan.ts';
import { isInUse } from '#lib/fuzzy-keys/policy.ts';
import { SPREAD_NETWORKS } from '#lib/fuzzy-keys/schema.ts';
import type { FuzzyKeyListView, FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import type { Counted } from '#lib/http/list-query.ts';
import { KeysetPagination } from '../../../_components/lists/keyset-pagination.tsx';
import { ListStatus } from '../../../_components/lists/list-table.tsx';
import { SavedViews } from '../../../_components/lists/saved-views/saved-views.tsx';
import { useList } from '../../../_components/lists/use-list.ts';
import { useSettled } from '../../../_components/lists/use-settled.ts';
import { KeyNetworks } from '../../../_components/users/panel/key-networks.tsx';
import { type KeyAction, KeyActionDialog } from '../dialogs/key-action-dialog.tsx';
import type { KeyActionName } from './key-row.tsx';
import { busyPaging, type KeysChange, keysList, type KeysView, rankingQuery } from './keys-list.ts';
import { KeysTable } from './keys-table.tsx';
import { texts } from './keys-texts.ts';
import { KeysToolbar } from './keys-toolbar.tsx';
import { keyIdQuery, useKeyActions, useKeyNetworks, useRanking, useRanks, useReloadKeys } from './use-keys.ts';

/** The keys screen: counters, filters, usage of the busiest keys, list and actions. */
export function KeysScreen() {
  const list = useList(keysList, (query) => callApi('GET /admin/api/fuzzy-keys', { query }));
  const { view, go, turn, href, search, answer: keys } = list;
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

  const shown = keys.data;
  const error = shown ? (ranks.data ? null : ranks.error) : keys.error;
  const retry = () => {
    for (const query of [keys, ranks]) if (query.error) void query.refetch();
  };
  const answer = { ...keys, data: error ? undefined : shown, error, refetch: retry };
  return (
    <div className="space-y-6">
      {!error && <KeyCounters counts={shown?.counts} />}
      <SavedViews
        list="keys"
        path={paths.adminKeys}
        view={view}
        onOpen={(query) => go({ ...keysList.load(new URLSearchParams(query)), overview: view.overview })}
      />
      <KeysToolbar view={view} ranks={ranks.data} search={search} go={go} />
      <Stale query={keys.error ? keys : ranks} what={keys.error ? keysList.name : 'The ranks'} />
      {!view.deleted && !error && shown && shown.keys.length > 0 && (
        <BusiestKeys list={shown} {...{ view, go, href }} />
      )}
      <KeysTable state={{ ...list.state, answer }} ranks={ranks.data} onAction={onAction} {...{ view, go, href }} />
      <ListStatus state={{ ...list.state, answer }} total={shown?.total} />
      {shown && !error && (
        <KeysetPagination
          label="Pages of keys"
          view={view}
          shown={shown.keys.length}
          pageSize={keysList.pageSize}
          list={shown}
          href={href}
          turn={turn}
        />
      )}
      {view.usage !== null && (
        <KeyUsage
          description={view.usage}
          networks={shown?.keys.find(({ description }) => description === view.usage)?.networks ?? 0}
          onClose={() => go({ usage: null })}
        />
      )}
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

type KeyUsageProps = { description: string; networks: number; onClose: () => void };

/** The usage dialog of the key in the URL, with its networks if they are many. Renders nothing if the name map lacks the key. */
function KeyUsage({ description, networks, onClose }: KeyUsageProps) {
  const [, setView] = useUsageView();
  const keyId = useQuery({ ...keyIdQuery(description), staleTime: MINUTE }).data?.keyId;
  if (keyId === undefined) return null;
  const close = () => {
    void setView(null);
    onClose();
  };
  return (
    <KeyUsageDialog description={description} keyId={keyId} onClose={close}>
      {networks > SPREAD_NETWORKS && <NetworksOf description={description} />}
    </KeyUsageDialog>
  );
}

function NetworksOf({ description }: { description: string }) {
  const query = useKeyNetworks(description);
  return (
    <QueryResult query={query} what="the networks" skeleton={<SkeletonCard lines={6} />}>
      {({ networks }) => <KeyNetworks networks={networks} isOpen />}
    </QueryResult>
  );
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
  go: (change: KeysChange) => void;
  href: (change: KeysChange) => string;
};

/** The usage of all matching keys, busiest first, one page at a time. */
function BusiestKeys({ view, list, go, href }: BusiestKeysProps) {
  const ranking = useRanking(useSettled(rankingQuery(view), view.search), view.overview);
  const paging = { page: view.busyPage, after: view.busyAfter };
  return (
    <UsageOverview ranking={ranking} isExpanded={view.overview} onExpand={(isExpanded) => go({ overview: isExpanded })}>
      {ranking.data && list.total > keysList.pageSize && (
        <KeysetPagination
          label="Pages of the usage overview"
          view={paging}
          shown={ranking.data.keys.length}
          pageSize={keysList.pageSize}
          list={{ ...list, next_cursor: ranking.data.next_cursor }}
          href={(change) => href(busyPaging(change))}
          turn={(change) => go(busyPaging(change))}
        />
      )}
    </UsageOverview>
  );
}
