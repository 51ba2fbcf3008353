import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { collectErrors } from '../support/browser/page.ts';

/** How long the scripts wait in a browser that never reports its first paint. */
const PATIENCE_MS = 1000;

// Both pages are prerendered: only such pages delay their scripts (docs/decisions/0019).
for (const path of ['/', '/setup'])
  test(`loads the scripts of ${path} after the first paint, without console errors (P1)`, async ({ page }) => {
    const problems = collectErrors(page);
    await page.goto(path);
    const { count, startedAt, paintedAt, answeredAt } = await measure(page);
    expect(count).toBeGreaterThan(3);
    expect(startedAt).toBeGreaterThanOrEqual(Math.min(paintedAt, answeredAt + PATIENCE_MS));
    expect(problems).toEqual([]);
  });

test('loads the scripts without waiting in a background tab, which is never painted (P1)', async ({ page }) => {
  await page.addInitScript((patience) => {
    Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
    const real = globalThis.setTimeout;
    const withoutPatience = (run: TimerHandler, ms?: number) => (ms === patience ? 0 : real(run, ms));
    globalThis.setTimeout = withoutPatience as typeof setTimeout;
    Reflect.deleteProperty(globalThis, 'PerformanceObserver');
  }, PATIENCE_MS);
  await page.goto('/'); // goto resolves after hydration
  expect((await measure(page)).count).toBeGreaterThan(3);
});

test('loads the scripts after a second when the browser never reports a paint (P1)', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PerformanceObserver'));
  await page.goto('/');
  const { startedAt, answeredAt } = await measure(page);
  expect(startedAt).toBeGreaterThanOrEqual(answeredAt + PATIENCE_MS);
});

/**
 * Counts the fetched async scripts. Times in ms since the navigation: first request for such a script, first contentful
 * paint, first byte of the page.
 */
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
