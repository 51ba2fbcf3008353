'use client';

import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ShownTime } from './graph/shown-time.ts';
import { useUsageView } from './use-usage-view.ts';

/** The graphs selected in the URL, and for a comparison the graphs of the previous period once they have loaded. */
export type Graphs<T> = { query: UseQueryResult<T>; before: T | undefined };

/** Loads the graphs selected in the URL, and for a comparison the graphs of the previous period. */
export function useGraphs<T>(
  key: readonly unknown[],
  load: (shown: ShownTime, isBefore: boolean) => Promise<T>,
): Graphs<T> {
  const [{ period, from, to, compare }] = useUsageView();
  const shown = period === 'range' ? { period, from, to } : { period, from: '', to: '' };
  const queryOf = (isBefore: boolean) => ({
    queryKey: [...key, ...Object.values(shown), ...(isBefore ? ['before'] : [])],
    queryFn: () => load(shown, isBefore),
  });
  const query = useQuery(queryOf(false));
  const before = useQuery<T>(compare ? queryOf(true) : { ...queryOf(true), queryFn: skipToken });
  return { query, before: compare ? before.data : undefined };
}
