import { ApiError } from '#lib/http/api-client.ts';
import { paths } from '#lib/paths.ts';
import { orLogin } from './or-login.ts';

/** A call of an open admin page: logged out → the login and back; a text with 302 → the root (decisions §10). */
export async function asAdmin<T>(call: Promise<T>): Promise<T> {
  try {
    return await orLogin(call);
  } catch (error) {
    if (!(error instanceof ApiError && error.message.includes('302'))) throw error;
    window.location.assign(paths.home);
    return new Promise<never>(() => undefined);
  }
}
