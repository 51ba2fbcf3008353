/** Tests that the console asks for the password before an action that hands something over, and keeps what was typed. */
import type { Locator, Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { createClientRow, createKeyRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/browser/page.ts';
import { confirmLogin, freshLoginDialog, makeLoginOld } from '../support/old-login.ts';

const newAddress = () => `${unique('new')}@example.com`;
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Presses the button, cancels the question once, and confirms it the second time. */
async function pressAndConfirm(page: Page, button: Locator, typed?: { field: Locator; value: string }) {
  await button.click();
  await expect(freshLoginDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(freshLoginDialog(page)).toBeHidden();
  if (typed) await expect(typed.field).toHaveValue(typed.value);
  await button.click();
  await confirmLogin(page);
}

test.beforeEach(async ({ asAdmin }) => makeLoginOld((await asAdmin()).id));

test('changes the address of a user (S88)', async ({ page }) => {
  const user = await createUserRow(db());
  const value = newAddress();
  await page.goto(`/admin?search=${user.email}`);
  await page.getByRole('button', { name: `Edit ${user.email}` }).click();
  const edit = dialog(page, /Edit/);
  const field = edit.getByLabel('Email', { exact: true });
  await field.fill(value);
  await edit.getByLabel('Notes').fill('Called on Monday');
  await pressAndConfirm(page, edit.getByRole('button', { name: /Save|Update/ }), { field, value });
  await expect
    .poll(() => db().user.findUnique({ where: { id: user.id } }))
    .toMatchObject({
      email: value,
      notes: 'Called on Monday',
    });
});

test('invites a user', async ({ page, mailbox }) => {
  const value = newAddress();
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Invite user' }).click();
  const invite = dialog(page, 'Invite user');
  const field = invite.getByLabel('Email', { exact: true });
  await field.fill(value);
  await invite.getByLabel('Country').selectOption('DE');
  await pressAndConfirm(page, invite.getByRole('button', { name: 'Send invitation' }), { field, value });
  await expect(page.getByText(`Invitation sent to ${value}.`)).toBeVisible();
  await mailbox.receive(value, 'Your Rspamd Premium account is ready');
});

test('changes the owner of a key', async ({ page }) => {
  const { description } = await createKeyRow(db());
  const { id, email } = await createUserRow(db());
  const value = email ?? '';
  await page.goto(`/admin/keys?search=${description}`);
  await page.getByRole('button', { name: `Edit ${description}` }).click();
  const edit = dialog(page, 'Edit Key');
  const field = edit.getByLabel('Email');
  await field.fill(value);
  await pressAndConfirm(page, edit.getByRole('button', { name: 'Save changes' }), { field, value });
  await expect.poll(() => db().fuzzyKey.findUnique({ where: { description } })).toMatchObject({ accountId: id, email });
});

test('unblocks a user', async ({ page }) => {
  const { id, email } = await createUserRow(db(), { blockedAt: new Date() });
  await page.goto(`/admin?search=${email}`);
  await page.getByRole('checkbox', { name: `Select ${email}` }).check();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await pressAndConfirm(page, dialog(page, /Unblock/).getByRole('button', { name: 'Unblock 1 user' }));
  await expect(page.getByText('1 user unblocked.')).toBeVisible();
  expect(await db().user.findUnique({ where: { id } })).toMatchObject({ blockedAt: null });
});

test('gives a client another redirect URI', async ({ page }) => {
  const { client } = await createClientRow(db(), { name: unique('App') });
  const value = 'https://other.test.example/callback';
  await page.goto(`/admin/oauth2?search=${client.name}`);
  await page.getByRole('button', { name: `Edit ${client.name}` }).click();
  const edit = dialog(page, /Edit/);
  const field = edit.getByRole('textbox', { name: /Redirect URI/ }).first();
  await field.fill(value);
  const button = edit.getByRole('button', { name: /Save|Update/ });
  await button.click();
  await expect(freshLoginDialog(page)).toBeVisible();
  await expectAccessible(page);
  await confirmLogin(page);
  await expect
    .poll(() => db().oAuthClient.findUnique({ where: { id: client.id } }))
    .toMatchObject({ redirectUris: [value] });
});
