import type { Page } from '@playwright/test';
import { COMPILE_HINT } from '#lib/http/compile-hints.ts';
import { expect, test } from '../fixtures.ts';
import { watch } from '../support/page.ts';
import { collectScripts } from '../support/scripts.ts';

/** How long a browser that never tells of its paint is waited for. */
const PATIENCE_MS = 1000;

for (const path of ['/', '/pricing', '/setup'])
  test(`P1 the scripts of ${path} leave the line and the processor to the first paint, and React finds nothing wrong`, async ({
    page,
  }) => {
    const problems = watch(page);
    await page.goto(path);
    const { count, startedAt, paintedAt, answeredAt } = await measure(page);
    expect(count).toBeGreaterThan(3);
    expect(startedAt).toBeGreaterThanOrEqual(Math.min(paintedAt, answeredAt + PATIENCE_MS));
    expect(problems).toEqual([]);
  });

test('P1 a page in a tab behind is not painted, and its scripts do not wait', async ({ page }) => {
  await page.addInitScript((patience) => {
    Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
    const real = globalThis.setTimeout;
    const withoutPatience = (run: TimerHandler, ms?: number) => (ms === patience ? 0 : real(run, ms));
    globalThis.setTimeout = withoutPatience as typeof setTimeout;
    Reflect.deleteProperty(globalThis, 'PerformanceObserver');
  }, PATIENCE_MS);
  await page.goto('/'); // React takes over
  expect((await measure(page)).count).toBeGreaterThan(3);
});

test('P1 a browser that never tells of its paint runs the scripts after a second', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PerformanceObserver'));
  await page.goto('/');
  const { startedAt, answeredAt } = await measure(page);
  expect(startedAt).toBeGreaterThanOrEqual(answeredAt + PATIENCE_MS);
});

test('P1 what every page starts with is compiled as it arrives, what comes later is not', async ({ page }) => {
  const collected = collectScripts(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  const scripts = await collected();
  const hinted = scripts.map((script) => script.startsWith(COMPILE_HINT));
  expect(hinted).toContain(true);
  expect(hinted).toContain(false);
  const react = scripts.find((script) => script.includes('hydrateRoot'));
  expect(react?.slice(0, COMPILE_HINT.length)).toBe(COMPILE_HINT);
});

/** How many scripts the page has; when the first was fetched, and what it waits for, in ms after the navigation began. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[async][src]')].map(({ src }) => src);
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const fetched = performance.getEntriesByType('resource').filter(({ name }) => scripts.includes(name));
    return {
      count: fetched.length,
      startedAt: Math.min(...fetched.map(({ startTime }) => startTime)),
      paintedAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      answeredAt: navigation?.responseStart ?? Infinity,
    };
  });
