import { db } from '#lib/db.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { confirmLogin, freshLoginDialog, makeLoginOld } from '../support/old-login.ts';

const own = () => `f${crypto.randomUUID().slice(0, 8)}`;

test('users: asks for the password again, then saves the edit as typed', async ({ page, asAdmin }) => {
  const admin = await asAdmin();
  await makeLoginOld(admin.id);
  const email = `${own()}@test.example`;
  const { id } = await createUserRow(db(), { email });
  await page.goto(`/admin?search=${email}`);
  await page.getByRole('button', { name: `Edit ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByLabel('Notes').fill('promoted');
  await dialog.getByLabel('Admin').click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();

  await expect(freshLoginDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Nothing was done, because you did not confirm that it is you.')).toBeVisible();
  await expect(dialog.getByLabel('Notes')).toHaveValue('promoted');
  expect(await db().user.findUniqueOrThrow({ where: { id } })).toMatchObject({ isAdmin: false, notes: null });

  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await confirmLogin(page);
  const saved = () => db().user.findUniqueOrThrow({ where: { id }, select: { isAdmin: true, notes: true } });
  await expect.poll(saved).toEqual({ isAdmin: true, notes: 'promoted' });
  await expect(dialog).toBeHidden();
});

test('keys: asks for the password again, then deletes the key', async ({ page, asAdmin }) => {
  const admin = await asAdmin();
  await makeLoginOld(admin.id);
  const description = own();
  const { id } = await createKeyRow(db(), { description });
  await page.goto(`/admin/keys?overview=false&search=${description}`);
  await page.getByRole('button', { name: `Delete ${description}`, exact: true }).click();
  await expect(freshLoginDialog(page)).toBeVisible();
  expect(await db().fuzzyKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ deletedAt: null });
  await confirmLogin(page);
  await expect.poll(async () => (await db().fuzzyKey.findUniqueOrThrow({ where: { id } })).deletedAt).not.toBeNull();
});

test('servers: asks for the password again, then shows the new token', async ({ page, asAdmin }) => {
  const admin = await asAdmin();
  await makeLoginOld(admin.id);
  const name = own();
  await page.goto('/admin/servers');
  await page.getByRole('button', { name: 'Create Server' }).click();
  const creating = page.getByRole('dialog', { name: 'Create Server' });
  await creating.getByLabel('Name').fill(name);
  await creating.getByRole('button', { name: 'Create Server' }).click();
  await confirmLogin(page);
  await expect(page.getByRole('dialog', { name: `Token of ${name}` })).toBeVisible();
});

test('OAuth2: asks for the password again, then creates the client and shows its secret', async ({ page, asAdmin }) => {
  const admin = await asAdmin();
  await makeLoginOld(admin.id);
  const name = `App ${own()}`;
  await page.goto('/admin/oauth2');
  await page.getByRole('button', { name: 'Create Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create OAuth2 Client' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('textbox', { name: 'Redirect URI 1' }).fill('https://app.test.example/callback');
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  await expect(freshLoginDialog(page)).toBeVisible();
  expect(await db().oAuthClient.count({ where: { name } })).toBe(0);
  await confirmLogin(page);
  await expect(page.getByRole('dialog', { name: 'Client Secret' })).toBeVisible();
  expect(await db().oAuthClient.count({ where: { name } })).toBe(1);
});
