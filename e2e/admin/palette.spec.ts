import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, APPEARANCES, collectErrors, emulate } from '../support/browser/page.ts';

const NAME = 'Go to a page, user or key';
const palette = (page: Page) => page.getByRole('dialog', { name: NAME });
const option = (page: Page, text: string) => palette(page).getByRole('option').filter({ hasText: text });
const own = () => crypto.randomUUID().slice(0, 8);

/** Presses the shortcut until it works: the server's HTML is visible before the page's scripts run. */
async function open(page: Page) {
  const input = palette(page).getByRole('combobox');
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press('ControlOrMeta+k');
    await expect(input).toBeFocused({ timeout: 2000 });
  }).toPass();
  return input;
}

test('finds and opens pages, users and keys', async ({ page, asAdmin }) => {
  const problems = collectErrors(page);
  await asAdmin();
  const word = own();
  const user = await createUserRow(db(), { email: `palette-${word}@example.com` });
  const key = await createKeyRow(db(), { description: `Palette ${word}` });
  await page.goto('/admin/jobs');
  await expect(page.getByRole('button', { name: NAME })).toBeVisible();
  await open(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();

  let input = await open(page);
  await expect(option(page, 'Users')).toHaveAttribute('aria-selected', 'true');
  await input.fill('serv');
  await expect(palette(page).getByRole('option')).toHaveText(['Servers']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/servers$/);
  await expect(palette(page)).toBeHidden();

  input = await open(page);
  await input.fill(`palette-${word}`);
  await expect(option(page, `palette-${word}@example.com`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin\\?user=${user.id}$`));
  await expect(page.getByRole('dialog')).toContainText(`palette-${word}@example.com`);
  await page.keyboard.press('Escape');

  for (const text of [`Palette ${word}`, key.publicKey]) {
    input = await open(page);
    await input.fill(text);
    await option(page, key.publicKey.slice(0, 12)).click();
    await expect(page).toHaveURL(new RegExp(`/admin/keys\\?search=Palette(\\+|%20)${word}$`));
  }
  expect(problems).toEqual([]);
});

test('debounces the search, says when nothing is found, retries a failure, and keeps results while searching', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  await page.goto('/admin/servers');
  let asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/admin/api/search') asked.push(url.searchParams.get('q') ?? '');
  });
  const input = await open(page);
  const word = `nobody${own()}`;
  await input.pressSequentially(word);
  await expect(palette(page).getByRole('status')).toHaveText(`Nothing is called “${word}”.`);
  expect(asked.length).toBeLessThan(word.length);
  expect(asked.at(-1)).toBe(word);
  asked = [];

  const search = '**/admin/api/search?**';
  await page.route(search, (route) => route.fulfill({ status: 500, json: { error: 'The database is unavailable.' } }));
  await input.fill('somebody');
  await expect(palette(page).getByRole('alert')).toContainText('The database is unavailable.');
  await page.unroute(search);
  await page.route(search, (route) =>
    route.fulfill({
      json: { users: [{ id: 'x', email: 'somebody@example.com', is_admin: true, is_blocked: true }], keys: [] },
    }),
  );
  await palette(page).getByRole('button', { name: 'Retry' }).click();
  await expect(option(page, 'somebody@example.com')).toHaveText(/AdminBlocked$/);
  await input.fill('somebodyelse');
  await expect(palette(page).getByRole('status')).toHaveText('Searching users and keys…');
  await expect(option(page, 'somebody@example.com')).toHaveCount(1);
});

test('does not open for a K typed into a text field, or over a dialog', async ({ page, asAdmin }) => {
  await asAdmin();
  await page.goto('/admin/oauth2');
  const field = page.getByRole('searchbox', { name: 'Search clients' });
  await field.fill('');
  await field.pressSequentially('kK');
  await expect(field).toHaveValue('kK');
  await expect(palette(page)).toBeHidden();
  await open(page);
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Create Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create OAuth2 Client' });
  await dialog.getByLabel('Name').fill('Unsaved');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(palette(page)).toBeHidden();
});

for (const appearance of APPEARANCES)
  test(`opens with its button, and is accessible (${appearance.name})`, async ({ page, asAdmin }) => {
    await emulate(page, appearance);
    await asAdmin();
    const word = own();
    await createUserRow(db(), { email: `palette-${word}@example.com` });
    await page.goto('/admin/servers');
    await page.getByRole('button', { name: NAME }).click();
    await expectAccessible(page);
    await palette(page).getByRole('combobox').fill(word);
    await expect(option(page, word)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: NAME })).toBeFocused();
  });
