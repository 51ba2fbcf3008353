import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createClientRow, createUserRow } from '#lib/testing/factories.ts';
import { HOUR } from '#lib/time.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const CALLS = '/admin/api/oauth2/clients';
const uniqueName = () => `App ${crypto.randomUUID().slice(0, 8)}`;
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const clientCalled = (name: string) => db().oAuthClient.findFirstOrThrow({ where: { name } });
const secretDialog = (page: Page) => page.getByRole('dialog', { name: 'Client Secret' });
const shownSecret = (page: Page) => secretDialog(page).locator('code').last().innerText();

async function openPage(page: Page, search: string): Promise<void> {
  await page.goto(`/admin/oauth2?search=${encodeURIComponent(search)}`);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

async function openCreate(page: Page) {
  await page.getByRole('button', { name: 'Create Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create OAuth2 Client' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  return dialog;
}

async function openEdit(page: Page, name: string) {
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  return page.getByRole('dialog', { name: 'Edit OAuth2 Client' });
}

async function choose(page: Page, name: string, item: 'Regenerate Secret' | 'Delete'): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1024;
  if (!isNarrow)
    return page.getByRole('button', { name: item === 'Delete' ? `Delete ${name}` : `${item} of ${name}` }).click();
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** A token of a client, valid for an hour. */
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

test('keeps the warning at a redirect URI when the row above it is removed', async ({ page, asAdmin }) => {
  await asAdmin();
  await openPage(page, uniqueName());
  const dialog = await openCreate(page);
  const row = (number: number) => dialog.getByRole('textbox', { name: `Redirect URI ${number}` });
  await dialog.getByRole('button', { name: 'Add Redirect URI' }).click();
  await row(2).fill('nonsense');
  await row(2).blur();
  await expect(row(2)).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Remove Redirect URI 1' }).click();
  await expect(row(1)).toHaveValue('nonsense');
  await expect(row(1)).toHaveAttribute('aria-invalid', 'true');
  await expect(row(1)).toBeFocused();
});

test('validates the form of a new client, and sends what was entered (S65)', async ({ page, asAdmin }) => {
  await asAdmin();
  const name = uniqueName();
  await openPage(page, name);
  const dialog = await openCreate(page);
  await expect(dialog.getByRole('checkbox', { name: 'openid' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'email' })).not.toBeChecked();
  await expect(dialog.getByLabel('Public client')).not.toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Remove Redirect URI 1' })).toBeHidden();

  await dialog.getByRole('checkbox', { name: 'openid' }).uncheck();
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  for (const text of [
    'Client name is required',
    'All redirect URIs must be filled',
    'At least one scope must be selected',
  ])
    await expect(dialog.getByText(text)).toBeVisible();

  const row = (number: number) => dialog.getByRole('textbox', { name: `Redirect URI ${number}` });
  const first = row(1);
  await first.fill('http://app.example.com/cb');
  await expect(dialog.getByText('Use https; http is for localhost only.')).toBeVisible();
  await first.fill('com.example.app:/cb');
  await expect(dialog.getByText('Only public clients may use a scheme of their own.')).toBeVisible();
  await dialog.getByLabel('Public client').click();
  await expect(dialog.getByText('Only public clients may use a scheme of their own.')).toBeHidden();
  await expect(dialog.getByText('A public client always has to use PKCE.')).toBeVisible();
  await dialog.getByLabel('Public client').click();
  await first.fill('https://one.example.com/cb');
  await dialog.getByRole('button', { name: 'Add Redirect URI' }).click();
  await expect(row(2)).toBeFocused();
  await page.keyboard.type('https://two.example.com/cb');
  await dialog.getByRole('button', { name: 'Remove Redirect URI 1' }).click();
  await expect(first).toHaveValue('https://two.example.com/cb');
  await expect(first).toBeFocused();
  await dialog.getByRole('button', { name: 'Add Post-logout URI' }).click();
  await dialog.getByLabel('Name').fill(`  ${name}  `);
  await dialog.getByRole('checkbox', { name: 'profile' }).check();

  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith(CALLS));
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  expect((await request).postDataJSON()).toEqual({
    name,
    redirect_uris: ['https://two.example.com/cb'],
    post_logout_redirect_uris: [],
    scopes: ['profile'],
    is_public: false,
    require_pkce: false,
  });
  await said(page, 'OAuth2 client created successfully');
  await expect(secretDialog(page)).toBeVisible();
  await secretDialog(page).getByRole('button', { name: "I've Saved the Secret" }).click();
  await expect(rowOf(page, name).getByText('Confidential')).toBeVisible();
  await db().oAuthClient.deleteMany({ where: { name } });
});

test('shows a secret once, asks before closing it uncopied, and stores it nowhere in the browser (S72)', async ({
  page,
  asAdmin,
}) => {
  const problems = collectErrors(page);
  await asAdmin();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { client } = await createClientRow(db(), { name: uniqueName() });
  await openPage(page, client.name);
  await choose(page, client.name, 'Regenerate Secret');
  const asking = page.getByRole('alertdialog', { name: 'Regenerate Secret' });
  await expect(asking).toContainText(
    'Are you sure you want to regenerate the client secret? Existing applications will stop working until updated.',
  );
  await asking.getByRole('button', { name: 'Cancel' }).click();
  expect((await clientCalled(client.name)).version).toBe(client.version);
  await choose(page, client.name, 'Regenerate Secret');
  await asking.getByRole('button', { name: 'Regenerate Secret' }).click();
  await said(page, 'Client secret regenerated successfully');
  const secret = await shownSecret(page);
  expect(secret).toHaveLength(43);

  await page.keyboard.press('Escape');
  const losing = page.getByRole('alertdialog', { name: 'Close without copying the secret?' });
  await losing.getByRole('button', { name: 'Back to the secret' }).click();
  await secretDialog(page).getByRole('button', { name: 'Copy client secret' }).click();
  await said(page, 'Copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.keyboard.press('Escape');
  await expect(losing).toBeHidden();
  await expect(secretDialog(page)).toBeHidden();
  expect(page.url()).not.toContain(secret);
  const kept = await page.evaluate(
    () => document.documentElement.outerHTML + JSON.stringify(Object.entries(localStorage)),
  );
  expect(kept).not.toContain(secret);

  await choose(page, client.name, 'Regenerate Secret');
  await asking.getByRole('button', { name: 'Regenerate Secret' }).click();
  expect(await shownSecret(page)).not.toBe(secret);
  await secretDialog(page).getByRole('button', { name: "I've Saved the Secret" }).click();
  await expect(secretDialog(page)).toBeHidden();
  expect(problems).toEqual([]);
  await db().oAuthClient.delete({ where: { id: client.id } });
});

test('warns that an edit ends tokens, shows what another admin changed, and applies the edit on top (R24)', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const { client } = await createClientRow(db(), { name: uniqueName(), scopes: ['openid', 'email'] });
  await openPage(page, client.name);
  let dialog = await openEdit(page, client.name);
  await expect(dialog.getByLabel('Redirect URI 1')).toHaveValue('https://app.test.example/callback');
  await dialog.getByRole('checkbox', { name: 'email' }).uncheck();
  await expect(dialog.getByText('because email is taken away')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

  dialog = await openEdit(page, client.name);
  await dialog.getByRole('checkbox', { name: 'profile' }).check();
  const theirs = { redirectUris: ['https://new.example.com/cb'], version: { increment: 1 } };
  await db().oAuthClient.update({ where: { id: client.id }, data: theirs });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Somebody else changed this client meanwhile.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(/Redirect URIs: theirs .*https:\/\/new\.example\.com\/cb/);
  await expect(dialog.getByLabel('Redirect URI 1')).toHaveValue('https://new.example.com/cb');
  await dialog.getByRole('button', { name: 'Apply My Changes' }).click();
  await said(page, 'OAuth2 client updated successfully');
  expect(await clientCalled(client.name)).toMatchObject({
    redirectUris: ['https://new.example.com/cb'],
    scopes: ['openid', 'email', 'profile'],
  });

  dialog = await openEdit(page, client.name);
  await dialog.getByLabel('Public client').click();
  await expect(dialog.getByText('Its client secret stops working, and all of its tokens end')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(rowOf(page, client.name).getByText('Public')).toBeVisible();
  await expect(page.getByRole('button', { name: `Regenerate Secret of ${client.name}` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Delete ${client.name}` })).toBeVisible();

  dialog = await openEdit(page, client.name);
  await dialog.getByLabel('Public client').click();
  await expect(dialog.getByText('It gets a client secret, which is shown once')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  expect(await shownSecret(page)).toHaveLength(43);
  await db().oAuthClient.delete({ where: { id: client.id } });
});

test('shows all actions of a row from 1024 px up, and moves the rarer ones into a menu below that', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const { client } = await createClientRow(db(), { name: uniqueName() });
  const row = rowOf(page, client.name);
  const actions = row.getByRole('button').filter({ hasText: /./ });
  const menu = row.getByRole('button', { name: `More actions for ${client.name}` });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 768, 1023, 1024, 1280, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await openPage(page, client.name);
      const isWide = width >= 1024;
      await expect(actions).toHaveText(['Edit', 'View Tokens', ...(isWide ? ['Regenerate Secret', 'Delete'] : [])]);
      await expect(menu).toBeVisible({ visible: !isWide });
      await expectNoSidewaysScroll(page);
      if (isWide) continue;
      await menu.click();
      await expect(page.getByRole('menuitem')).toHaveText(['Regenerate Secret', 'Delete']);
      await page.keyboard.press('Escape');
    }
  await db().oAuthClient.delete({ where: { id: client.id } });
});

test('accepts responses with lists as JSON strings and the secret in `secret`', async ({ page, asAdmin }) => {
  await asAdmin();
  const { client } = await createClientRow(db(), { name: uniqueName() });
  const asStrings = {
    id: client.id,
    name: client.name,
    is_public: false,
    require_pkce: false,
    version: 1,
    created_at: 1_700_000_000,
    redirect_uris: '["https://one.example.com/cb","https://two.example.com/cb"]',
    post_logout_redirect_uris: '[]',
    scopes: '["openid","email"]',
  };
  await page.route(new RegExp(`${CALLS}(\\?|$)`), (route) =>
    route.fulfill({ json: { clients: [asStrings], total: 1, next_cursor: null } }),
  );
  await openPage(page, client.name);
  await expect(rowOf(page, client.name)).toContainText('openid email');
  const dialog = await openEdit(page, client.name);
  for (const [number, uri] of [
    [1, 'https://one.example.com/cb'],
    [2, 'https://two.example.com/cb'],
  ] as const)
    await expect(dialog.getByRole('textbox', { name: `Redirect URI ${number}` })).toHaveValue(uri);
  await expect(dialog.getByRole('checkbox', { name: 'email' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'profile' })).not.toBeChecked();
  await page.keyboard.press('Escape');

  await page.route(`**${CALLS}/*/regenerate-secret`, (route) =>
    route.fulfill({ json: { ...asStrings, secret: 'the-regenerated-secret' } }),
  );
  await choose(page, client.name, 'Regenerate Secret');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate Secret' }).click();
  expect(await shownSecret(page)).toBe('the-regenerated-secret');
  await secretDialog(page).getByRole('button', { name: "I've Saved the Secret" }).click();

  await page.route(new RegExp(`${CALLS}$`), (route) =>
    route.fulfill({ json: { ...asStrings, secret: 'the-first-secret' } }),
  );
  const creating = await openCreate(page);
  await creating.getByLabel('Name').fill('Another');
  await creating.getByLabel('Redirect URI 1').fill('https://one.example.com/cb');
  await creating.getByRole('button', { name: 'Create Client' }).click();
  expect(await shownSecret(page)).toBe('the-first-secret');
  await db().oAuthClient.delete({ where: { id: client.id } });
});

test('lists tokens with their owner in pages, revokes exactly one, and refuses an ambiguous prefix (S77)', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const { client } = await createClientRow(db(), { name: uniqueName() });
  const user = await createUserRow(db(), { email: `owner-${crypto.randomUUID()}@example.com` });
  await openPage(page, client.name);
  const open = page.getByRole('button', { name: `View Tokens of ${client.name}` });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Tokens' });
  await expect(dialog.getByText('No active tokens')).toBeVisible();
  await page.keyboard.press('Escape');

  for (let index = 0; index < 50; index++) await createToken(client.id, user.id, `older${100 + index}`);
  await createToken(client.id, user.id, 'AbCdEf12', 'RefreshToken');
  await open.click();
  const row = dialog.getByRole('row').filter({ hasText: 'AbCdEf12' });
  await expect(row).toContainText('refresh');
  for (const text of [user.id.slice(0, 8), user.email ?? '', 'openid email', 'UTC'])
    await expect(row).toContainText(text);
  await expect(dialog.getByText('50 of 51')).toBeVisible();
  await dialog.getByRole('button', { name: 'Show More' }).click();
  await expect(dialog.getByText('51 of 51')).toBeVisible();

  await row.getByRole('button', { name: 'Revoke refresh token AbCdEf12' }).click();
  const asking = page.getByRole('alertdialog', { name: 'Revoke Token' });
  await expect(asking).toContainText('Are you sure you want to revoke this token?');
  await asking.getByRole('button', { name: 'Revoke' }).click();
  await said(page, 'Token revoked successfully');
  await expect(row).toBeHidden();
  expect(await db().oidcArtifact.count({ where: { clientId: client.id } })).toBe(50);

  await createToken(client.id, user.id, 'older100');
  await page.keyboard.press('Escape');
  await open.click();
  await dialog.getByRole('button', { name: 'Revoke access token older100' }).first().click();
  await asking.getByRole('button', { name: 'Revoke' }).click();
  await expect(asking.getByText('Two tokens begin with these characters.')).toBeVisible();
  await db().oAuthClient.delete({ where: { id: client.id } });
});

test('keeps the search in the URL, copies client ID and discovery URL, and deletes a client', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { client } = await createClientRow(db(), { name: uniqueName() });
  await page.goto('/admin/oauth2');
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(client.name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/search=App/);
  await page.getByRole('button', { name: `Copy client ID of ${client.name}` }).click();
  await said(page, 'Copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(client.id);
  await page.getByRole('button', { name: 'Copy Discovery' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${stack.baseUrl}/.well-known/openid-configuration`);

  await choose(page, client.name, 'Delete');
  const asking = page.getByRole('alertdialog', { name: 'Delete OAuth2 Client' });
  await expect(asking).toContainText(
    'Are you sure you want to delete this OAuth2 client? This action cannot be undone.',
  );
  await asking.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'OAuth2 client deleted successfully');
  await expect(page.getByText('No clients match')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Client' })).toBeFocused();
  await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
  await expect(page).not.toHaveURL(/search=/);
});

test('offers to create the first client, and keeps showing its secret while the list reloads', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const calls = new RegExp(`${CALLS}(\\?|$)`);
  await page.route(calls, (route) => route.fulfill({ json: { clients: [], total: 0, next_cursor: null } }));
  await page.goto('/admin/oauth2');
  await expect(page.getByText('No OAuth2 Clients')).toBeVisible();
  await page.getByRole('button', { name: 'Create First Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create OAuth2 Client' });
  const name = uniqueName();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Redirect URI 1').fill('https://app.example.com/cb');
  await page.unroute(calls);
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  // Not by role: behind the dialog the table is hidden from assistive technology.
  await expect(page.locator('tbody tr').filter({ hasText: name })).toBeVisible();
  expect(await shownSecret(page)).toHaveLength(43);
  await secretDialog(page).getByRole('button', { name: "I've Saved the Secret" }).click();
  await expect(page.getByRole('button', { name: 'Create Client' })).toBeFocused();
  await db().oAuthClient.deleteMany({ where: { name } });
});

test('shows the error text that the server sends, and a fixed text if it sends none', async ({
  page,
  asAdmin,
  asSubscriber,
}) => {
  await asSubscriber();
  await page.goto('/admin/oauth2');
  await said(page, 'Failed to load OAuth2 clients. You may not have admin privileges.');
  await expect(page.getByRole('table')).toBeHidden();

  await asAdmin();
  const { client } = await createClientRow(db(), { name: uniqueName() });
  const list = new RegExp(`${CALLS}(\\?|$)`);
  await page.route(list, (route) =>
    route.fulfill({ status: 500, json: { error: 'Unavailable.', request_id: 'of-the-test' } }),
  );
  await page.goto(`/admin/oauth2?search=${encodeURIComponent(client.name)}`);
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load OAuth2 clients.' });
  await expect(failure).toContainText('of-the-test');
  await page.unroute(list);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(rowOf(page, client.name)).toBeVisible();

  const writes = new RegExp(`${CALLS}(/|$)`);
  await page.route(writes, (route) => route.fulfill({ status: 502, body: 'no JSON' }));
  await page.getByRole('button', { name: `View Tokens of ${client.name}` }).click();
  await expect(page.getByRole('dialog').getByText('Failed to load tokens.')).toBeVisible();
  await page.keyboard.press('Escape');
  const toast = (text: string) => expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  for (const [item, button, text] of [
    ['Regenerate Secret', 'Regenerate Secret', 'Failed to regenerate secret'],
    ['Delete', 'Delete', 'Failed to delete client'],
  ] as const) {
    await choose(page, client.name, item);
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click();
    await toast(text);
    await page.keyboard.press('Escape');
  }
  const editing = await openEdit(page, client.name);
  await editing.getByLabel('Name').fill('Other');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await toast('Failed to update client');
  await page.unroute(writes);
  await page.route(writes, (route) =>
    route.fulfill({ status: 422, json: { error: 'Said by the server.', code: 'invalid' } }),
  );
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await toast('Said by the server.');
  await db().oAuthClient.delete({ where: { id: client.id } });
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways in any state (${appearance.name})`, async ({ page, asAdmin }) => {
    await emulate(page, appearance);
    await asAdmin();
    const { client } = await createClientRow(db(), { name: `${uniqueName()} ${'x'.repeat(60)}` });
    const user = await createUserRow(db(), { email: `owner-${crypto.randomUUID()}@example.com` });
    await createToken(client.id, user.id, 'AbCdEf12');
    await openPage(page, client.name);
    await expect(rowOf(page, client.name)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const editing = await openEdit(page, client.name);
    await editing.getByLabel('Redirect URI 1').fill('nonsense');
    await editing.getByRole('checkbox', { name: 'email' }).uncheck();
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: `View Tokens of ${client.name}` }).click();
    await expect(page.getByText('AbCdEf12')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await choose(page, client.name, 'Regenerate Secret');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate Secret' }).click();
    await expect(secretDialog(page)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await db().oAuthClient.delete({ where: { id: client.id } });
  });
