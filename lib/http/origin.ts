import { DomainError } from '#lib/base/errors.ts';
import { env } from '#lib/base/settings/env.ts';

/** Local development servers that may send requests with cookies, in development only (S34). */
const DEVELOPMENT_ORIGINS = [3000, 3001, 5173, 8080, 8081, 8082].map((port) => `http://localhost:${port}`);

/** Whether a page of this origin may send requests with cookies. */
export const isAllowedOrigin = (origin: string): boolean =>
  origin === env().APP_URL || (env().APP_MODE === 'development' && DEVELOPMENT_ORIGINS.includes(origin));

/**
 * Refuses a state-changing request that another site could have caused (S31, S32). Allowed: our own Origin; or no
 * Origin, with Sec-Fetch-Site same-origin, none, or absent (a program, not a browser). Throws `forbidden`.
 */
export function assertSameOrigin(headers: Headers): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const allowed =
    site !== 'cross-site' &&
    (origin !== null ? isAllowedOrigin(origin) : site === null || site === 'same-origin' || site === 'none');
  if (!allowed) throw new DomainError('forbidden', 'This request must come from this site.');
}

/**
 * Like `assertSameOrigin`, for a plain form. From pages that send no referrer, browsers send `Origin: null`; then
 * Sec-Fetch-Site decides, which no page can forge (S31 has a separate rule for plain forms). Throws `forbidden`.
 */
export function assertOwnForm(headers: Headers): void {
  const isNullOriginOfOurs = headers.get('origin') === 'null' && headers.get('sec-fetch-site') === 'same-origin';
  if (!isNullOriginOfOurs) assertSameOrigin(headers);
}

/** Whether a link or form on another site or a sibling origin caused the request (S33). */
export const isFromElsewhere = (headers: Headers): boolean =>
  ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '');
