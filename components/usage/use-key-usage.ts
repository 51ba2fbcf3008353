'use client';

import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { MINUTE } from '#lib/base/time.ts';
import { OVERVIEW_KEYS } from '#lib/usage/schema.ts';
import type { UsageRowView } from '#lib/usage/views.ts';
import { EMPTY_GRAPH } from './graph/graph.ts';
import { queryOf } from './graph/shown-time.ts';
import { useGraphs } from './use-graphs.ts';

type Waiting<T> = {
  id: string;
  resolve: (result: T) => void;
  reject: (reason: unknown) => void;
};

/**
 * Combines requests for single ids into batches, one after the other: `load` gets at most `size` ids and returns the
 * results in their order. An id that is aborted before its batch starts is not loaded. A batch that fails rejects only
 * its own ids.
 */
export function createBatchLoader<T>(load: (ids: readonly string[]) => Promise<readonly T[]>, size: number) {
  let waiting: Waiting<T>[] = [];
  let isRunning = false;

  const run = async () => {
    for (let batch = waiting.splice(0, size); batch.length; batch = waiting.splice(0, size)) await answer(batch, load);
    isRunning = false;
  };
  return (id: string, signal: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const question = { id, resolve, reject };
      signal.addEventListener('abort', () => {
        waiting = waiting.filter((other) => other !== question);
        reject(new DOMException('No longer wanted', 'AbortError'));
      });
      waiting.push(question);
      if (isRunning) return;
      isRunning = true;
      queueMicrotask(() => void run());
    });
}

async function answer<T>(
  batch: readonly Waiting<T>[],
  load: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<void> {
  try {
    const results = await load(batch.map(({ id }) => id));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as T);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** The query key of all usage of keys. */
export const KEY_USAGE = ['admin', 'key-usage'];
const FRESH_MS = MINUTE;

export type DatedUsageRow = UsageRowView & {
  /** starts of the days of `daily_series`, ISO 8601 UTC */
  buckets: string[];
};

/** Loads five keys per request, one request after the other (docs/product.md, "Usage"). */
const loadRow = createBatchLoader<DatedUsageRow>(async (keyIds) => {
  const { rows, buckets } = await asAdmin(
    callApi('GET /admin/api/usage/overview', { query: { keys: keyIds.join(',') } }),
  );
  return rows.map((row) => ({ ...row, buckets }));
}, OVERVIEW_KEYS);

const rowOf = (keyId: string) => [...KEY_USAGE, 'row', keyId];
const rowQuery = (keyId: string) => ({
  queryKey: rowOf(keyId),
  queryFn: ({ signal }: { signal: AbortSignal }) => loadRow(keyId, signal),
  staleTime: FRESH_MS,
});

/** The last 30 days of some keys. Each is a separate query, so rows fill in as responses arrive. */
export const useKeyUsages = (keyIds: readonly string[]) => useQueries({ queries: keyIds.map(rowQuery) });

export const useKeyUsage = (keyId: string) => useQuery(rowQuery(keyId));

/** Reloads a key's usage wherever it is shown. Called when its limit has changed. */
export function useForgetUsage(): (keyId: string) => void {
  const client = useQueryClient();
  return (keyId) => void client.invalidateQueries({ queryKey: rowOf(keyId) });
}

/** A key's usage on one server, or on all together (0). The response has exactly one graph. */
export const useKeyGraph = (keyId: string, serverId: number) =>
  useGraphs([...KEY_USAGE, 'graph', keyId, serverId], async (shown, isBefore) => {
    const graphs = await asAdmin(
      callApi('GET /admin/usagegraph/{keyId}/{duration}', {
        params: { keyId, duration: shown.period },
        query: { server_id: serverId, ...queryOf(shown, isBefore) },
      }),
    );
    return Object.values(graphs)[0] ?? EMPTY_GRAPH;
  });

/** Id 0 is all servers together. */
export const useUsageServers = () =>
  useQuery({
    queryKey: [...KEY_USAGE, 'servers'],
    queryFn: () => asAdmin(callApi('GET /admin/api/servers')),
    select: ({ servers }) => servers,
    staleTime: FRESH_MS,
  });
