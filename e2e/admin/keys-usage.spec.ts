import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import { createKeyRow } from '#lib/testing/factories.ts';
import { rankKeysByUsage } from '#lib/usage/ranking/rank-keys.ts';
import { expect, test } from '../fixtures.ts';
import { report, serverName } from '../usage/support.ts';

const own = () => `k${crypto.randomUUID().slice(0, 8)}`;
const overviewOf = (page: Page) => page.getByRole('table', { name: 'Usage Overview' });
const rankKeys = () => rankKeysByUsage(systemContext(db()));
const loaded = (page: Page, count: number) =>
  expect(page.getByText(`Usage of ${count} ${count === 1 ? 'key' : 'keys'} loaded`)).toBeVisible();

test('lists a key over its limit first, pages through the overview, and returns to page 1 when filtered', async ({
  page,
  asAdmin,
  storageServer: { id: server },
}) => {
  await asAdmin();
  const word = own();
  const over = await createKeyRow(db(), { description: `${word} over`, rate: 1000 / 86_400, quantity: 3, rankId: 20 });
  await report(over.id, server, 1, { checked: 3400, errors: 100 });
  await report(over.id, server, 30, { checked: 500 });
  for (let index = 10; index < 36; index++) {
    const key = await createKeyRow(db(), { description: `${word} ${index}`, rankId: 90 });
    await report(key.id, server, 1, { checked: index });
  }
  await rankKeys();
  await page.goto(`/admin/keys?search=${word}`);
  await loaded(page, 25);
  const shown = overviewOf(page).getByRole('rowheader');
  await expect(shown.first()).toHaveText(`${over.description}${over.keyId}`);
  await expect(shown.nth(1)).toContainText(`${word} 35`);
  const rows = overviewOf(page).getByRole('row');
  const texts = (await rows.nth(1).getByRole('cell').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );
  expect(texts).toEqual(['3.5K', '2K', '3K Key-specific ?', 'Over limit+500']);
  const paperOf = (row: number) =>
    rows
      .nth(row)
      .getByRole('cell')
      .first()
      .evaluate((cell) => getComputedStyle(cell).backgroundColor);
  expect(await paperOf(1)).not.toBe(await paperOf(2));
  await rows.nth(1).getByRole('button', { name: 'How the limit of' }).focus();
  await expect(page.getByRole('tooltip').filter({ visible: true })).toHaveText(
    'This key’s own rate: 0.0116 requests/s x 86,400 s x 3 units = 3,000 requests a day.',
  );

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
  await page.getByRole('button', { name: 'Collapse usage overview' }).click();
  await expect(page).toHaveURL(/overview=false/);
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
  await page.getByRole('button', { name: `Usage ${word}`, exact: true }).click();
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
  await expect(limits.getByRole('row', { name: '1,237' })).toContainText('123%');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/usage=|period=|server=/);
  await page.getByRole('button', { name: `Usage ${word}`, exact: true }).click();
  await expect(page).toHaveURL(/usage=/);
  await page.goBack();
  await expect(dialog).toBeHidden();
});
