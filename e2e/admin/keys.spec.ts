import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { DAY } from '#lib/time.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { BROKEN } from '../usage/support.ts';

const LOAD_FAILED = 'Failed to load fuzzy keys data. Please check your admin permissions and backend connectivity.';
const own = () => `k${crypto.randomUUID().slice(0, 8)}`;
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const listOf = (page: Page, title: string) => page.getByRole('table', { name: title });
const said = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();
const keyNow = (id: number) => db().fuzzyKey.findUniqueOrThrow({ where: { id } });

/** Opens the list filtered by `word`, with the overview collapsed. */
const open = (page: Page, word: string, more = '') => page.goto(`/admin/keys?overview=false&search=${word}${more}`);
const press = (page: Page, action: string, description: string) =>
  page.getByRole('button', { name: `${action} ${description}`, exact: true }).click();

test('shows counters, columns, types, states and actions, and keeps the filters in the URL', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin();
  const word = own();
  const [day, email] = [DAY, `mail@${word}.example`];
  const fresh = await createKeyRow(db(), { description: `${word} new`, rankId: 20 });
  await createKeyRow(db(), { description: `${word} stripe sub_1`, email, userId: admin.id, quantity: 3, rankId: 90 });
  await createKeyRow(db(), { description: `${word} mailed`, email });
  const { publicKey } = createKeyPair();
  await createKeyRow(db(), { description: `${word} external` }, { publicKey, privateKey: null });
  await createKeyRow(db(), { description: `${word} off`, suspendedAt: new Date() });
  await createKeyRow(db(), {
    description: `${word} old`,
    replacedById: fresh.id,
    worksUntil: new Date(Date.now() + day),
  });
  await createKeyRow(db(), { description: `${word} gone`, deletedAt: new Date(Date.now() - day) });
  await open(page, word);
  await expect(listOf(page, 'Active Keys (6)')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Description', 'Public Key', 'Type', 'Email', 'Rank', 'Quantity', 'Actions'],
  ]);
  await expect(page.getByRole('main').getByRole('term')).toHaveText([
    ...['Total Keys', 'With Email', 'Stripe Keys', 'Manual Keys', 'Deleted'],
  ]);
  await expect(page.getByRole('main').getByRole('definition').first()).toHaveText(/^[\d,]+$/);
  for (const [name, texts] of Object.entries({
    'stripe sub_1': ['Stripe', email, 'Premium', '3'],
    mailed: ['User Associated', email],
    new: [`${fresh.publicKey.slice(0, 12)}…`, 'Manual', 'None', 'Light'],
    external: ['External'],
    off: ['Suspended'],
    old: ['Rotated', 'works until', 'UTC'],
  }))
    for (const text of texts) await expect(rowOf(page, `${word} ${name}`)).toContainText(text);
  const actionsOf = (name: string) => rowOf(page, `${word} ${name}`).getByRole('button').allInnerTexts();
  expect(await actionsOf('new')).toEqual([expect.any(String), 'Edit', 'Usage', 'Assign', 'Rotate', 'Delete']);
  expect(await actionsOf('mailed')).toEqual([expect.any(String), 'Edit', 'Usage', 'Rotate', 'Delete']);
  expect(await actionsOf('old')).toEqual([expect.any(String), 'Usage', 'Delete']);

  await page.getByLabel('Rank', { exact: true }).selectOption('90');
  await expect(listOf(page, 'Active Keys (1)')).toBeVisible();
  await expect(page).toHaveURL(/rank=90/);
  await page.getByLabel('Rank', { exact: true }).selectOption({ label: 'All Ranks' });
  await page.getByLabel('Email', { exact: true }).selectOption({ label: 'Without Email' });
  await expect(listOf(page, 'Active Keys (4)')).toBeVisible();
  await expect(page).toHaveURL(/email=without/);
  await page.reload();
  await expect(listOf(page, 'Active Keys (4)')).toBeVisible();
  await page.getByRole('switch', { name: 'Show Deleted Keys' }).check();
  await expect(listOf(page, 'Deleted Keys (1)')).toBeVisible();
  expect(await actionsOf('gone')).toEqual([expect.any(String), 'Restore']);
  await page.getByLabel('Rank', { exact: true }).selectOption('90');
  await expect(page).toHaveURL(/rank=90/);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).not.toHaveURL(/search=/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await said(page, 'No keys match');
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('pages by cursor, and keeps the order', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  for (let index = 0; index < 27; index++)
    await createKeyRow(db(), { description: `${word} ${String(index).padStart(2, '0')}` });
  await open(page, word);
  const headers = page.getByRole('rowheader');
  await expect(headers.first()).toHaveText(`${word} 26`);
  await page.getByRole('link', { name: 'Description' }).click();
  await expect(headers.first()).toHaveText(`${word} 00`);
  await expect(headers).toHaveCount(25);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(headers).toHaveText([`${word} 25`, `${word} 26`]);
  await said(page, '26–27 of 27');
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(headers).toHaveCount(2);
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(headers).toHaveCount(25);
});

