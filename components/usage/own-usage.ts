import { callApi } from '#lib/api-client/api-client.ts';
import type { Period } from '#lib/usage/buckets.ts';
import type { UsageGraphView } from '#lib/usage/views.ts';

/** The user's usage. Development tries `usagegraph/test/{period}` first. Throws ApiError. */
export async function loadOwnUsage(period: Period): Promise<UsageGraphView> {
  const sample = await loadSample(period);
  return sample ?? callApi('GET /usagegraph/{period}', { params: { period } });
}

/** Removed from production builds. */
async function loadSample(period: Period): Promise<UsageGraphView | null> {
  // oxlint-disable-next-line no-restricted-properties -- the build replaces it with a literal
  if (process.env.NODE_ENV !== 'development') return null;
  return callApi('GET /usagegraph/test/{period}', { params: { period } }).catch(() => null);
}
