import { site } from '#lib/base/settings/site.ts';
import { DAY, inSeconds } from '#lib/base/time.ts';

/** The user's choice; `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark';

/** Keeps the choice for 30 days; every page renews it (S85). */
const THEME_COOKIE = `${site.slug}_theme`;
const MAX_AGE_SECONDS = inSeconds(30 * DAY);

/** The value for `document.cookie`. `system` needs no cookie, so it deletes the cookie. */
export const themeCookie = (theme: Theme, isSecure: boolean): string =>
  `${THEME_COOKIE}=${theme === 'system' ? '' : theme}; path=/; max-age=${theme === 'system' ? 0 : MAX_AGE_SECONDS}; samesite=lax${isSecure ? '; secure' : ''}`;

/**
 * Inline script that every page runs before the first paint: sets `<html data-theme>` and renews the cookie.
 * server/index.ts allows the script by its hash, so the text must be constant.
 */
export const themeScript = `(d=>{let t=/(?:^|; )${THEME_COOKIE}=(light|dark)(?:;|$)/.exec(d.cookie)?.[1];if(t){d.documentElement.dataset.theme=t;d.cookie="${THEME_COOKIE}="+t+"; path=/; max-age=${MAX_AGE_SECONDS}; samesite=lax"+(location.protocol=="https:"?"; secure":"")}})(document)`;
