import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { db } from '#lib/db.ts';
import { createKeyRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { heavyLibrariesIn } from '../support/browser/heavy-libraries.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { collectScripts } from '../support/browser/scripts.ts';
import { answerOf, answerUsage, BROKEN, report, serverName, subscribe, usagePanel } from './support.ts';

const DAY = Array.from({ length: 24 }, (_, hour) => 100 + hour);
const WITH_A_GAP = DAY.map((value, hour) => (hour >= 6 && hour < 12 ? null : value));
const TEXT = "Failed to load usage data. This might be because there's no usage data yet.";

test('shows sums and percentage of the limit, for all servers or one, in each period', async ({
  page,
  asSubscriber,
  storageServer,
}) => {
  const key = await subscribe((await asSubscriber()).id);
  await report(key, storageServer.id, 2, { checked: 3650, hits: 321, errors: 30 });
  await report(key, storageServer.id, 90, { checked: 1000 });
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  const meter = panel.getByRole('meter');
  await expect(meter).toHaveAttribute('aria-valuetext', '3,680 of 4,000, 92 percent');
  await expect(panel.getByText('92 %')).toHaveClass(/text-red/);
  await expect(panel.getByRole('definition')).toHaveText([/^3\.7K/, /^321/, /^30/]);
  await panel.getByRole('button', { name: '3.7K', exact: true }).first().focus();
  await expect(page.getByText('3,650', { exact: true })).toBeVisible();

  await panel.getByLabel('Server', { exact: true }).selectOption(await serverName(storageServer.id));
  await expect(panel.getByText('Limit per hour')).toBeHidden();
  await expect(meter).toHaveAttribute('aria-valuetext', /^3,680 of 4,000/);

  await panel.getByText('7 days', { exact: true }).click();
  await expect(meter).toHaveAttribute('aria-valuetext', '4,680 of 28,000, 16 percent');
  await expect(page).toHaveURL(/period=168h/);
  await panel.getByText('30 days', { exact: true }).click();
  await expect(meter).toHaveAttribute('aria-valuetext', '4,680 of 120,000, 3 percent');
});

test('keeps period, server and table in the URL: reload keeps them, Back undoes them', async ({
  page,
  asSubscriber,
  storageServer,
}) => {
  const key = await subscribe((await asSubscriber()).id);
  await report(key, storageServer.id, 2, { checked: 5 });
  const server = await serverName(storageServer.id);
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  await panel.getByText('7 days', { exact: true }).click();
  await panel.getByRole('slider', { name: 'Usage of all servers, 7 days' }).waitFor();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await panel.getByLabel('Server', { exact: true }).selectOption(server);
  await expect(page).toHaveURL(`/dashboard?period=168h&server=${server}`);
  await panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(page).toHaveURL(`/dashboard?period=168h&server=${server}&view=table`);
  await page.reload();
  await expect(panel.getByRole('region', { name: `Usage of ${server}, 7 days, as a table` })).toBeVisible();
  await page.goBack();
  await expect(panel.getByRole('slider', { name: `Usage of ${server}, 7 days` })).toBeAttached();
  await page.goBack();
  await expect(panel.getByRole('slider', { name: 'Usage of all servers, 7 days' })).toBeAttached();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(panel.getByRole('radio', { name: '24 hours' })).toBeChecked();
});

test('fetches no page on Back and Forward between views, so that no late answer resets the URL', async ({
  page,
  asSubscriber,
}) => {
  await subscribe((await asSubscriber()).id);
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  await panel.getByText('7 days', { exact: true }).click();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await panel.getByText('30 days', { exact: true }).click();
  await expect(page).toHaveURL('/dashboard?period=720h');
  await page.reload();
  const fetched: string[] = [];
  page.on('request', (request) => {
    const headers = request.headers();
    if (headers['rsc'] && !headers['next-router-prefetch']) fetched.push(request.url());
  });
  for (const _ of [1, 2]) await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/dashboard');
  await expect(panel.getByRole('radio', { name: '24 hours' })).toBeChecked();
  await page.goForward();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await expect(panel.getByRole('radio', { name: '7 days' })).toBeChecked();
  // Following a link keeps the current URL in the history, so Back returns to it.
  await panel.getByRole('link', { name: 'Setup Guide' }).click();
  await expect(page).toHaveURL('/setup');
  expect(fetched.filter((url) => new URL(url).pathname === '/dashboard')).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await expect(panel.getByRole('radio', { name: '7 days' })).toBeChecked();
});

test('shows more than 100 percent over the limit', async ({ page, asSubscriber, storageServer }) => {
  const key = await subscribe((await asSubscriber()).id, 2);
  await report(key, storageServer.id, 2, { checked: 10_000 });
  await page.goto('/dashboard');
  await expect(usagePanel(page).getByRole('meter')).toHaveAttribute('aria-valuetext', '10,000 of 8,000, 125 percent');
  await expect(usagePanel(page).getByText('125 %')).toHaveClass(/text-red/);
});

test('shows a manual key as Unlimited, unless the user has a daily limit', async ({
  page,
  asSubscriber,
  storageServer,
}) => {
  const person = await asSubscriber();
  const key = await createKeyRow(db(), { userId: person.id });
  await report(key.id, storageServer.id, 2, { checked: 750 });
  await page.goto('/dashboard');
  await expect(usagePanel(page).getByText('750 · Unlimited')).toBeVisible();
  await db().user.update({ where: { id: person.id }, data: { dailyLimit: 1000 } });
  await page.reload();
  await expect(usagePanel(page).getByText('75 %')).toHaveClass(/text-amber/);
});

test('shows a new subscriber "no report" instead of zeros, and links to the guide', async ({ page, asSubscriber }) => {
  await subscribe((await asSubscriber()).id);
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  await expect(panel.getByText('No data for the last 24 hours')).toBeVisible();
  await expect(panel.getByRole('definition')).toHaveText([/no report/, /no report/, /no report/]);
  await expect(panel.getByRole('meter')).toBeHidden();
  await expect(panel.getByRole('link', { name: 'Setup Guide' })).toHaveAttribute('href', '/setup');
});

test('says when the servers reported zero', async ({ page, asSubscriber, storageServer }) => {
  const key = await subscribe((await asSubscriber()).id);
  await report(key, storageServer.id, 2, { checked: 0 });
  await page.goto('/dashboard');
  await expect(usagePanel(page).getByText('No requests in this period: the servers reported zero.')).toBeVisible();
  await expect(usagePanel(page).getByRole('definition')).toHaveText([/^0/, /^0/, /^0/]);
});

test('shows a gap in chart, text and table for hours without a report (R22)', async ({ page, asSubscriber }) => {
  await subscribe((await asSubscriber()).id);
  await answerUsage(page, { json: answerOf({ aggregate: WITH_A_GAP, fuzzy9: WITH_A_GAP }) });
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  await expect(panel.getByRole('figure')).toContainText('No reports in 6 of 24 intervals.');
  await expect(panel.getByRole('list', { name: 'Lines' })).toContainText('No reports');
  // the area is drawn in two pieces
  const area = panel.locator('.recharts-area-curve');
  await expect(area).toHaveAttribute('d', /M[^M]+M[^M]+/);
  await panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(panel.getByRole('cell', { name: 'no report' })).toHaveCount(18);
});

test('says when one server has reported nothing, and ignores unknown values in the URL', async ({
  page,
  asSubscriber,
}) => {
  await subscribe((await asSubscriber()).id);
  const nothing = DAY.map(() => null);
  await answerUsage(page, { json: answerOf({ aggregate: DAY, fuzzy8: nothing, fuzzy9: DAY }) });
  await page.goto('/dashboard?server=fuzzy8');
  await expect(usagePanel(page).getByText(/^fuzzy8 has reported nothing/)).toBeVisible();
  await expect(usagePanel(page).getByRole('meter')).toBeVisible();
  await page.goto('/dashboard?server=unknown&period=9h');
  await expect(usagePanel(page).getByRole('slider', { name: 'Usage of all servers, 24 hours' })).toBeAttached();
});

test('shows the error text, the request id and Retry when usage is unavailable', async ({ page, asSubscriber }) => {
  await subscribe((await asSubscriber()).id);
  await answerUsage(page, BROKEN);
  await page.goto('/dashboard');
  const alert = usagePanel(page).getByRole('alert');
  await expect(alert).toContainText(TEXT);
  await expect(alert).toContainText('of-the-test');
  await answerUsage(page, { json: answerOf({ aggregate: DAY }) });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(usagePanel(page).getByRole('figure')).toBeVisible();
});

test('keeps the numbers when a refresh fails, and reports the failure', async ({ page, asSubscriber }) => {
  await subscribe((await asSubscriber()).id);
  await answerUsage(page, { json: answerOf({ aggregate: DAY }) });
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  await expect(panel.getByRole('figure')).toBeVisible();
  await answerUsage(page, BROKEN);
  await panel.getByRole('button', { name: 'Refresh' }).click();
  await expect(panel.getByText('Usage could not be refreshed. Something went wrong.')).toBeVisible();
  await expect(panel.getByRole('figure')).toBeVisible();
  await answerUsage(page, { json: answerOf({ aggregate: DAY.map(() => 7) }) });
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(panel.getByText('Usage could not be refreshed.')).toBeHidden();
  await expect(panel.getByRole('definition').first()).toHaveText(/^168/);
});

test('shows the values of all lines at the point that arrow keys or pointer choose', async ({ page, asSubscriber }) => {
  await subscribe((await asSubscriber()).id);
  await answerUsage(page, { json: answerOf({ aggregate: WITH_A_GAP }) });
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  const points = panel.getByRole('slider');
  await panel.getByRole('button', { name: 'CSV' }).focus();
  await page.keyboard.press('Tab');
  await expect(points).toBeFocused();
  await expect(points).toHaveAttribute('aria-valuetext', / UTC: Checked 123, Hits 0, Errors 0$/);
  await page.keyboard.press('ArrowLeft');
  await expect(points).toHaveAttribute('aria-valuetext', / UTC: Checked 122, Hits 0, Errors 0$/);
  await page.keyboard.press('Home');
  await expect(points).toHaveAttribute('aria-valuetext', / UTC: Checked 100,/);
  await points.blur();

  const figure = panel.getByRole('figure');
  const width = (await figure.boundingBox())?.width ?? 0;
  await figure.hover({ position: { x: width - 10, y: 100 } });
  const reading = figure.locator('dl');
  await expect(reading).toHaveText(/Checked123Hits0Errors0Limit167/);
  await figure.hover({ position: { x: width * 0.4, y: 100 } });
  await expect(reading).toContainText('no report');
  await page.mouse.move(0, 0);
  await expect(reading).toBeHidden();
});

test('hides a line of the chart when its button is clicked', async ({ page, asSubscriber }) => {
  await subscribe((await asSubscriber()).id);
  await answerUsage(page, { json: answerOf({ aggregate: DAY }) });
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  await expect(panel.locator('.recharts-line')).toHaveCount(2);
  await panel.getByRole('button', { name: 'Hits', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Hits', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await expect(panel.locator('.recharts-line')).toHaveCount(1);
});

test('puts the numbers of the chart into the table and the CSV, with formulas neutralised (S41)', async ({
  page,
  asSubscriber,
}) => {
  await subscribe((await asSubscriber()).id);
  const json = answerOf({ aggregate: DAY, '=cmd': WITH_A_GAP });
  await answerUsage(page, { json });
  await page.goto('/dashboard?server=%3Dcmd&view=table');
  const rows = usagePanel(page).getByRole('row');
  await expect(rows).toHaveCount(25);
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('123');
  await expect(rows.nth(24).getByRole('cell').first()).toHaveText('100');
  const waiting = page.waitForEvent('download');
  await usagePanel(page).getByRole('button', { name: 'CSV' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^usage-_cmd-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const { data } = Papa.parse<string[]>((await readFile(await file.path(), 'utf8')).trimEnd());
  expect(data[0]).toEqual(['source', 'from', 'to', 'checked', 'hits', 'errors']);
  expect(data.slice(1).map(([source, from, , checked]) => [source, from, checked])).toEqual(
    WITH_A_GAP.map((value, hour) => ["'=cmd", json['=cmd']?.xAxis.data[hour], value === null ? '' : String(value)]),
  );
});

test('shows no panel and sends no request without a subscription', async ({ page, asSubscriber }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/usagegraph/') && calls.push(request.url()));
  await asSubscriber();
  await page.goto('/dashboard');
  await expect(page.getByText('No plan')).toBeVisible();
  await expect(usagePanel(page)).toBeHidden();
  expect(calls).toEqual([]);
});

test('loads the chart library for a chart, not for a table', async ({ page, asSubscriber }) => {
  const scripts = collectScripts(page);
  await subscribe((await asSubscriber()).id);
  await answerUsage(page, { json: answerOf({ aggregate: DAY }) });
  await page.goto('/dashboard?view=table');
  await expect(usagePanel(page).getByRole('row')).toHaveCount(25);
  expect(heavyLibrariesIn(await scripts())).not.toContain('recharts');
  await usagePanel(page).getByRole('button', { name: 'Show as chart' }).click();
  await expect(usagePanel(page).locator('.recharts-area-curve')).toBeVisible();
  expect(heavyLibrariesIn(await scripts())).toContain('recharts');
});

/** Delays the response, and compares each heading's position before and after it. */
async function expectToKeepItsHeight(page: Page) {
  const tops = () =>
    page
      .getByRole('main')
      .getByRole('heading')
      .evaluateAll((all) => all.map((each) => `${each.textContent} ${each.getBoundingClientRect().top}`));
  for (const graph of [DAY, DAY.map(() => null), DAY.map(() => 0)]) {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/usagegraph/**', async (route) => {
      await held;
      await route.fulfill({ json: answerOf({ aggregate: graph }) });
    });
    const others = Promise.all(
      ['/account/api/key', '/account/api/last-request'].map((path) => page.waitForResponse(`**${path}`)),
    );
    await page.goto('/dashboard');
    await others;
    await page.evaluate(() => document.fonts.ready);
    await expect(page.getByText('Waiting for the first request.').last()).toBeVisible();
    await expect(usagePanel(page).getByText('Loading usage...')).toBeAttached();
    const before = await tops();
    answer();
    await expect(usagePanel(page).getByRole('definition').first()).toBeVisible();
    expect(await tops()).toEqual(before);
  }
}

test('keeps its height while loading in the wider fallback font (360 px)', async ({ page, asSubscriber }) => {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.setViewportSize({ width: 360, height: 740 });
  await subscribe((await asSubscriber()).id);
  await expectToKeepItsHeight(page);
});

for (const appearance of APPEARANCES) {
  test(`keeps its height while loading, whatever the answer (${appearance.name})`, async ({ page, asSubscriber }) => {
    await emulate(page, appearance);
    await subscribe((await asSubscriber()).id);
    await expectToKeepItsHeight(page);
  });

  test(`is accessible and does not scroll sideways in any state (${appearance.name})`, async ({
    page,
    asSubscriber,
  }) => {
    const problems = collectErrors(page);
    await emulate(page, appearance);
    await subscribe((await asSubscriber()).id);
    await answerUsage(page, { json: answerOf({ aggregate: WITH_A_GAP, fuzzy9: DAY.map(() => null) }) });
    await page.goto('/dashboard');
    const panel = usagePanel(page);
    await expect(panel.locator('.recharts-area-curve')).toBeVisible();
    await panel.getByRole('slider').press('ArrowLeft');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await panel.getByRole('button', { name: 'Show as table' }).click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await panel.getByLabel('Server', { exact: true }).selectOption('fuzzy9');
    await expect(panel.getByText(/^fuzzy9 has reported nothing/)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
    await answerUsage(page, BROKEN);
    await page.reload();
    await expect(panel.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
