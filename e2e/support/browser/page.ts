import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

declare global {
  var haveEffectsRun: boolean | undefined;
  var axe: { run: (on: Document, options: object) => ReturnType<AxeBuilder['analyze']> } | undefined;
}

/** axe's script. AxeBuilder would load it twice for each check, and open a page to merge the results of frames. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Screen variants: phone and desktop, light and dark. */
export const APPEARANCES = [360, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme, name: `${width} px, ${theme}` })),
);
export type Appearance = (typeof APPEARANCES)[number];

/** Sets the page's width and the system's theme, and reduces motion. */
export async function emulate(page: Page, { width, theme }: Appearance): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** Rules about a document as a whole, which a part of a page cannot keep. */
const OF_DOCUMENTS = ['landmark-one-main', 'page-has-heading-one', 'region', 'bypass', 'heading-order'];

/**
 * Expects no axe violations in the page's current state: of all rules, of those for a part of a page, or of these. If contrasts are all that axe finds,
 * it looks again and the second look counts, because a toast may have begun to fade.
 */
export async function expectAccessible(page: Page, rules?: string[] | 'of parts'): Promise<void> {
  const problems = await violationsOf(page, rules);
  const areContrasts = problems?.length ? problems.every((problem) => problem.startsWith('color-contrast')) : false;
  expect(areContrasts ? await violationsOf(page, rules) : problems).toEqual([]);
}

async function violationsOf(page: Page, rules?: string[] | 'of parts'): Promise<string[] | undefined> {
  const hasAxe = await page.evaluate(untilColoursRest);
  if (!hasAxe) await page.evaluate(AXE);
  const chosen =
    rules === 'of parts'
      ? { rules: Object.fromEntries(OF_DOCUMENTS.map((rule) => [rule, { enabled: false }])) }
      : rules && { runOnly: rules };
  const violations = await page.evaluate(async (more) => {
    const options = { iframes: false, resultTypes: ['violations'], ...more };
    return (await globalThis.axe?.run(document, options))?.violations;
  }, chosen);
  return violations?.flatMap(({ id, nodes }) => nodes.map((node) => `${id}${coloursOf(node)}: ${node.html}`));
}

type Node = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number];
type Contrast = { fgColor?: string; bgColor?: string; contrastRatio?: number; expectedContrastRatio?: string };

/** The colours that axe read, if the rule compares colours: " (#8b8e87 on #ffffff, 3.3 instead of 4.5:1)". */
const coloursOf = ({ any }: Node) =>
  any
    .map(({ data }) => data as Contrast | null)
    .filter((data) => data?.contrastRatio !== undefined)
    .map(
      (data) =>
        ` (${data?.fgColor} on ${data?.bgColor}, ${data?.contrastRatio} instead of ${data?.expectedContrastRatio})`,
    )
    .join('');

/**
 * Runs in the page. Waits until no change of colour is running, because axe reads the colours of the moment. Returns
 * whether the page has loaded axe.
 */
async function untilColoursRest(): Promise<boolean> {
  await new Promise((done) => requestAnimationFrame(done));
  const running = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(running.map(({ finished }) => finished));
  return globalThis.axe !== undefined;
}

/** Expects no horizontal scrolling, once charts have followed a new width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  await expect.poll(() => page.evaluate(overflow), { message: 'the page scrolls sideways' }).toBeLessThanOrEqual(0);
}

/** Collects console errors, which include CSP violations (S36), and uncaught exceptions from now on. */
export function collectErrors(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

/**
 * Waits until React has hydrated the page, so that a click has the same effect as for real users. Call it before a click
 * on a page that the site itself opened with `location.assign`.
 */
export const hydrated = (page: Page) => page.waitForFunction(isTakenOver, null, { timeout: 60_000 });

/**
 * Makes `goto` and `reload` wait until the page is hydrated. `waitUntil: 'commit'` skips the wait, for tests of the page
 * before hydration. Escape waits until the topmost dialog listens for it, a frame or two after it is visible (measured:
 * 20 ms).
 */
export function waitForItsScripts(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const settle = async (waitUntil?: string) => {
    if (waitUntil !== 'commit') await hydrated(page);
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
    if (key === 'Escape') await page.evaluate(waitForEscapeListener);
    return press(key, options);
  };
}

/**
 * Runs in the page. True if React has hydrated the page and every interactive element and has run its effects, which
 * listen for keys, or if the page has no scripts. React has no public sign of this: its root is no longer dehydrated
 * once the first render is committed, and a background task runs after the tasks that wait, such as the effects.
 */
function isTakenOver(): boolean {
  if (document.readyState !== 'complete') return false;
  if (!document.querySelector('script[src*="/_next/static/"]')) return true;
  type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const [, root] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer$')) ?? [];
  if ((root as Root | undefined)?.stateNode.current.memoizedState.isDehydrated !== false) return false;
  const elements = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea')];
  if (!elements.every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')))) return false;
  if (globalThis.haveEffectsRun === undefined) {
    globalThis.haveEffectsRun = false;
    void scheduler.postTask(() => (globalThis.haveEffectsRun = true), { priority: 'background' });
  }
  return globalThis.haveEffectsRun;
}

/**
 * Runs in the page. The topmost dialog has `pointer-events: auto` once it knows that it is on top, and listens after
 * the tasks of the next frame. A panel beside a list and a popover always listen. (`requestIdleCallback` before a key
 * press makes headless Chromium 156 hang.)
 */
async function waitForEscapeListener(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const layers = '[role=dialog]:not([data-beside], [data-radix-popper-content-wrapper] *), [role=alertdialog]';
  const onTop = () => [...document.querySelectorAll<HTMLElement>(layers)].at(-1);
  do await frame();
  while ((onTop()?.style.pointerEvents ?? 'auto') !== 'auto');
  await frame();
}
