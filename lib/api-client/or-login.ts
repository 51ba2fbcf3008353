import { isLoggedOut } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';

/**
 * Awaits a request that needs a session. Without a session, the browser goes to the login, which then leads back to
 * this page.
 */
export const orLogin = <T>(call: Promise<T>): Promise<T> => orLeave(call, onLoggedOut);

/** For an error with status 401, the URL of the login, which then leads back to this page; null for any other error. */
export const onLoggedOut = (error: unknown): string | null =>
  isLoggedOut(error) ? paths.login(window.location.pathname + window.location.search) : null;

/** Awaits a request. If its error leads to another page, the browser goes there, and the promise never settles. */
export async function orLeave<T>(call: Promise<T>, placeOf: (error: unknown) => string | null): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const place = placeOf(error);
    if (place === null) throw error;
    window.location.assign(place);
    return new Promise<never>(() => undefined);
  }
}
