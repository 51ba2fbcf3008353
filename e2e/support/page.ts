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
 * Escape waits until the dialog on top listens for it, which is a frame or two after it can be seen (measured: 20 ms).
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
    if (key === 'Escape') await page.evaluate(untilEscapeIsHeard);
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

/**
 * Runs in the page. The dialog on top says with its style that it knows its place; it listens once the tasks behind the
 * next frame are done. (A `requestIdleCallback` before a key makes Chromium 156 without a window stop for good.)
 */
async function untilEscapeIsHeard(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const onTop = () => [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1);
  do await frame();
  while ((onTop()?.style.pointerEvents ?? 'auto') !== 'auto');
  await frame();
}
