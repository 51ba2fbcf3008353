import { ApiError } from '#lib/api-client/api-client.ts';
import { leadsHome } from '#lib/customer-quirks.ts';
import { paths } from '#lib/paths.ts';
import { onLoggedOut, orLeave } from './or-login.ts';

/** Awaits a request of an admin page. Some errors send the browser to the login or to the home page instead. */
export const asAdmin = <T>(call: Promise<T>): Promise<T> => orLeave(call, whereErrorLeads);

/**
 * The page that an error leads to: the login for status 401, the home page for a text with 302
 * (lib/customer-quirks.ts), none (null) for any other error.
 */
export const whereErrorLeads = (error: unknown): string | null =>
  onLoggedOut(error) ?? (error instanceof ApiError && leadsHome(error) ? paths.home : null);