test('shows the request id when the keys fail to load, and Retry loads them', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  await createKeyRow(db(), { description: word });
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/admin/api/fuzzy-keys?*', async (route) => {
    await held;
    await route.fulfill(BROKEN);
  });
  await open(page, word);
  await expect(page.getByText('Loading the keys...')).toBeAttached();
  answer();
  const alert = page.getByRole('alert').filter({ hasText: LOAD_FAILED });
  await expect(alert).toContainText('of-the-test');
  await expectAccessible(page);
  await page.unroute('**/admin/api/fuzzy-keys?*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(rowOf(page, word)).toBeVisible();
  await expect(alert).toBeHidden();
  await createKeyRow(db(), { description: `${word} later` });
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(rowOf(page, `${word} later`)).toBeVisible();
});

test('generates a key by keyboard: requires a description, keeps refused input, shows 20 characters of the key', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin();
  const word = own();
  await createKeyRow(db(), { description: `${word} taken` });
  await open(page, word);
  await page.getByRole('button', { name: 'Generate Key' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Generate New Fuzzy Key' });
  const submit = dialog.getByRole('button', { name: 'Generate Key' });
  await expect(dialog.getByLabel('Description')).toBeFocused();
  await expect(submit).toBeDisabled();
  await page.keyboard.type('   ');
  await expect(submit).toBeDisabled();
  await expect(dialog.getByLabel('Rank')).toHaveValue('0');
  await expect(dialog.getByLabel('Rank').locator('option')).toHaveCount(6);
  await dialog.getByLabel('Description').fill(`${word} taken`);
  await dialog.getByLabel('Email').fill('no address');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Email').fill(admin.email);
  await page.keyboard.press('Enter');
  await said(page, 'Failed to generate key');
  await expect(dialog.getByLabel('Description')).toHaveValue(`${word} taken`);
  await expect(dialog.getByLabel('Email')).toHaveValue(admin.email);
  await dialog.getByLabel('Description').fill(`${word} made`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const made = await db().fuzzyKey.findUniqueOrThrow({ where: { description: `${word} made` } });
  expect(made).toMatchObject({ rankId: 0, quantity: 1, email: admin.email, userId: admin.id });
  await said(page, `Key generated successfully: ${made.publicKey.slice(0, 20)}...`);
  await expect(rowOf(page, `${word} made`)).toContainText('No limits');
  await expect(page.getByRole('button', { name: 'Generate Key' })).toBeFocused();
});

test('sends only the changed fields of an edit, and keeps the input after a failure', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const key = await createKeyRow(db(), { description: word, rankId: 20, email: `a@${word}.example` });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await open(page, word);
  const dialog = page.getByRole('dialog', { name: 'Edit Key' });
  await press(page, 'Edit', word);
  await dialog.getByLabel('Rank').selectOption('75');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await said(page, 'Key updated successfully');
  await expect(rowOf(page, word)).toContainText('High');
  await expect(page.getByRole('button', { name: `Edit ${word}` })).toBeFocused();
  expect(sent).toEqual(['/admin/api/fuzzy-keys/set-rank']);

  await press(page, 'Edit', word);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toHaveLength(1);

  await press(page, 'Edit', word);
  await page.route('**/fuzzy-keys/set-rank', (route) => route.fulfill(BROKEN));
  await dialog.getByLabel('Email').fill('');
  await dialog.getByLabel('Rank').selectOption('0');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await said(page, 'Failed to update key');
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong.');
  await expect(dialog.getByLabel('Rank')).toHaveValue('0');
  expect(await keyNow(key.id)).toMatchObject({ email: null, rankId: 75 });
  await page.unroute('**/fuzzy-keys/set-rank');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  expect(await keyNow(key.id)).toMatchObject({ email: null, rankId: 0 });
  expect(sent.filter((path) => path.endsWith('set-email'))).toHaveLength(1);
});

test('shows what another admin has changed, then applies the edit on top (R24)', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const key = await createKeyRow(db(), { description: word, rankId: 20 });
  await open(page, word);
  await press(page, 'Edit', word);
  const dialog = page.getByRole('dialog', { name: 'Edit Key' });
  await dialog.getByLabel('Email').fill(`mine@${word}.example`);
  await db().fuzzyKey.update({ where: { id: key.id }, data: { rankId: 90, version: { increment: 1 } } });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('status')).toContainText('Somebody else changed this key meanwhile');
  await expect(dialog.getByRole('listitem')).toContainText(['Premium']);
  await expect(dialog.getByLabel('Rank')).toHaveValue('90');
  await expect(dialog.getByLabel('Email')).toHaveValue(`mine@${word}.example`);
  await dialog.getByRole('button', { name: 'Apply My Changes' }).click();
  await said(page, 'Key updated successfully');
  expect(await keyNow(key.id)).toMatchObject({ email: `mine@${word}.example`, rankId: 90 });
});

