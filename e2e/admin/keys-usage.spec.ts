import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import { createKeyRow } from '#lib/testing/factories.ts';
import { rankKeysByUsage } from '#lib/usage/rank-keys.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, APPEARANCES, emulate } from '../support/browser/page.ts';
import { BROKEN, report, serverName } from '../usage/support.ts';

const own = () => `k${crypto.randomUUID().slice(0, 8)}`;
const OVERVIEW = '**/admin/api/usage/overview?*';
const overviewOf = (page: Page) => page.getByRole('table', { name: 'Usage Overview' });
const usageOf = (page: Page, name: string) =>
  overviewOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });
const open = (page: Page, word: string) => page.goto(`/admin/keys?search=${word}`);
const rankKeys = () => rankKeysByUsage(systemContext(db()));
const loaded = (page: Page, count: number) =>
  expect(page.getByText(`Usage of ${count} ${count === 1 ? 'key' : 'keys'} loaded`)).toBeVisible();
const press = (page: Page, action: string, description: string) =>
  page.getByRole('button', { name: `${action} ${description}`, exact: true }).click();

test('shows the sorted overview, with limits and their derivation, states, overage and footer', async ({
  page,
  asAdmin,
  storageServer: { id: server },
}) => {
  await asAdmin();
  const word = own();
  const rate = 1000 / 86_400;
  const within = await createKeyRow(db(), { description: `${word} within`, rate, quantity: 3 });
  const over = await createKeyRow(db(), { description: `${word} over`, rate });
  const unlimited = await createKeyRow(db(), { description: `${word} unlimited`, rankId: 0 });
  const earlier = await createKeyRow(db(), { description: `${word} earlier` });
  await createKeyRow(db(), { description: `${word} quiet`, rankId: 20 });
  await report(within.id, server, 1, { checked: 2900, errors: 60 });
  await report(over.id, server, 2, { checked: 1400, errors: 100 });
  await report(over.id, server, 30, { checked: 500 });
  await report(unlimited.id, server, 1, { checked: 7 });
  await report(earlier.id, server, 50, { checked: 100 });
  await rankKeys();
  await open(page, word);
  await loaded(page, 5);
  await expect(overviewOf(page).getByRole('columnheader')).toHaveText([
    ...['Description', 'Last Day', '7-Day Avg', 'Daily Limit', 'Status'],
  ]);
  await expect(overviewOf(page).getByRole('rowheader')).toHaveText([
    ...[over, within, earlier, unlimited].map(({ description, keyId }) => `${description}${keyId}`),
    new RegExp(`^${word} quiet`),
  ]);
  const cells = (name: string) => usageOf(page, `${word} ${name}`).getByRole('cell');
  const shown = async (name: string) =>
    (await cells(name).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  expect(await shown('within')).toEqual(['3K', '3K', '3K Key-specific ?', 'Within limit']);
  expect(await shown('over')).toEqual(['1.5K', '1K', '1K Key-specific ?', 'Over limit+500']);
  expect(await shown('earlier')).toEqual([
    expect.stringContaining('–'),
    '100',
    '207.4K Rank default ?',
    'Within limit',
  ]);
  expect(await shown('unlimited')).toEqual(['7', '7', 'No limit', 'No limit info']);
  expect((await shown('quiet'))[3]).toBe('No recent data');
  const paper = (name: string) =>
    cells(name)
      .first()
      .evaluate((cell) => getComputedStyle(cell).backgroundColor);
  expect(await paper('over')).not.toBe(await paper('within'));
  await usageOf(page, `${word} within`).getByRole('button', { name: 'How the limit of' }).focus();
  await expect(page.getByRole('tooltip').filter({ visible: true })).toHaveText(
    'This key’s own rate: 0.0116 requests/s x 86,400 s x 3 units = 3,000 requests a day.',
  );
  await expect(
    page.getByText(
      'Limits are estimated from ratelimit metadata (rate x 86,400 seconds, scaled by quantity); usage comes from daily aggregated metric buckets for the last 30 days.',
    ),
  ).toBeVisible();
});

test('lists a key over its limit first, pages through the overview, and returns to page 1 when filtered', async ({
  page,
  asAdmin,
  storageServer: { id: server },
}) => {
  await asAdmin();
  const word = own();
  const over = await createKeyRow(db(), { description: `${word} over`, rate: 1 / 86_400, rankId: 20 });
  await report(over.id, server, 1, { checked: 2 });
  for (let index = 10; index < 36; index++) {
    const key = await createKeyRow(db(), { description: `${word} ${index}`, rankId: 90 });
    await report(key.id, server, 1, { checked: index });
  }
  await rankKeys();
  await open(page, word);
  await loaded(page, 25);
  await expect(page.getByRole('button', { name: `Usage ${over.description}`, exact: true })).toHaveCount(0);
  const shown = overviewOf(page).getByRole('rowheader');
  await expect(shown.first()).toContainText(over.description);
  await expect(shown.nth(1)).toContainText(`${word} 35`);
  const pages = page.getByRole('navigation', { name: 'Pages of the usage overview' });
  await expect(pages).toContainText('1–25 of 27');
  await pages.getByRole('link', { name: 'Next' }).click();
  await loaded(page, 2);
  await expect(shown).toHaveText([new RegExp(`^${word} 11`), new RegExp(`^${word} 10`)]);
  await expect(page).toHaveURL(/busyPage=2/);
  await page.getByLabel('Rank', { exact: true }).selectOption('20');
  await loaded(page, 1);
  await expect(shown.first()).toContainText(over.description);
  await expect(page).not.toHaveURL(/busyPage/);
});

test('loads the overview five keys at a time, refreshes it and collapses it', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  for (let index = 0; index < 12; index++) await createKeyRow(db(), { description: `${word} ${index}` });
  const asked: number[] = [];
  let answer: () => void = () => undefined;
  await page.route(OVERVIEW, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('keys')?.split(',').length ?? 0);
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await open(page, word);
  const states = (text: string) => overviewOf(page).getByText(text, { exact: true });
  await expect(states('Loading')).toHaveCount(12);
  for (const [done, size] of [
    [5, 5],
    [10, 2],
  ] as const) {
    answer();
    await expect(page.getByText(`Loading usage: ${done} of 12 keys`)).toBeVisible();
    await expect(states('No recent data')).toHaveCount(done);
    await expect.poll(() => asked.at(-1)).toBe(size);
  }
  answer();
  await loaded(page, 12);
  await expect(page.getByText('No usage data available')).toBeVisible();
  expect(asked).toEqual([5, 5, 2]);
  await page.unroute(OVERVIEW);
  const again = page.waitForRequest((request) => request.url().includes('/usage/overview'));
  await page.getByRole('button', { name: 'Refresh usage' }).click();
  await again;
  await loaded(page, 12);
  await page.getByRole('button', { name: 'Collapse usage overview' }).click();
  await expect(overviewOf(page)).toBeHidden();
  await expect(page).toHaveURL(/overview=false/);
  await page.reload();
  await page.getByRole('button', { name: 'Expand usage overview' }).click();
  await loaded(page, 12);
  await page.getByRole('switch', { name: 'Show Deleted Keys' }).check();
  await expect(page.getByText('No keys match')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Usage Overview' })).toBeHidden();
});

test('reports usage that failed to load for all keys, for some, and for a key without a prefix', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const word = own();
  for (let index = 0; index < 6; index++) await createKeyRow(db(), { description: `${word} ${index}` });
  await page.route(OVERVIEW, (route) => route.fulfill(BROKEN));
  await open(page, word);
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load usage data' });
  await expect(failure).toContainText('of-the-test');
  let calls = 0;
  await page.unroute(OVERVIEW);
  await page.route(OVERVIEW, async (route) => {
    if (++calls === 1) return route.fulfill(BROKEN);
    const answer = await route.fetch();
    const { rows, buckets } = (await answer.json()) as { rows: object[]; buckets: string[] };
    const unknown = { description: null, error: 'This key does not exist.' };
    await route.fulfill({ json: { rows: rows.map((row) => ({ ...row, ...unknown })), buckets } });
  });
  await failure.getByRole('button', { name: 'Retry' }).click();
  await loaded(page, 6);
  await expect(page.getByText('Some usage data could not be loaded. Try refreshing.')).toBeVisible();
  await expect(overviewOf(page).getByText('Error', { exact: true })).toHaveCount(6);
  await expect(overviewOf(page).getByText('Failed to load usage data')).toHaveCount(5);
  await expect(overviewOf(page).getByText('No key prefix mapping available')).toHaveCount(1);
  await page.unroute(OVERVIEW);
  await page.getByRole('button', { name: 'Refresh usage' }).click();
  await expect(overviewOf(page).getByText('No recent data')).toHaveCount(6);
});

