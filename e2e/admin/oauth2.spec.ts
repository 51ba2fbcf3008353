import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { createClientRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectAccessible, expectNoSidewaysScroll } from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const uniqueName = () => `App ${crypto.randomUUID().slice(0, 8)}`;
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const secretDialog = (page: Page) => page.getByRole('dialog', { name: 'Client Secret' });
const saved = (page: Page) => secretDialog(page).getByRole('button', { name: "I've Saved the Secret" }).click();
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const clientCalled = (name: string) => db().oAuthClient.findFirstOrThrow({ where: { name } });
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Stores a token of a client, valid for an hour. */
const createToken = (clientId: string, userId: string, prefix: string, model = 'AccessToken') =>
  db().oidcArtifact.create({
    data: {
      model,
      id: crypto.randomUUID(),
      prefix,
      clientId,
      userId,
      payload: { scope: 'openid email' },
      expiresAt: new Date(Date.now() + HOUR),
    },
  });

test('creates, edits and deletes a client, and does not store its secret in the browser (S65, S72)', async ({
  page,
  asAdmin,
}) => {
  const problems = collectErrors(page);
  await asAdmin();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = uniqueName();
  await page.goto('/admin/oauth2');
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(name);
  await expect(page).toHaveURL(/search=App/);

  await test.step('creates a client', async () => {
    await page.getByRole('button', { name: 'Create client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create OAuth2 client' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await dialog.getByRole('textbox', { name: 'Redirect URI 1' }).fill('https://one.example.com/cb');
    await dialog.getByRole('checkbox', { name: 'email' }).check();
    await dialog.getByRole('button', { name: 'Create client' }).click();
    const secret = await secretDialog(page).locator('code').last().innerText();
    expect(secret).toHaveLength(43);
    await expectAccessible(page);
    await secretDialog(page).getByRole('button', { name: 'Copy client secret' }).click();
    await expect.poll(() => copied(page)).toBe(secret);
    await page.keyboard.press('Escape');
    await expect(secretDialog(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Create client' })).toBeFocused();
    expect(page.url()).not.toContain(secret);
    const kept = await page.evaluate(
      () =>
        document.documentElement.outerHTML +
        JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
    );
    expect(kept).not.toContain(secret);
    expect(await clientCalled(name)).toMatchObject({
      redirectUris: ['https://one.example.com/cb'],
      scopes: ['openid', 'email'],
    });
  });

  await test.step('makes the client public, then confidential again', async () => {
    const dialog = page.getByRole('dialog', { name: 'Edit OAuth2 client' });
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByRole('radio', { name: /^Browser, mobile or desktop/ }).check();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(rowOf(page, name).getByText('Public')).toBeVisible();
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByRole('radio', { name: /^Web application/ }).check();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await saved(page);
    await expect(rowOf(page, name).getByText('Confidential')).toBeVisible();
  });

  await test.step('creates a new secret', async () => {
    const { version } = await clientCalled(name);
    await page.getByRole('button', { name: `Regenerate Secret of ${name}` }).click();
    await confirm(page, 'Regenerate Secret');
    await saved(page);
    expect((await clientCalled(name)).version).toBeGreaterThan(version);
  });

  await test.step('copies the client ID and the discovery URL, and deletes the client', async () => {
    await page.getByRole('button', { name: `Copy client ID of ${name}` }).click();
    await expect.poll(() => copied(page)).toBe((await clientCalled(name)).id);
    await page.getByRole('button', { name: 'Copy Discovery' }).click();
    await expect.poll(() => copied(page)).toBe(`${stack.baseUrl}/.well-known/openid-configuration`);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await confirm(page, 'Delete');
    await said(page, 'OAuth2 client deleted successfully');
    await expect(page.getByText('No clients match')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create client' })).toBeFocused();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).not.toHaveURL(/search=/);
  });
  expect(problems).toEqual([]);
});

test('moves the rarer actions of a row into a menu below 1024 px, and revokes exactly one token (S77)', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const { client } = await createClientRow(db(), { name: uniqueName() });
  const user = await createUserRow(db(), { email: `owner-${crypto.randomUUID()}@example.com` });
  for (let index = 0; index < 50; index++) await createToken(client.id, user.id, `older${100 + index}`);
  await createToken(client.id, user.id, 'AbCdEf12', 'RefreshToken');
  await page.goto(`/admin/oauth2?search=${encodeURIComponent(client.name)}`);
  const row = rowOf(page, client.name);
  const menu = row.getByRole('button', { name: `More actions for ${client.name}` });
  for (const width of [360, 1023, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const isWide = width >= 1024;
    await expect(row.getByRole('button').filter({ hasText: /./ })).toHaveText([
      ...['Edit', 'View Tokens', ...(isWide ? ['Regenerate Secret', 'Delete'] : [])],
    ]);
    await expect(menu).toBeVisible({ visible: !isWide });
    await expectNoSidewaysScroll(page);
    if (isWide) continue;
    await menu.click();
    await expect(page.getByRole('menuitem')).toHaveText(['Regenerate Secret', 'Delete']);
    await page.keyboard.press('Escape');
  }

  await page.getByRole('button', { name: `View Tokens of ${client.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Tokens' });
  const token = dialog.getByRole('row').filter({ hasText: 'AbCdEf12' });
  for (const text of ['refresh', user.id.slice(0, 8), user.email ?? '', 'openid email', 'UTC'])
    await expect(token).toContainText(text);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect(dialog.getByText('51 of 51')).toBeVisible();
  await token.getByRole('button', { name: 'Revoke refresh token AbCdEf12' }).click();
  await confirm(page, 'Revoke');
  await said(page, 'Token revoked successfully');
  await expect(token).toBeHidden();
  expect(await db().oidcArtifact.count({ where: { clientId: client.id } })).toBe(50);
  await db().oAuthClient.delete({ where: { id: client.id } });
});
