import type { Page } from '@playwright/test';

/** Holds back the page's scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const arrival = Promise.withResolvers<null>();
  await page.route('**/_next/static/**/*.js*', (route) => arrival.promise.then(() => route.continue()));
  return () => arrival.resolve(null);
}

/** Runs in the page. True once its style sheets and fonts are loaded: before that, nothing is in its place. */
export function isStyled(): boolean {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  document.body.getBoundingClientRect(); // the layout requests the fonts
  return sheets.length > 0 && sheets.every(({ sheet }) => sheet) && document.fonts.status === 'loaded';
}