test('deletes a key with Undo, restores it, and says when either fails', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const key = await createKeyRow(db(), { description: word });
  await open(page, word);
  await page.route('**/fuzzy-keys/delete', (route) => route.fulfill(BROKEN));
  await press(page, 'Delete', word);
  await said(page, 'Failed to delete key');
  await page.unroute('**/fuzzy-keys/delete');
  await press(page, 'Delete', word);
  await said(page, 'Key deleted successfully');
  await expect(rowOf(page, word)).toBeHidden();
  await expect(page.locator('#main')).toBeFocused();
  expect((await keyNow(key.id)).deletedAt).not.toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await said(page, 'Key restored successfully');
  await expect(rowOf(page, word)).toBeVisible();
  await press(page, 'Delete', word);
  await expect(rowOf(page, word)).toBeHidden();
  await page.getByRole('switch', { name: 'Show Deleted Keys' }).check();
  await page.route('**/fuzzy-keys/undelete', (route) => route.fulfill(BROKEN));
  await press(page, 'Restore', word);
  await said(page, 'Failed to restore key');
  await page.unroute('**/fuzzy-keys/undelete');
  await press(page, 'Restore', word);
  await said(page, 'No keys match');
  expect((await keyNow(key.id)).deletedAt).toBeNull();
});

test('warns before it restores a key of a canceled subscription, and offers no Undo for a rotated key', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin();
  const word = own();
  const subscription = await createSubscriptionRow(db(), { userId: admin.id, status: 'canceled' });
  const dead = await createKeyRow(db(), {
    description: `${word} dead`,
    subscriptionId: subscription.id,
    deletedAt: new Date(),
  });
  const fresh = await createKeyRow(db(), { description: `${word} new` });
  const worksUntil = new Date(Date.now() + DAY);
  const old = await createKeyRow(db(), { description: `${word} old`, replacedById: fresh.id, worksUntil });
  await open(page, word, '&deleted=true');
  await press(page, 'Restore', `${word} dead`);
  const restore = page.getByRole('alertdialog', { name: 'Restore Key' });
  await expect(restore).toContainText('is canceled');
  await expectAccessible(page);
  await restore.getByRole('button', { name: 'Cancel' }).click();
  expect((await keyNow(dead.id)).deletedAt).not.toBeNull();
  await press(page, 'Restore', `${word} dead`);
  await restore.getByRole('button', { name: 'Restore Key' }).click();
  await said(page, 'Key restored successfully');
  await said(page, 'until billing hears of that subscription');
  await open(page, word);
  await press(page, 'Delete', `${word} old`);
  const confirm = page.getByRole('alertdialog', { name: 'Delete Key' });
  await confirm.getByRole('button', { name: 'Delete Key' }).click();
  await said(page, 'Key deleted successfully');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect((await keyNow(old.id)).deletedAt).not.toBeNull();
  await page.getByRole('switch', { name: 'Show Deleted Keys' }).check();
  await expect(rowOf(page, `${word} old`)).toContainText('Rotated');
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
});

