import { db } from '#lib/base/db/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { report, subscribe, usagePanel } from './support.ts';

const pageOf = (userId: string) => `/admin/user/${userId}/usage`;

test('shows an admin a user’s details and usage against the limit of the plan, and links back', async ({
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
  await expect(details.getByText('Personal usage', { exact: true })).toBeVisible();
  await expect(details.getByText(`${publicKey.slice(0, 20)}…`, { exact: true })).toBeVisible();
  await expect(usagePanel(page).getByRole('meter')).toHaveAttribute('aria-valuetext', '1,500 of 4,000, 37 percent');
  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(page).toHaveURL('/admin');

  await test.step('shows an error for an unknown user, an invalid id and a missing id', async () => {
    for (const [id, text] of [
      [crypto.randomUUID(), 'User not found'],
      ['nobody', 'User not found'],
      ['%20', 'User ID is required'],
    ] as const) {
      await page.goto(pageOf(id));
      await expect(page.getByText(text)).toBeVisible();
    }
  });
});

test('shows no data to a user who is not an admin', async ({ page, asSubscriber }) => {
  const person = await asSubscriber();
  await page.goto(pageOf(person.id));
  await expect(page.getByText('Failed to load users. You may not have admin privileges.')).toBeVisible();
  await expect(page.getByText(person.email)).toHaveCount(0);
});
