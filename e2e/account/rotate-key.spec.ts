import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { createKeyRow } from '#lib/testing/factories.ts';
import { MINUTE } from '#lib/time.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, APPEARANCES, emulate } from '../support/browser/page.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
const STALE_MS = 11 * MINUTE;
const rotateButton = (page: Page) => page.getByRole('button', { name: 'Rotate Key' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Rotate Key' });
const keyOf = async (userId: string) =>
  (await db().fuzzyKey.findFirstOrThrow({ where: { userId, replacedById: null } })).publicKey;

/** The status of the request that nginx sends with the first and last 8 characters of a key. */
async function enterRepository(page: Page, key: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${key.slice(0, 8)}:${key.slice(-8)}`).toString('base64')}`;
  return (await page.request.get('/api/repository/auth', { headers: { authorization } })).status();
}

test('replaces a key, and keeps the old one working for a day', async ({ page, asSubscriber, mailbox }) => {
  const person = await asSubscriber({ hasKey: true });
  const old = await keyOf(person.id);
  await page.goto('/dashboard');
  await rotateButton(page).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('The password of the package repository changes, too');
  await expect(dialog.getByRole('radio', { name: 'For 24 hours' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Rotate Key' }).click();
  await expect(page.getByText('You have a new key.')).toBeVisible();
  await expect(dialog).toBeHidden();

  const fresh = await keyOf(person.id);
  await expect(page.getByText(`${fresh.slice(0, 16)}…`)).toBeVisible();
  await expect(page.getByText(`encryption_key = "${fresh}"`).first()).toBeVisible();
  await expect(page.getByText(`The old key ${old.slice(0, 8)}… works until`)).toBeVisible();
  expect([await enterRepository(page, fresh), await enterRepository(page, old)]).toEqual([204, 204]);
  const mail = await mailbox.receive(person.email, 'Your API key was replaced');
  expect(mail.text).toContain('password of the package repository');
  expect(mail.text).not.toContain(fresh.slice(0, 8));
});

test('disables a leaked key immediately, after asking for the password when the login is not fresh', async ({
  page,
  asSubscriber,
}) => {
  const person = await asSubscriber({ hasKey: true });
  const old = await keyOf(person.id);
  await db().user.update({ where: { id: person.id }, data: { passwordHash: await hashPassword(PASSWORD) } });
  const authTime = new Date(Date.now() - STALE_MS);
  await db().signInSession.updateMany({ where: { userId: person.id }, data: { authTime } });
  await page.goto('/dashboard');
  await rotateButton(page).click();
  await dialogOf(page).getByRole('radio', { name: 'No longer' }).check();
  await dialogOf(page).getByRole('button', { name: 'Rotate Key' }).click();
  const asking = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(asking).toBeVisible();
  expect(await keyOf(person.id)).toBe(old);
  await asking.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await asking.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('You have a new key.')).toBeVisible();
  await expect(page.getByText('The old key')).toBeHidden();
  const fresh = await keyOf(person.id);
  expect([await enterRepository(page, fresh), await enterRepository(page, old)]).toEqual([204, 401]);
});

test('shows a refusal in the dialog, and offers no rotation for an external key', async ({ page, asSubscriber }) => {
  await asSubscriber({ hasKey: true });
  await page.goto('/dashboard');
  const refusal = { error: 'Someone else has changed this key. Please reload it.', code: 'conflict' };
  await page.route('**/account/api/key/rotate', (route) => route.fulfill({ status: 409, json: refusal }));
  await rotateButton(page).click();
  await dialogOf(page).getByRole('button', { name: 'Rotate Key' }).click();
  await expect(dialogOf(page).getByText('Someone else has changed this key.')).toBeVisible();

  const other = await asSubscriber();
  const { publicKey } = createKeyPair();
  await createKeyRow(db(), { userId: other.id }, { publicKey, privateKey: null });
  const loaded = page.waitForResponse('**/account/api/key');
  await page.goto('/dashboard');
  await loaded;
  await expect(page.getByText(`${publicKey.slice(0, 16)}…`)).toBeVisible();
  await expect(rotateButton(page)).toBeHidden();
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways (${appearance.name})`, async ({ page, asSubscriber }) => {
    await emulate(page, appearance);
    await asSubscriber({ hasKey: true });
    await page.goto('/dashboard');
    await rotateButton(page).click();
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Rotate Key' }).click();
    await expect(page.getByText('works until')).toBeVisible();
    await expect(dialogOf(page)).toBeHidden();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
