import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';

const LOAD_FAILED = 'Failed to load users. You may not have admin privileges.';
/** A word that only the email addresses of one test contain. */
const own = () => `u${crypto.randomUUID().slice(0, 8)}`;
const emailOf = (word: string, name: string) => `${name}@${word}.example`;

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const openPage = async (page: Page, query = '') => {
  await page.goto(`/admin${query}`);
  // Not by role: behind an open panel it is hidden from assistive technology.
  await expect(page.locator('nav[aria-label="Pages of users"]')).toBeVisible();
};
const shown = (page: Page) => page.getByRole('navigation', { name: 'Pages of users' }).getByRole('paragraph');

async function createMany(word: string, count: number): Promise<void> {
  await db().user.createMany({
    data: Array.from({ length: count }, (_, number) => ({
      email: emailOf(word, `p${String(number).padStart(3, '0')}`),
      emailVerifiedAt: new Date(),
    })),
  });
}

test('shows email, status, subscription, limit and key of each user', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const email = (name: string) => emailOf(word, name);
  const manual = await createUserRow(db(), { email: email('manual'), dailyLimit: 50_000 });
  const key = await createKeyRow(db(), { userId: manual.id, email: manual.email });
  await createUserRow(db(), { email: email('blocked'), blockedAt: new Date(), emailVerifiedAt: null });
  for (const status of ['past_due', 'canceled']) {
    const { id } = await createUserRow(db(), { email: email(status), isAdmin: status === 'past_due' });
    await createSubscriptionRow(db(), { userId: id, status, quantity: 2 });
  }
  await openPage(page, `?search=${word}`);
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'User',
    'Status',
    'Subscription',
    'Limits',
    'API Key',
    'Actions',
  ]);

  const row = rowOf(page, email('manual'));
  await expect(row.getByRole('img', { name: 'Email verified' })).toBeVisible();
  await expect(row.getByRole('cell')).toHaveText([
    ...['', 'Active', 'Premium manual', '50,000 a day', `${key.publicKey.slice(0, 12)}…`, 'EditUsageDelete'],
  ]);
  await expect(rowOf(page, email('blocked')).getByRole('img', { name: 'Email not verified' })).toBeVisible();
  await expect(rowOf(page, email('blocked')).getByText('Blocked', { exact: true })).toHaveClass(/text-red/);
  await expect(rowOf(page, email('past_due')).getByText('past_due', { exact: true })).toHaveClass(/text-signal/);
  await expect(rowOf(page, email('past_due')).getByText('Admin', { exact: true })).toBeVisible();
  await expect(rowOf(page, email('past_due'))).toContainText('Personal usage × 2');
  await expect(rowOf(page, email('canceled')).getByText('canceled', { exact: true })).toHaveClass(/text-red/);
  await expect(row.getByRole('link', { name: 'Usage of' })).toHaveAttribute('target', '_blank');
  await expect(row.getByRole('link', { name: 'Usage of' })).toHaveAttribute('href', `/admin/user/${manual.id}/usage`);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await row.getByRole('button', { name: 'Copy API key' }).click();
  await expect(row.getByText('Copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key.publicKey);

  const nobody = await createUserRow(db(), { email: null, emailVerifiedAt: null });
  await openPage(page, `?search=${nobody.id}`);
  await expect(page.getByRole('link', { name: 'No Email' })).toBeVisible();
});

test('keeps search, filters, order and page in the URL, through reload and Back', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  await createMany(word, 55);
  await openPage(page);
  await page.getByRole('searchbox', { name: 'Search users' }).fill(word);
  await expect(shown(page)).toHaveText('1–50 of 55');
  await expect(page).toHaveURL(new RegExp(`search=${word}`));

  await page.getByRole('columnheader', { name: 'User' }).getByRole('link').click();
  await expect(page.getByRole('rowheader').first()).toContainText(emailOf(word, 'p000'));
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(shown(page)).toHaveText('51–55 of 55');
  await expect(page.getByRole('rowheader').first()).toContainText(emailOf(word, 'p050'));
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(shown(page)).toHaveText('51–55 of 55');
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(shown(page)).toHaveText('1–50 of 55');
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(shown(page)).toHaveText('51–55 of 55');
  await expect(page.getByRole('rowheader').first()).toContainText(emailOf(word, 'p050'));

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
  await expect(page.getByText('No users match')).toBeVisible();
  await expect(page.getByRole('group', { name: 'In force' }).getByRole('link')).toHaveText([
    ...['Remove filter Status Blocked', 'Remove filter Sort Email A–Z', 'Clear all'],
  ]);
  await page.getByRole('link', { name: 'Remove filter Status' }).click();
  await expect(shown(page)).toHaveText('1–50 of 55');
  await page.getByRole('button', { name: 'Sort' }).click();
  await page.getByRole('menuitemradio', { name: 'Email Z–A' }).click();
  await expect(page.getByRole('rowheader').first()).toContainText(emailOf(word, 'p054'));
});

