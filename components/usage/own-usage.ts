import { callApi } from '#lib/api-client/api-client.ts';
import type { UsageGraphView } from '#lib/usage/views.ts';
import { queryOf, type ShownTime } from './graph/shown-time.ts';

/**
 * The user's usage in the shown time, or in the previous period. Development tries `usagegraph/test/{period}` first.
 * Throws ApiError.
 */
export async function loadOwnUsage(shown: ShownTime, isBefore: boolean): Promise<UsageGraphView> {
  const sample = isBefore ? null : await loadSample(shown);
  const { period } = shown;
  return sample ?? callApi('GET /usagegraph/{period}', { params: { period }, query: queryOf(shown, isBefore) });
}

/** Removed from production builds. */
async function loadSample({ period }: ShownTime): Promise<UsageGraphView | null> {
  // oxlint-disable-next-line no-restricted-properties -- the build replaces it with a literal
  if (process.env.NODE_ENV !== 'development' || period === 'range') return null;
  return callApi('GET /usagegraph/test/{period}', { params: { period } }).catch(() => null);
}
