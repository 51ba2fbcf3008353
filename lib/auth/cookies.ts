import { isSecureOrigin } from '#lib/env.ts';

/** Set-Cookie for an HttpOnly cookie. A null `value` deletes it. */
export function httpOnlyCookie(name: string, value: string | null, maxAgeSeconds: number): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecureOrigin() ? ['Secure'] : [])];
  return [`${name}=${value ?? ''}`, ...attributes, `Max-Age=${value === null ? 0 : maxAgeSeconds}`].join('; ');
}

/** Adds the `__Host-` prefix on https, so that no other host can set the cookie. */
export const hostCookieName = (name: string) => (isSecureOrigin() ? `__Host-${name}` : name);
