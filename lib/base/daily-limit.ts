import { countOf } from './text/format.ts';

/** An email may be checked at two storages, so the nominal limit in emails is half the limit in requests. */
const REQUESTS_AN_EMAIL = 2;

/** The nominal number of emails that a number of requests is enough for. */
export const emailsOf = (requests: number): number => Math.floor(requests / REQUESTS_AN_EMAIL);

/** How much of a limit is used, in whole percent. Rounded down, so 100 % means that the limit is reached. */
export const usagePercent = (value: number, limit: number): number =>
  limit > 0 ? Math.floor((value / limit) * 100) : value > 0 ? 100 : 0;

/** A daily limit as people read it everywhere: `30,000 emails a day (60,000 requests)`. */
export const limitText = (requests: number): string =>
  `${countOf(emailsOf(requests), 'email')} a day (${countOf(requests, 'request')})`;
