import { ApiError } from '#lib/api-client/api-client.ts';
import { leadsHome } from '#lib/customer-quirks.ts';
import { paths } from '#lib/paths.ts';
import { onLoggedOut, orLeave } from './or-login.ts';

/** Awaits a request of an open admin page. An error may lead to the login or to the home page. */
export const asAdmin = <T>(call: Promise<T>): Promise<T> => orLeave(call, whereErrorLeads);

/** An error with status 401 leads to the login; one with the customer's 302 in its text leads to the home page. */
export const whereErrorLeads = (error: unknown): string | null =>
  onLoggedOut(error) ?? (error instanceof ApiError && leadsHome(error) ? paths.home : null);
