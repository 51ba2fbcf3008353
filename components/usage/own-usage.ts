import { callApi } from '#lib/http/api-client.ts';
import type { Period } from '#lib/usage/buckets.ts';
import type { UsageGraphView } from '#lib/usage/views.ts';

/** `GET usagegraph/{period}`; in development `usagegraph/test/{period}` is asked first (spec §7). Throws ApiError. */
export async function loadOwnUsage(period: Period): Promise<UsageGraphView> {
  const sample = await loadSample(period);
  return sample ?? callApi('GET /usagegraph/{period}', { params: { period } });
}

/** Compiled to nothing in a production build. */
async function loadSample(period: Period): Promise<UsageGraphView | null> {
  // eslint-disable-next-line no-restricted-properties -- the build puts a word in its place
  if (process.env.NODE_ENV !== 'development') return null;
  return callApi('GET /usagegraph/test/{period}', { params: { period } }).catch(() => null);
}
