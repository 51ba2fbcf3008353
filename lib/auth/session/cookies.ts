import { stringifySetCookie } from 'cookie';
import { isSecureOrigin } from '#lib/env.ts';

/** Set-Cookie for an HttpOnly cookie. A null `value` deletes it. */
export const httpOnlyCookie = (name: string, value: string | null, maxAgeSeconds: number): string =>
  stringifySetCookie({
    name,
    value: value ?? '',
    maxAge: value === null ? 0 : maxAgeSeconds,
    path: '/',
    httpOnly: true,
    secure: isSecureOrigin(),
    sameSite: 'lax',
  });

/** Adds the `__Host-` prefix on https, so that no other host can set the cookie. */
export const hostCookieName = (name: string) => (isSecureOrigin() ? `__Host-${name}` : name);
