import { leadsHome } from '#lib/customer-quirks.ts';
import { ApiError } from '#lib/http/api-client.ts';
import { paths } from '#lib/paths.ts';
import { orLogin } from './or-login.ts';

/**
 * Awaits a request of an open admin page. Without a session the browser goes to the login and returns here; the
 * customer's 302 sends it to the home page.
 */
export async function asAdmin<T>(call: Promise<T>): Promise<T> {
  try {
    return await orLogin(call);
  } catch (error) {
    if (!(error instanceof ApiError && leadsHome(error))) throw error;
    window.location.assign(paths.home);
    return new Promise<never>(() => undefined);
  }
}
