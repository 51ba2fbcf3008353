import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { heavyLibrariesIn } from '../support/browser/heavy-libraries.ts';
import { collectErrors } from '../support/browser/page.ts';
import { collectScripts } from '../support/browser/scripts.ts';
import { answerOf, answerUsage, subscribe, usagePanel } from './support.ts';

const DAY = Array.from({ length: 24 }, (_, hour) => 100 + hour);
const WITH_A_GAP = DAY.map((value, hour) => (hour >= 6 && hour < 12 ? null : value));

test('draws a chart with gaps, and shows values by pointer and arrow keys (R22)', async ({ page, asSubscriber }) => {
  const problems = collectErrors(page);
  const scripts = collectScripts(page);
  await subscribe((await asSubscriber()).id);
  await answerUsage(page, { json: answerOf({ aggregate: WITH_A_GAP }) });
  const panel = usagePanel(page);

  const bars = (name: string) => panel.locator(`[data-series="${name}"]`);

  await test.step('loads the chart library for a chart, not for a table', async () => {
    await page.goto('/usage?view=table');
    await expect(panel.getByRole('row')).toHaveCount(25);
    expect(heavyLibrariesIn(await scripts())).not.toContain('recharts');
    await panel.getByRole('button', { name: 'Show as chart' }).click();
    await expect(bars('checked')).toHaveCount(18);
    expect(heavyLibrariesIn(await scripts())).toContain('recharts');
  });

  await test.step('draws in the place where the pointer is read', async () => {
    const grid = await panel.locator('.recharts-cartesian-grid').boundingBox();
    const read = await panel.getByRole('slider').boundingBox();
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs((grid?.[side] ?? 0) - (read?.[side] ?? 0)), side).toBeLessThanOrEqual(1); // Recharts rounds to pixels
  });

  await test.step('shows values by keyboard', async () => {
    const points = panel.getByRole('slider');
    await page.mouse.move(0, 0); // a pointer that leaves the chart resets the point
    await panel.getByRole('button', { name: 'CSV' }).focus();
    await page.keyboard.press('Tab');
    await expect(points).toBeFocused();
    await expect(points).toHaveAttribute('aria-valuetext', / UTC: Checked 123, Hits 0, Refused 0$/);
    await page.keyboard.press('ArrowLeft');
    await expect(points).toHaveAttribute('aria-valuetext', / UTC: Checked 122, Hits 0, Refused 0$/);
    await page.keyboard.press('Home');
    await expect(points).toHaveAttribute('aria-valuetext', / UTC: Checked 100,/);
    await points.blur();
  });

  await test.step('shows values by pointer', async () => {
    const figure = panel.getByRole('figure');
    const width = (await figure.boundingBox())?.width ?? 0;
    await figure.hover({ position: { x: width - 10, y: 100 } });
    const reading = figure.locator('dl');
    await expect(reading).toHaveText(/Checked123Hits0Refused0/);
    await figure.hover({ position: { x: width * 0.4, y: 100 } });
    await expect(reading).toContainText('no report');
    await page.mouse.move(0, 0);
    await expect(reading).toBeHidden();
  });

  await test.step('hides one of the series', async () => {
    await panel.getByText('7 days', { exact: true }).click();
    await panel.getByRole('button', { name: 'Checked', exact: true }).click();
    await expect(bars('checked')).toHaveCount(0);
  });

  await test.step('downloads the numbers', async () => {
    const waiting = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'CSV' }).click();
    expect((await waiting).suggestedFilename()).toMatch(/^usage-aggregate-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  });
  expect(problems).toEqual([]);
});

/** Delays the response, and compares each heading's position before and after it. */
async function expectToKeepItsHeight(page: Page, path: string, graphs: readonly (number | null)[][]) {
  const tops = () =>
    page
      .getByRole('main')
      .getByRole('heading')
      .evaluateAll((all) => all.map((each) => `${each.textContent} ${each.getBoundingClientRect().top}`));
  for (const graph of graphs) {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/usagegraph/**', async (route) => {
      await held;
      await route.fulfill({ json: answerOf({ aggregate: graph }) });
    });
    await page.goto(path); // the page's HTML contains all other data except Stripe's
    await expect(page.getByRole('region', { name: 'Billing' }).locator('.skeleton')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    await expect(usagePanel(page).getByText('Loading usage...')).toBeAttached();
    const before = await tops();
    answer();
    await expect(usagePanel(page).getByRole('definition').first()).toBeVisible();
    expect(await tops()).toEqual(before);
  }
}

const ANSWERS = [DAY, DAY.map(() => null), DAY.map(() => 0)];
for (const { look, width, hasFonts, graphs, path } of [
  { look: '360 px', width: 360, hasFonts: true, graphs: ANSWERS, path: '/usage' },
  { look: '360 px, in the wider fallback font', width: 360, hasFonts: false, graphs: [DAY], path: '/usage' },
  { look: '1440 px', width: 1440, hasFonts: true, graphs: ANSWERS, path: '/usage' },
  { look: '360 px, on the dashboard', width: 360, hasFonts: true, graphs: ANSWERS, path: '/dashboard' },
  { look: '1440 px, on the dashboard', width: 1440, hasFonts: true, graphs: ANSWERS, path: '/dashboard' },
])
  test(`keeps the height of the panel while the usage loads (${look})`, async ({ page, asSubscriber }) => {
    if (!hasFonts) await page.route('**/*.woff2', (route) => route.abort());
    await page.setViewportSize({ width, height: 740 });
    await subscribe((await asSubscriber()).id);
    await expectToKeepItsHeight(page, path, graphs);
  });
