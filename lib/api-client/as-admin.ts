import { ApiError } from '#lib/api-client/api-client.ts';
import { leadsHome } from '#lib/base/customer-quirks.ts';
import { paths } from '#lib/base/paths.ts';
import { onLoggedOut, orLeave } from './or-login.ts';

/**
 * Awaits an admin page's request. An error may send the browser to the login or to the home page (`whereErrorLeads`).
 */
export const asAdmin = <T>(call: Promise<T>): Promise<T> => orLeave(call, whereErrorLeads);

/**
 * The page that an error leads to: the login for status 401, the home page for an error text with 302
 * (lib/base/customer-quirks.ts); null for any other error.
 */
export const whereErrorLeads = (error: unknown): string | null =>
  onLoggedOut(error) ?? (error instanceof ApiError && leadsHome(error) ? paths.home : null);
