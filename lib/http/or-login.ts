import { ApiError } from '#lib/http/api-client.ts';
import { paths } from '#lib/paths.ts';

/**
 * A call of somebody who is logged in. When they no longer are, the browser goes to the login and comes back here, and
 * the call stays without an answer.
 */
export async function orLogin<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    window.location.assign(paths.login(window.location.pathname + window.location.search));
    return new Promise<never>(() => undefined);
  }
}
