import { ApiError } from '#lib/http/api-client.ts';
import { paths } from '#lib/paths.ts';

/**
 * Awaits a request that needs a session. On 401 the browser goes to the login and returns here afterwards, and the
 * promise never settles.
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
