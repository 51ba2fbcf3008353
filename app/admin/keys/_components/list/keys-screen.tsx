'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { restoredKeyNotice } from '#lib/billing/plan.ts';
import type { FuzzyKeyListView, FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import { countOf } from '#lib/format.ts';
import { paths } from '#lib/paths.ts';
import { MINUTE } from '#lib/time.ts';
import { KeysetPagination } from '../../../_components/lists/keyset-pagination.tsx';
import { SavedViews } from '../../../_components/lists/saved-views/saved-views.tsx';
import { useSettled } from '../../../_components/lists/use-settled.ts';
import { BusiestKeys } from './busiest-keys.tsx';
import { isInUse } from '#lib/fuzzy-keys/policy.ts';
import { KeyActionDialog, type KeyAction } from '../dialogs/key-action-dialog.tsx';
import { KeyCounters } from './key-counters.tsx';
import type { KeyActionName } from './key-row.tsx';
import { KeyUsage } from './key-usage.tsx';
import { KeysFailure, NoKeys } from './keys-message.tsx';
import { KeysTable } from './keys-table.tsx';
import { texts } from './keys-texts.ts';
import { KeysToolbar } from './keys-toolbar.tsx';
import { loadKeysView, PAGE_SIZE, pageQuery } from './keys-query.ts';
import { useKeysView } from './keys-view.ts';
import { useDeleteRestore } from '../dialogs/use-delete-restore.ts';
import { keyIdQuery, useKeys, useRanks } from './use-keys.ts';

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
