import type { Page } from '@playwright/test';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { db } from '#lib/base/db/db.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { hydrated } from '../support/browser/page.ts';
import { PASSWORD } from '../support/people.ts';

const WELL_KNOWN = '/.well-known/change-password';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change Password' });
const current = (page: Page) => dialog(page).getByLabel('Current password', { exact: true });

test('opens the change of password for a password manager, until it is closed', async ({ page, asSubscriber }) => {
  await asSubscriber();
  await page.goto(WELL_KNOWN);
  await expect(current(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused();
  await expect(page).toHaveURL('/account');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});

test('asks a visitor for the login first, at an address in any spelling (S89)', async ({ page }) => {
  const [local, passwordHash] = [unique('umlaut'), await hashPassword(PASSWORD)];
  await createUserRow(db(), { email: `${local}@xn--bcher-kva.example`, passwordHash });
  await page.goto(WELL_KNOWN);
  await expect(page).toHaveURL('/login?return_url=%2Faccount%3Fchange%3Dpassword');
  await page.getByLabel('Email', { exact: true }).pressSequentially(`${local}@Bücher.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/account?change=password');
  await hydrated(page);
  await expect(current(page)).toBeFocused();
});

test('has no other well-known page for password managers', async ({ request }) => {
  const known = await request.get(WELL_KNOWN, { maxRedirects: 0 });
  expect([known.status(), known.headers().location]).toEqual([303, '/account?change=password']);
  for (const name of ['resource-that-should-not-exist-whose-status-code-should-not-be-200', 'change-password/x', 'x'])
    expect([name, (await request.get(`/.well-known/${name}`, { maxRedirects: 0 })).status()]).toEqual([name, 404]);
});
