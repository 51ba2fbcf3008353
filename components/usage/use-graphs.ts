'use client';

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ShownTime } from './graph/shown-time.ts';
import { useUsageView } from './use-usage-view.ts';

/** What the URL chooses, and the period before it once that is wanted and there. */
export type Graphs<T> = { query: UseQueryResult<T>; before: T | undefined };

/** Loads what the URL chooses, and for a comparison the period before it. */
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
  const before = useQuery({ ...queryOf(true), enabled: compare });
  return { query, before: compare ? before.data : undefined };
}
