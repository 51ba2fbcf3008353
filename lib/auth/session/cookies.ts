import { parseCookie, stringifySetCookie } from 'cookie';
import { isSecureOrigin } from '#lib/base/settings/env.ts';
import { site } from '#lib/base/settings/site.ts';
import { DAY, inSeconds } from '#lib/base/time.ts';

/** Our HttpOnly cookies, without what comes before the name. */
export type CookieName = 'session' | 'device' | 'login_challenge' | 'sign_up';

/**
 * The name of a cookie on this origin: the product's name comes first, because all ports of a host share their cookies.
 * On https the prefix `__Host-` keeps other hosts from setting the cookie.
 */
export const cookieName = (name: CookieName): string => `${isSecureOrigin() ? '__Host-' : ''}${site.slug}_${name}`;

/** Set-Cookie for an HttpOnly cookie. A null `value` deletes it. */
export const httpOnlyCookie = (name: CookieName, value: string | null, maxAgeSeconds: number): string =>
  setCookie(cookieName(name), value, maxAgeSeconds);

/**
 * The token in a cookie of this `Cookie` header; null without it. Until `OLD_NAMES_END`, a cookie with its former name
 * counts if there is none with the new one.
 */
export function readCookie(header: string | null | undefined, name: CookieName): string | null {
  const cookies = parseCookie(header ?? '');
  const value = cookies[cookieName(name)] || findOld(cookies, name)?.value;
  return value?.slice(0, LONGEST) ?? null;
}

/** Longer than any token of ours. */
const LONGEST = 200;

/**
 * Until when the names of cookies before the release are read, so that the new names log no one out: 30 days, the
 * longest life of a cookie (S85). Then everything below that says "old" can go, and its two callers in lib/routes.
 */
export const OLD_NAMES_END = Date.parse('2026-12-31T00:00:00Z');
/**
 * The day of the release. Other hosts of the domain can set the former name of the session's cookie, with a session of
 * their own choice; under it, only sessions from before this day count.
 */
export const RELEASED = Date.parse('2026-11-28T00:00:00Z');
const OLD_NAMES: Partial<Record<CookieName, { http: string; https: string }>> = {
  session: { http: 'next-auth.session-token', https: '__Secure-next-auth.session-token' },
  device: { http: 'device', https: '__Host-device' },
  sign_up: { http: 'sign_up', https: '__Host-sign_up' },
};
/** What we put into these cookies: 256 bits in base64url. Another application's cookie of the same name differs. */
const OUR_TOKEN = /^[\w-]{43}$/;

function findOld(cookies: Record<string, string | undefined>, name: CookieName) {
  const old = OLD_NAMES[name]?.[isSecureOrigin() ? 'https' : 'http'];
  const value = old !== undefined && Date.now() < OLD_NAMES_END ? cookies[old] : undefined;
  return old !== undefined && value !== undefined && OUR_TOKEN.test(value) ? { old, value } : undefined;
}

/** Whether a session that began then may be the one of this `Cookie` header, given the name of its cookie. */
export const fitsSessionCookie = (header: string | null | undefined, createdAt: Date): boolean =>
  createdAt.getTime() < RELEASED || Boolean(parseCookie(header ?? '')[cookieName('session')]);

/**
 * Repeats a browser's old device cookie under its new name, and that of the session if the browser is logged in, with a
 * response that no cache keeps. The old one stays for instances of the version before, until a login or logout sets the
 * cookie itself.
 */
export function renameOldCookies(request: Request, response: Response, isLoggedIn: boolean): void {
  if (response.headers.get('cache-control') !== 'no-store') return;
  const cookies = parseCookie(request.headers.get('cookie') ?? '');
  const set = response.headers.getSetCookie();
  for (const name of ['session', 'device'] as const) {
    const found = findOld(cookies, name);
    if (!found) continue;
    const isSet = set.some((one) => one.startsWith(`${cookieName(name)}=`));
    if (isSet) response.headers.append('set-cookie', setCookie(found.old, null, 0));
    else if (!cookies[cookieName(name)] && (isLoggedIn || name !== 'session'))
      response.headers.append('set-cookie', httpOnlyCookie(name, found.value, inSeconds(30 * DAY)));
  }
}

const setCookie = (name: string, value: string | null, maxAgeSeconds: number): string =>
  stringifySetCookie({
    name,
    value: value ?? '',
    maxAge: value === null ? 0 : maxAgeSeconds,
    path: '/',
    httpOnly: true,
    secure: isSecureOrigin(),
    sameSite: 'lax',
  });
