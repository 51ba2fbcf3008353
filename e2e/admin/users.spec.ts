import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';

/** A word that only the email addresses of one test contain. */
const own = () => `u${crypto.randomUUID().slice(0, 8)}`;
const emailOf = (word: string, name: string) => `${name}@${word}.example`;

const openPage = async (page: Page, query = '') => {
  await page.goto(`/admin${query}`);
  // Not found by role, because an open panel hides the list from assistive technology.
  await expect(page.locator('nav[aria-label="Pages of users"]')).toBeVisible();
};

async function createMany(word: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++)
    await createUserRow(db(), { email: emailOf(word, `p${String(number).padStart(3, '0')}`), dailyLimit: 1000 });
}

test('keeps search, filters, order and page in the URL, through reload and Back', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  await createMany(word, 55);
  const shown = page.getByRole('navigation', { name: 'Pages of users' }).getByRole('paragraph');
  const first = page.getByRole('rowheader').first();
  await openPage(page);
  await page.getByRole('searchbox', { name: 'Search users' }).fill(word);
  await expect(shown).toHaveText('1–50 of 55');
  await expect(page).toHaveURL(new RegExp(`search=${word}`));

  await page.getByRole('columnheader', { name: 'User' }).getByRole('link').click();
  await expect(first).toContainText(emailOf(word, 'p000'));
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(shown).toHaveText('51–55 of 55');
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(shown).toHaveText('51–55 of 55');
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(shown).toHaveText('1–50 of 55');
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(shown).toHaveText('51–55 of 55');
  await expect(first).toContainText(emailOf(word, 'p050'));

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('button', { name: 'Blocked', exact: true }).click();
  await expect(page.getByText('No users match')).toBeVisible();
  await page.goBack();
  await expect(first).toContainText(emailOf(word, 'p050'));
});

test('shows the six columns at every width of a table', async ({ page, asAdmin }) => {
  await asAdmin();
  for (const width of [768, 1024, 1112, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page);
    for (const name of ['User', 'Status', 'Subscription', 'Limits', 'API Key', 'Actions'])
      await expect(page.getByRole('columnheader', { name }), `${name} at ${width} px`).toBeVisible();
  }
});

test('renders fifty full rows with fewer than 2,000 elements', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  await createMany(word, 50);
  const mine = { email: { contains: word } };
  await db().user.updateMany({ where: mine, data: { isAdmin: true } });
  for (const user of await db().user.findMany({ where: mine }))
    await createKeyRow(db(), { accountId: user.id, email: user.email });
  await openPage(page, `?search=${word}`);
  await expect(page.getByRole('rowheader')).toHaveCount(50);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('50 selected')).toBeVisible();
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2000);
  await db().user.updateMany({ where: mine, data: { isAdmin: false } });
});

test('handles the keys / j k Enter e x ?, and ignores them in a text field', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  await createMany(word, 3);
  await openPage(page, `?search=${word}&sort=email`);
  const link = (name: string) => page.getByRole('link', { name: emailOf(word, name), exact: true });
  const steps: [string, string][] = [
    ['j', 'p000'],
    ['j', 'p001'],
    ['j', 'p002'],
    ['j', 'p002'],
    ['k', 'p001'],
  ];
  for (const [key, name] of steps) {
    await page.keyboard.press(key);
    await expect(link(name)).toBeFocused();
  }
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toContainText(emailOf(word, 'p001'));
  await page.keyboard.press('Escape');
  await expect(link('p001')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: emailOf(word, 'p001') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link('p001')).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next and previous user');
  await page.keyboard.press('Escape');
  await expect(link('p001')).toBeFocused();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await expect(search).toBeFocused();
  await page.keyboard.type('jk?ex/');
  await expect(search).toHaveValue('jk?ex/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('opens a panel with subscription, key and audit log when a row is clicked, and closes it on Back', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const word = own();
  const email = emailOf(word, 'full');
  const user = await createUserRow(db(), { email, notes: '<b>pays late</b>', stripeCustomerId: `cus_${word}` });
  const bought = await createSubscriptionRow(db(), { accountId: user.id, stripeCustomerId: `cus_${word}` });
  const key = await createKeyRow(db(), { accountId: user.id, email });
  await openPage(page, `?search=${word}`);
  await page.getByRole('row').filter({ hasText: email }).getByRole('cell').nth(3).click();
  const panel = page.getByRole('dialog', { name: email });
  await expect(page).toHaveURL(new RegExp(`user=${user.id}`));
  await expect(panel.getByRole('region', { name: 'Facts' })).toContainText('<b>pays late</b>');
  // Shown as text, because Stripe's dashboard does not know the emulator's ids.
  await expect(panel.getByText(bought.stripeSubscriptionId)).toBeVisible();
  await expect(panel.getByRole('link', { name: bought.stripeSubscriptionId })).toHaveCount(0);
  await expect(panel.getByRole('region', { name: 'Keys' })).toContainText(key.description);
  await expect(panel.getByText('Cannot delete user with Stripe integration')).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
});

test('redirects to / when an error text contains 302', async ({ page, asAdmin }) => {
  await asAdmin();
  await page.route('**/admin/api/users*', (route) =>
    route.fulfill({ status: 500, json: { error: 'HTTP 302: Found' } }),
  );
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});
