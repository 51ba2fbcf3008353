import { ApiError } from '#lib/http/api-client.ts';
import { paths } from '#lib/paths.ts';
import { onLoggedOut, orLeave } from './or-login.ts';

/** Awaits a request of an open admin page. An error may lead to the login or to the home page. */
export const asAdmin = <T>(call: Promise<T>): Promise<T> => orLeave(call, whereErrorLeads);

/** 401 leads to the login, an error text with `302` to the home page (docs/product.md, "Rules that look odd"). */
export const whereErrorLeads = (error: unknown): string | null =>
  onLoggedOut(error) ?? (error instanceof ApiError && error.message.includes('302') ? paths.home : null);
