'use client';

import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { MINUTE } from '#lib/time.ts';
import { OVERVIEW_KEYS } from '#lib/usage/schema.ts';
import type { UsageRowView } from '#lib/usage/views.ts';
import { createBatchLoader } from './batch-loader.ts';
import { EMPTY_GRAPH } from './graph/graph.ts';
import { queryOf } from './graph/shown-time.ts';
import { useGraphs } from './use-graphs.ts';

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
