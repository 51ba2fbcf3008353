import type { Locator, Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { expect, test } from '../fixtures.ts';

const PASTED = 'Paßwort mit Leer  zeichen-7';
const PASSWORD = 'Correct-Horse-7-Battery';

type Place = {
  name: string;
  isAdmin?: boolean;
  needsLogin?: boolean;
  open: (page: Page) => Promise<Page | Locator>;
  /** `autocomplete` of each field, by label */
  fields: Record<string, string>;
};

const PLACES: Place[] = [
  {
    name: 'login',
    open: (page) => goto(page, '/login'),
    fields: { Email: 'username webauthn', Password: 'current-password' },
  },
  {
    name: 'sign-up',
    open: (page) => goto(page, '/login?tab=signup'),
    fields: { Email: 'username', Password: 'new-password', 'Confirm password': 'new-password' },
  },
  {
    name: 'login dialog',
    open: async (page) => {
      await page.goto('/pricing');
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
      return page.getByRole('dialog', { name: 'Access Premium' });
    },
    fields: { Email: 'username webauthn', Password: 'current-password' },
  },
  {
    name: 'password reset',
    open: (page) => goto(page, '/reset-password?email=a%40b.example&token=0123456789ab&forgot=1'),
    fields: { 'New password': 'new-password', 'Confirm new password': 'new-password' },
  },
  {
    name: 'password change',
    needsLogin: true,
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Change Password' }).click();
      return page.getByRole('dialog', { name: 'Change Password' });
    },
    fields: {
      'Current password': 'current-password',
      'New password': 'new-password',
      'Confirm new password': 'new-password',
    },
  },
  {
    name: 'fresh login',
    needsLogin: true,
    open: async (page) => {
      await page.goto('/account');
      await page.getByRole('region', { name: 'Two-factor login' }).getByRole('button', { name: 'Set Up' }).click();
      return page.getByRole('dialog').filter({ has: page.getByLabel('Password', { exact: true }) });
    },
    fields: { Password: 'current-password' },
  },
  {
    name: 'user created by an admin',
    isAdmin: true,
    open: async (page) => {
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Create User' }).click();
      return page.getByRole('dialog', { name: 'Create User' });
    },
    fields: { Email: 'username', Password: 'new-password' },
  },
  {
    name: 'password reset by an admin',
    isAdmin: true,
    open: async (page) => {
      const { email } = await createUserRow(db());
      await page.goto(`/admin?search=${encodeURIComponent(email ?? '')}`);
      await page.getByRole('button', { name: `Edit ${email}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit User' });
      await dialog.getByRole('switch', { name: 'Reset password' }).click();
      return dialog;
    },
    fields: { 'New password': 'new-password' },
  },
];

for (const { name, isAdmin = false, needsLogin = isAdmin, open, fields } of PLACES)
  test(`${name}: lets a password be pasted, shown and filled in by a password manager (S7)`, async ({
    page,
    context,
    asSubscriber,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    if (needsLogin) await asSubscriber({ isAdmin });
    const place = await open(page);
    for (const [label, autocomplete] of Object.entries(fields))
      await expect(place.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', autocomplete);

    for (const label of Object.keys(fields).filter((each) => /password/i.test(each))) {
      const field = place.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('type', 'password');
      await page.evaluate((text) => navigator.clipboard.writeText(text), PASTED);
      await field.focus();
      await page.keyboard.press('ControlOrMeta+V');
      await expect(field).toHaveValue(PASTED);
      const show = place.getByRole('button', { name: `Show ${label.toLowerCase()}`, exact: true });
      await show.click();
      await expect(show).toHaveAttribute('aria-pressed', 'true');
      await expect(field).toHaveAttribute('type', 'text');
      await expect(field).toHaveValue(PASTED);
      await expect(field).toHaveAttribute('autocomplete', fields[label] ?? '');
      await show.click();
      await expect(field).toHaveAttribute('type', 'password');
      expect(await field.getAttribute('maxlength'), 'nothing is cut off (S5)').toBeNull();
    }
  });

for (const { name, isAdmin = false, needsLogin = isAdmin, open } of PLACES)
  test(`${name}: has one username field in the form with the password (S7)`, async ({ page, asSubscriber }) => {
    if (needsLogin) await asSubscriber({ isAdmin });
    const place = await open(page);
    const form = place.locator('form').filter({ has: page.locator('input[type=password]') });
    await expect(form.locator('input[autocomplete~=username]')).toHaveCount(1);
  });

test('password reset by an admin: has the user’s email address as username (S7)', async ({ page, asAdmin }) => {
  await asAdmin();
  const { email } = await createUserRow(db());
  await page.goto(`/admin?search=${encodeURIComponent(email ?? '')}`);
  await page.getByRole('button', { name: `Edit ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByRole('switch', { name: 'Reset password' }).click();
  await expect(username(dialog)).toHaveValue(email ?? '');
});

test('second step of a login: has the email address as username (S7)', async ({ page }) => {
  await page.route('**/login/email', (route) => route.fulfill({ json: { status: 'totp_required' } }));
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill('a@b.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  await expect(username(page)).toHaveValue('a@b.example');
});

test('password reset: has the email address as username (S7)', async ({ page }) => {
  await page.goto('/reset-password?email=a%40b.example&token=0123456789ab&forgot=1');
  await expect(username(page)).toHaveValue('a@b.example');
});

for (const { name, open } of PLACES.filter(({ needsLogin }) => needsLogin))
  test(`${name}: has the user’s email address as username (S7)`, async ({ page, asSubscriber }) => {
    const { email } = await asSubscriber();
    await expect(username(await open(page))).toHaveValue(email);
  });

test('marks code fields as one-time codes, so that phones and password managers fill them in (S7)', async ({
  page,
  asSubscriber,
}) => {
  await page.goto('/login?step=code');
  await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute('autocomplete', 'one-time-code');
  const { id } = await asSubscriber();
  await db().user.update({ where: { id }, data: { passwordHash: await hashPassword(PASSWORD) } });
  await page.goto('/account');
  await page.getByRole('region', { name: 'Two-factor login' }).getByRole('button', { name: 'Set Up' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const code = page.getByRole('dialog').getByLabel('Code of the app');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
});

const username = (place: Page | Locator) => place.locator('form input[autocomplete=username]');

async function goto(page: Page, path: string): Promise<Page> {
  await page.goto(path);
  return page;
}
