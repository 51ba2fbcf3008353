import { env } from '#lib/env.ts';
import { DomainError } from '#lib/errors.ts';

/** Pages of local development servers that may call us with cookies; in development only (spec §9, S34). */
const DEVELOPMENT_ORIGINS = [3000, 3001, 5173, 8080, 8081, 8082].map((port) => `http://localhost:${port}`);

/** Whether a page of this origin may call us with cookies. */
export const isAllowedOrigin = (origin: string): boolean =>
  origin === env().APP_URL || (env().APP_MODE === 'development' && DEVELOPMENT_ORIGINS.includes(origin));

/**
 * Refuses a state-changing call that another site could have caused (S31, S32). Allowed: our own Origin; or none, with
 * Sec-Fetch-Site same-origin, none, or absent (a program, not a browser). Throws `forbidden`.
 */
export function assertSameOrigin(headers: Headers): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const allowed =
    site !== 'cross-site' &&
    (origin !== null ? isAllowedOrigin(origin) : site === null || site === 'same-origin' || site === 'none');
  if (!allowed) throw new DomainError('forbidden', 'This call must come from this site.');
}

/**
 * The same for a plain form of a page. Such a page may send no referrer, and then a browser writes `Origin: null`:
 * Sec-Fetch-Site, which no page can forge, decides (S31 leaves plain forms their own rule). Throws `forbidden`.
 */
export function assertOwnForm(headers: Headers): void {
  const isNullOriginOfOurs = headers.get('origin') === 'null' && headers.get('sec-fetch-site') === 'same-origin';
  if (!isNullOriginOfOurs) assertSameOrigin(headers);
}

/** True when a link or form of another site caused the request (S33). */
export const isFromElsewhere = (headers: Headers): boolean =>
  ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '');
