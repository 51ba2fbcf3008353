'use client';

import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { asAdmin } from '#lib/http/as-admin.ts';
import { callApi } from '#lib/http/api-client.ts';
import type { Period } from '#lib/usage/buckets.ts';
import { OVERVIEW_KEYS } from '#lib/usage/schema.ts';
import type { UsageRowView } from '#lib/usage/views.ts';
import { createBatchLoader } from './batch-loader.ts';

/** Whatever of the keys' usage is shown. */
export const KEY_USAGE = ['admin', 'key-usage'];
const FRESH_MS = 60_000;

export type DatedUsageRow = UsageRowView & {
  /** starts of the days of `daily_series`, ISO 8601 UTC */
  buckets: string[];
};

/** `GET admin/api/usage/overview`, five keys a call, one call after the other (spec §9). */
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

/** The last 30 days of some keys, each by itself: rows fill in as their calls are answered. */
export const useKeyUsages = (keyIds: readonly string[]) => useQueries({ queries: keyIds.map(rowQuery) });

export const useKeyUsage = (keyId: string) => useQuery(rowQuery(keyId));

/** Loads a key's usage anew where it is shown, because its limit is another now. */
export function useForgetUsage(): (keyId: string) => void {
  const client = useQueryClient();
  return (keyId) => void client.invalidateQueries({ queryKey: rowOf(keyId) });
}

/** `GET admin/usagegraph/{keyId}/{duration}` of one server, or of all (0): the only graph of the answer. */
export const useKeyGraph = (keyId: string, period: Period, serverId: number) =>
  useQuery({
    queryKey: [...KEY_USAGE, 'graph', keyId, period, serverId],
    queryFn: () =>
      asAdmin(
        callApi('GET /admin/usagegraph/{keyId}/{duration}', {
          params: { keyId, duration: period },
          query: { server_id: serverId },
        }),
      ),
    select: (graphs) => Object.values(graphs)[0],
  });

/** `GET admin/api/servers`; 0 is all of them together. */
export const useUsageServers = () =>
  useQuery({
    queryKey: [...KEY_USAGE, 'servers'],
    queryFn: () => asAdmin(callApi('GET /admin/api/servers')),
    select: ({ servers }) => servers,
    staleTime: FRESH_MS,
  });