test('assigns a key to a user found by email', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const key = await createKeyRow(db(), { description: word });
  const user = await createUserRow(db(), { email: `owner@${word}.example` });
  await open(page, word);
  await press(page, 'Assign', word);
  const dialog = page.getByRole('dialog', { name: 'Assign User to Key' });
  const submit = dialog.getByRole('button', { name: 'Assign Key' });
  await expect(dialog.getByLabel('Find a user')).toBeFocused();
  await expect(submit).toBeDisabled();
  await page.keyboard.type(`nobody@${word}`);
  await expect(dialog.getByText('No user has such an email.')).toBeVisible();
  await dialog.getByLabel('Find a user').fill(`OWNER@${word}`);
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await dialog.getByRole('radio', { name: `owner@${word}.example` }).check();
  await page.route('**/admin/api/assign-key', (route) => route.fulfill(BROKEN));
  await submit.click();
  await said(page, 'Failed to assign key');
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong.');
  await expect(dialog.getByRole('radio')).toBeChecked();
  await page.unroute('**/admin/api/assign-key');
  await submit.click();
  await said(page, 'Key assigned to user successfully');
  await expect(rowOf(page, word)).toContainText(`owner@${word}.example`);
  await expect(page.getByRole('button', { name: `Assign ${word}` })).toBeHidden();
  expect(await keyNow(key.id)).toMatchObject({ email: `owner@${word}.example`, userId: user.id });
});

test('rotates a key, and lists the old one as rotated', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const key = await createKeyRow(db(), { description: word });
  await open(page, word);
  await press(page, 'Rotate', word);
  const dialog = page.getByRole('dialog', { name: `Rotate the key “${word}”` });
  await page.route('**/fuzzy-keys/rotate', (route) => route.fulfill(BROKEN));
  await dialog.getByRole('button', { name: 'Rotate Key' }).click();
  await said(page, 'Failed to rotate key');
  await page.unroute('**/fuzzy-keys/rotate');
  await dialog.getByRole('button', { name: 'Rotate Key' }).click();
  await said(page, 'Key rotated successfully');
  await expect(listOf(page, 'Active Keys (2)')).toBeVisible();
  await expect(rowOf(page, `${word} (old key ${key.keyId})`)).toContainText('Rotated');
});

test('copies a public key and shows a check mark, and says when copying fails or there is no key', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const word = own();
  const key = await createKeyRow(db(), { description: word });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, word);
  const copy = page.getByRole('button', { name: `copy public key of ${word}` });
  await copy.click();
  await said(page, 'Public key copied to clipboard!');
  await expect(copy.locator('[data-copied=true]')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key.publicKey);
  await expect(copy.locator('[data-copied=true]')).toBeHidden();
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('no'))));
  await copy.click();
  await said(page, 'Failed to copy key to clipboard');
  await page.route('**/admin/api/fuzzy-keys?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(key.publicKey, '') });
  });
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(copy).toContainText('Not available');
  await copy.click();
  await said(page, 'Public key not available to copy');
});

test('reloads the list when the key to delete is already deleted', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const key = await createKeyRow(db(), { description: word });
  await open(page, word);
  await expect(rowOf(page, word)).toBeVisible();
  await db().fuzzyKey.update({ where: { id: key.id }, data: { deletedAt: new Date() } });
  await press(page, 'Delete', word);
  await said(page, 'Failed to delete key');
  await said(page, 'This key is already deleted.');
  await said(page, 'No keys match');
});

for (const appearance of APPEARANCES)
  test(`is accessible, does not scroll sideways and logs no error (${appearance.name})`, async ({ page, asAdmin }) => {
    const admin = await asAdmin();
    const word = own();
    const problems = collectErrors(page);
    const email = `${'long-'.repeat(8)}address@${word}.example`;
    await createKeyRow(db(), { description: `Stripe cus_${'x'.repeat(30)} sub_${word}`, email, userId: admin.id });
    await createKeyRow(db(), { description: `${word} off`, suspendedAt: new Date() });
    await emulate(page, appearance);
    await page.goto(`/admin/keys?search=${word}`);
    await expect(page.getByText('Usage of 2 keys loaded')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await press(page, 'Edit', `${word} off`);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await press(page, 'Assign', `${word} off`);
    await expect(page.getByRole('radio').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Generate Key' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Show Deleted Keys' }).check();
    await said(page, 'No keys match');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });
