/** What a person chose: one of the two, or whatever the system says. */
export type Theme = 'system' | 'light' | 'dark';

/** The cookie that keeps the choice; no longer than 30 days, renewed by each page (S85). */
const THEME_COOKIE = 'theme';
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** The cookie's text for `document.cookie`. The system's own theme needs none: it ends the cookie. */
export const themeCookie = (theme: Theme, isSecure: boolean): string =>
  `${THEME_COOKIE}=${theme === 'system' ? '' : theme}; path=/; max-age=${theme === 'system' ? 0 : MAX_AGE_SECONDS}; samesite=lax${isSecure ? '; secure' : ''}`;

/**
 * Inline script of every page, before anything is painted: puts the chosen theme on `<html data-theme>` and renews its
 * cookie. server.ts allows it by its hash, so it is one constant text.
 */
export const themeScript = `(d=>{let t=/(?:^|; )${THEME_COOKIE}=(light|dark)(?:;|$)/.exec(d.cookie)?.[1];if(t){d.documentElement.dataset.theme=t;d.cookie="${THEME_COOKIE}="+t+"; path=/; max-age=${MAX_AGE_SECONDS}; samesite=lax"+(location.protocol=="https:"?"; secure":"")}})(document)`;