test('filters by a counter when it is clicked', async ({ page, asAdmin }) => {
  const admin = await asAdmin();
  await openPage(page);
  const counters = page.getByRole('list', { name: 'Counters' });
  await expect(counters.getByRole('link')).toHaveText([
    /^Total Users/,
    /^Active Subscriptions/,
    /^Admin Users/,
    /^Blocked Users/,
  ]);
  await counters.getByRole('link', { name: 'Admin Users' }).click();
  await expect(page).toHaveURL(/\?admin=true$/);
  await expect(rowOf(page, admin.email)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Remove filter Role Admin' })).toBeVisible();
  await counters.getByRole('link', { name: 'Total Users' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('renders fifty full rows with fewer than 2,000 elements', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  await createMany(word, 50);
  const users = await db().user.findMany({ where: { email: { contains: word } } });
  await db().user.updateMany({ where: { email: { contains: word } }, data: { isAdmin: true, dailyLimit: 1000 } });
  for (const user of users) await createKeyRow(db(), { userId: user.id, email: user.email });
  await openPage(page, `?search=${word}`);
  await expect(page.getByRole('rowheader')).toHaveCount(50);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('50 selected')).toBeVisible();
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2000);
  await db().user.updateMany({ where: { email: { contains: word } }, data: { isAdmin: false } });
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

test('opens a panel with facts, subscription, key, security and audit log of a user; Back closes it', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const word = own();
  const email = emailOf(word, 'full');
  const user = await createUserRow(db(), { email, notes: '<b>pays late</b>', stripeCustomerId: `cus_${word}` });
  const bought = await createSubscriptionRow(db(), { userId: user.id, stripeCustomerId: `cus_${word}` });
  const key = await createKeyRow(db(), { userId: user.id, email });
  await openPage(page, `?search=${word}`);
  await rowOf(page, email).getByRole('cell').nth(3).click();
  const panel = page.getByRole('dialog', { name: email });
  await expect(page).toHaveURL(new RegExp(`user=${user.id}`));
  await expect(panel.getByRole('region', { name: 'Facts' })).toContainText('<b>pays late</b>');
  await expect(panel.getByRole('region', { name: 'Facts' })).toContainText('Germany');
  // Not a link, because Stripe does not know the emulator's ids.
  await expect(panel.getByText(bought.stripeSubscriptionId)).toBeVisible();
  await expect(panel.getByRole('link', { name: bought.stripeSubscriptionId })).toHaveCount(0);
  await expect(panel.getByRole('region', { name: 'Keys' })).toContainText(key.description);
  await expect(panel.getByRole('region', { name: 'Security' })).toContainText('Two-factorOff');
  await expect(panel.getByRole('region', { name: 'Recent audit' })).toBeVisible();
  await expect(panel.getByText('Cannot delete user with Stripe integration')).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await page.goto('/admin?user=00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('dialog').getByText('This user does not exist.')).toBeVisible();
});

test('exports the users of the filtered view as CSV', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  await createMany(word, 2);
  await createUserRow(db(), { email: emailOf(word, 'blocked'), blockedAt: new Date() });
  await openPage(page, `?search=${word}&status=active`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(emailOf(word, 'p000'));
  expect(csv).toContain(emailOf(word, 'p001'));
  expect(csv).not.toContain(emailOf(word, 'blocked'));
});

test('previews a bulk block, leaves out the acting admin, and undoes the block (S49)', async ({ page, asAdmin }) => {
  const admin = await asAdmin();
  const word = own();
  await createMany(word, 2);
  await createUserRow(db(), { email: emailOf(word, 'already'), blockedAt: new Date() });
  await db().user.update({ where: { id: admin.id }, data: { notes: word } });
  await openPage(page, `?search=${word}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const block = page.getByRole('group', { name: 'Selected users' }).getByRole('button', { name: 'Block', exact: true });
  await block.click();
  const dialog = page.getByRole('dialog', { name: 'Block 4 users?' });
  await expect(dialog.getByRole('list', { name: 'Will be blocked' }).getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('list', { name: 'Blocked already' })).toContainText(emailOf(word, 'already'));
  await expect(dialog.getByRole('list', { name: 'Refused' })).toContainText('You cannot block yourself.');
  await dialog.getByRole('button', { name: 'Block 2 users' }).click();
  await expect(page.getByText('2 users blocked.')).toBeVisible();
  const blocked = () => db().user.count({ where: { email: { contains: word }, blockedAt: { not: null } } });
  expect(await blocked()).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 users unblocked.')).toBeVisible();
  expect(await blocked()).toBe(1);
});

test.describe('access and failures', () => {
  test('shows an error to a user who is not an admin, and requests no data', async ({ page, asSubscriber }) => {
    await asSubscriber();
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/admin/api/') && calls.push(request.url()));
    await page.goto('/admin');
    await expect(page.getByText(LOAD_FAILED)).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    expect(calls).toEqual([]);
  });

  test('redirects a visitor to the login, with the view as return URL', async ({ page }) => {
    await page.goto('/admin?status=blocked&sort=email');
    await expect(page).toHaveURL(/\/login\?return_url=%2Fadmin%3Fstatus%3Dblocked%26sort%3Demail$/);
  });

  test('redirects to the login, with a return URL, when the session ends while the page is open', async ({
    page,
    asAdmin,
  }) => {
    const admin = await asAdmin();
    await openPage(page, '?status=active');
    await db().signInSession.deleteMany({ where: { userId: admin.id } });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page).toHaveURL(/\/login\?return_url=%2Fadmin%3Fstatus%3Dactive$/);
  });

  test('shows the request id of a failure, and Retry loads the list', async ({ page, asAdmin }) => {
    await asAdmin();
    await page.route('**/admin/api/users?*', (route) =>
      route.fulfill({
        status: 500,
        json: { error: 'Something went wrong.', code: 'internal', request_id: 'req-of-test' },
      }),
    );
    await page.goto('/admin');
    await expect(page.getByText(LOAD_FAILED)).toBeVisible();
    await expect(page.getByText('req-of-test')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/admin/api/users?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('navigation', { name: 'Pages of users' })).toBeVisible();
  });

  test('redirects to / when an error text contains 302', async ({ page, asAdmin }) => {
    await asAdmin();
    await page.route('**/admin/api/users?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'HTTP 302: Found' } }),
    );
    await page.goto('/admin');
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});

test('says when there are no users, clears filters, and shows a capped total', async ({ page, asAdmin }) => {
  await asAdmin();
  const answer = { users: [], total: 0, total_is_capped: false, next_cursor: null };
  const counts = { total: 0, active_subscriptions: 0, admins: 0, blocked: 0 };
  await page.route('**/admin/api/users?*', (route) => route.fulfill({ json: { ...answer, counts } }));
  await page.goto('/admin');
  await expect(page.getByText('No users yet')).toBeVisible();
  await page.unroute('**/admin/api/users?*');

  await page.goto(`/admin?search=${own()}&status=blocked`);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('rowheader').first()).toBeVisible();

  await page.route('**/admin/api/users?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total: 10_000, total_is_capped: true } });
  });
  await page.goto('/admin?verified=true');
  await expect(shown(page)).toHaveText(/^1–\d+ of 10,000\+$/);
});

for (const appearance of APPEARANCES) {
  test(`is accessible and does not scroll sideways: list and menus (${appearance.name})`, async ({ page, asAdmin }) => {
    await asAdmin();
    const word = own();
    const full = await createUserRow(db(), { email: emailOf(word, 'full'), blockedAt: new Date(), notes: 'note' });
    await createKeyRow(db(), { userId: full.id, email: full.email });
    await createMany(word, 2);
    await emulate(page, appearance);
    const problems = collectErrors(page);
    await openPage(page, `?search=${word}&sort=email`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  test(`is accessible and does not scroll sideways: panel and keyboard shortcuts (${appearance.name})`, async ({
    page,
    asAdmin,
  }) => {
    await asAdmin();
    const user = await createUserRow(db(), { email: emailOf(own(), 'full'), blockedAt: new Date(), notes: 'note' });
    await createKeyRow(db(), { userId: user.id, email: user.email });
    await emulate(page, appearance);
    const problems = collectErrors(page);
    await openPage(page, `?search=${user.id}&user=${user.id}`);
    await expect(page.getByRole('region', { name: 'Recent audit' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });
}
