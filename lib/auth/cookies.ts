import { isSecureOrigin } from '#lib/env.ts';

/** Set-Cookie for a cookie that scripts cannot read; `value` null ends it. */
export function httpOnlyCookie(name: string, value: string | null, maxAgeSeconds: number): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecureOrigin() ? ['Secure'] : [])];
  return [`${name}=${value ?? ''}`, ...attributes, `Max-Age=${value === null ? 0 : maxAgeSeconds}`].join('; ');
}

/** A cookie's name on this origin: `__Host-` where that is possible, so that no other host can set it. */
export const hostCookieName = (name: string) => (isSecureOrigin() ? `__Host-${name}` : name);
