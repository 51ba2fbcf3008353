import { db } from '#lib/db.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { BROKEN, report, subscribe, usagePanel } from './support.ts';

const pageOf = (userId: string) => `/admin/user/${userId}/usage`;

test('shows the details of a user and their usage against the limit of their plan, and links back', async ({
  page,
  asAdmin,
  storageServer,
}) => {
  await asAdmin();
  const user = await createUserRow(db(), { country: 'NL', isAdmin: true });
  const key = await subscribe(user.id);
  const { publicKey } = await db().fuzzyKey.findUniqueOrThrow({ where: { id: key } });
  await report(key, storageServer.id, 2, { checked: 1500 });
  await page.goto(pageOf(user.id));
  const details = page.locator('section').filter({ has: page.getByRole('heading', { name: 'User', exact: true }) });
  await expect(details).toContainText(user.email ?? '');
  for (const text of ['Verified', 'Admin', user.id, 'Netherlands', 'Personal usage', 'Quantity 1', 'active'])
    await expect(details.getByText(text, { exact: true })).toBeVisible();
  await expect(details.getByText(`${publicKey.slice(0, 20)}…`, { exact: true })).toBeVisible();
  await expect(usagePanel(page).getByRole('meter')).toHaveAttribute('aria-valuetext', '1,500 of 4,000, 37 percent');
  await expect(usagePanel(page).getByText('About 2,000 emails a day, 4,000 requests')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(page).toHaveURL('/admin');
});

test('shows the admin page’s error text when usage fails to load, and Retry loads it', async ({ page, asAdmin }) => {
  await asAdmin();
  const user = await createUserRow(db());
  await createKeyRow(db(), { userId: user.id });
  await page.route('**/admin/api/user/*/usage/**', (route) => route.fulfill(BROKEN));
  await page.goto(pageOf(user.id));
  const alert = usagePanel(page).getByRole('alert');
  await expect(alert).toContainText(
    "Failed to load usage data. This might be because there's no usage data yet for this user.",
  );
  await expect(alert).toContainText('of-the-test');
  await page.unroute('**/admin/api/user/*/usage/**');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(usagePanel(page).getByText('No data for the last 24 hours')).toBeVisible();
});

test('shows no usage of a user without an active key', async ({ page, asAdmin }) => {
  await asAdmin();
  const user = await createUserRow(db(), { email: null, emailVerifiedAt: null });
  await page.goto(pageOf(user.id));
  await expect(page.getByText('No Usage Data Available')).toBeVisible();
  await expect(page.getByText('No Email')).toBeVisible();
  await expect(usagePanel(page)).toBeHidden();
});

test('reports an unknown user, an invalid id and a missing id', async ({ page, asAdmin }) => {
  await asAdmin();
  for (const id of [crypto.randomUUID(), 'nobody']) {
    await page.goto(pageOf(id));
    await expect(page.getByText('User not found')).toBeVisible();
  }
  await page.goto(pageOf('%20'));
  await expect(page.getByText('User ID is required')).toBeVisible();
});

test('shows the error and Retry when the status fails to load', async ({ page, asAdmin }) => {
  await asAdmin();
  const user = await createUserRow(db());
  await page.route('**/admin/api/user/*/status', (route) => route.fulfill(BROKEN));
  await page.goto(pageOf(user.id));
  await expect(page.getByText('Something went wrong.')).toBeVisible();
  await page.unroute('**/admin/api/user/*/status');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No Usage Data Available')).toBeVisible();
});

test('shows no data to a user who is not an admin', async ({ page, asSubscriber }) => {
  const person = await asSubscriber();
  await page.goto(pageOf(person.id));
  await expect(page.getByText('Failed to load users. You may not have admin privileges.')).toBeVisible();
  await expect(page.getByText(person.email)).toHaveCount(0);
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways (${appearance.name})`, async ({ page, asAdmin, storageServer }) => {
    const problems = collectErrors(page);
    await emulate(page, appearance);
    await asAdmin();
    const user = await createUserRow(db());
    const key = await subscribe(user.id);
    for (const hoursAgo of [2, 3]) await report(key, storageServer.id, hoursAgo, { checked: 300 * hoursAgo });
    await page.goto(pageOf(user.id));
    await expect(usagePanel(page).locator('.recharts-area-curve')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });
