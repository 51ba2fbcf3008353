import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** How a screen is looked at: a phone and a desk, by day and by night. */
export const LOOKS = [360, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme, name: `${width} px, ${theme}` })),
);
export type Look = (typeof LOOKS)[number];

/** Gives the page a width and the system's theme, and stills what moves. */
export async function wear(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content, 'the page scrolls sideways').toBeLessThanOrEqual(screen ?? 0);
}

/** Violations of the Content-Security-Policy and errors of the page, from the first byte on (S36). */
export function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

/**
 * Makes the page as patient as a person: after `goto` and `reload` its scripts have taken over before the test acts, so
 * that a click does what it does for everybody but the fastest. `waitUntil: 'commit'` is for tests of that first moment.
 * Escape waits until the page is idle: a dialog listens for it two frames after it can be seen (measured: 20 ms).
 */
export function waitForItsScripts(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const settle = async (waitUntil?: string) => {
    if (waitUntil !== 'commit') await page.waitForFunction(isTakenOver, null, { timeout: 20_000 });
  };
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    await settle(options?.waitUntil);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    await settle(options?.waitUntil);
    return answer;
  };
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = async (key, options) => {
    if (key === 'Escape') await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    return press(key, options);
  };
}

/** Runs in the page: React knows everything that can be acted on; or the page has no scripts. */
function isTakenOver(): boolean {
  if (!document.querySelector('script[src*="/_next/static/"]')) return true;
  return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea')].every(
    (element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')),
  );
}