test('keeps period and server of the dialog in the URL, compares days with the limit, and closes on Back', async ({
  page,
  asAdmin,
  storageServer: { id: server },
}) => {
  await asAdmin();
  const word = own();
  const key = await createKeyRow(db(), { description: word, rate: 1000 / 86_400 });
  await report(key.id, server, 1, { checked: 1234, hits: 20, errors: 3 });
  const name = await serverName(server);
  await page.goto(`/admin/keys?search=${word}&overview=false`);
  await press(page, 'Usage', word);
  const dialog = page.getByRole('dialog', { name: 'Usage Data for Key' });
  await expect(dialog.getByText('1.2K', { exact: true }).first()).toBeVisible();
  const sent = page.waitForRequest((request) => request.url().includes(`/admin/usagegraph/${key.keyId}/168h`));
  await dialog.getByRole('radio', { name: '7 days' }).check();
  expect(new URL((await sent).url()).searchParams.get('server_id')).toBe('0');
  const ofServer = page.waitForRequest((request) => request.url().includes(`server_id=${server}`));
  await dialog.getByLabel('Server', { exact: true }).selectOption(name);
  await ofServer;
  await expect(page).toHaveURL(new RegExp(`period=168h.*server=${name}|server=${name}.*period=168h`));
  await page.reload();
  await expect(dialog.getByLabel('Server', { exact: true })).toHaveValue(name);
  await dialog.getByRole('button', { name: 'Show as table' }).click();
  await expect(dialog.getByRole('cell', { name: '1,234' })).toBeVisible();
  const limits = dialog.getByRole('region', { name: 'Usage versus limit' });
  await expect(limits.getByRole('row', { name: word })).toContainText('Over limit');
  await expect(limits.getByRole('row', { name: '1,237' })).toContainText('123 %');
  await limits.getByRole('button', { name: 'Collapse' }).click();
  await expect(limits.getByRole('table')).toHaveCount(0);
  await limits.getByRole('button', { name: 'Expand' }).click();
  await expect(limits.getByRole('row', { name: '1,237' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/usage=|period=|server=/);
  await press(page, 'Usage', word);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/usage=/);
  await page.goBack();
  await expect(dialog).toBeHidden();
});

test('shows a toast and no dialog for a key that is missing from the name map', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  await createKeyRow(db(), { description: word });
  await page.route('**/admin/namemap?*', (route) => route.fulfill({ json: {} }));
  await page.goto(`/admin/keys?search=${word}&overview=false`);
  await press(page, 'Usage', word);
  await expect(
    page.getByText('Cannot find key ID for this key in the name map - unable to view usage data'),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('retries servers, graph and limits in the dialog after failures, and says when a key has no usage', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const word = own();
  await createKeyRow(db(), { description: word });
  const calls = ['**/admin/api/servers', '**/admin/usagegraph/**', OVERVIEW];
  for (const call of calls) await page.route(call, (route) => route.fulfill(BROKEN));
  await page.goto(`/admin/keys?search=${word}&overview=false&usage=${word}`);
  const dialog = page.getByRole('dialog', { name: 'Usage Data for Key' });
  const servers = dialog.getByRole('alert').filter({ hasText: 'Failed to load available servers.' });
  const graph = dialog.getByRole('alert').filter({
    hasText: 'Failed to load usage data. Please check your admin permissions and backend connectivity.',
  });
  const limits = dialog.getByRole('region', { name: 'Usage versus limit' });
  await expect(servers).toBeVisible();
  await expect(graph).toContainText('of-the-test');
  await expect(limits.getByRole('alert')).toContainText('Failed to load usage data');
  await expectAccessible(page);
  for (const call of calls) await page.unroute(call);
  await servers.getByRole('button', { name: 'Retry' }).click();
  await expect(servers).toBeHidden();
  await limits.getByRole('button', { name: 'Retry' }).click();
  await expect(limits.getByText('No usage data available')).toBeVisible();
  await graph.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByText('No data for the last 24 hours')).toBeVisible();
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways (${appearance.name})`, async ({
    page,
    asAdmin,
    storageServer: { id: server },
  }) => {
    await asAdmin();
    const word = own();
    const key = await createKeyRow(db(), { description: `Stripe cus_${'x'.repeat(30)} sub_${word}` });
    await report(key.id, server, 1, { checked: 300_000 });
    await emulate(page, appearance);
    await open(page, word);
    await expect(overviewOf(page).getByText('Over limit')).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Usage', key.description);
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Days' })).toBeVisible();
    await expect(page.getByRole('dialog').getByText('300K').first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
