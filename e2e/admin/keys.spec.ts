import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors } from '../support/browser/page.ts';
import { confirmLogin, freshLoginDialog, makeLoginOld } from '../support/old-login.ts';

const own = () => `k${crypto.randomUUID().slice(0, 8)}`;
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const listOf = (page: Page, title: string) => page.getByRole('table', { name: title });
const said = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();
const keyNow = (description: string) => db().fuzzyKey.findUniqueOrThrow({ where: { description } });

/** Opens the list filtered by `word`, with the overview collapsed. */
const open = (page: Page, word: string, more = '') => page.goto(`/admin/keys?overview=false&search=${word}${more}`);
const press = (page: Page, action: string, description: string) =>
  page.getByRole('button', { name: `${action} ${description}`, exact: true }).click();

test('keeps filters, order and page in the URL, through reload and Back', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  for (let index = 0; index < 27; index++)
    await createKeyRow(db(), { description: `${word} ${String(index).padStart(2, '0')}`, rankId: 90 });
  await createKeyRow(db(), { description: `${word} mailed`, email: `mail@${word}.example`, rankId: 20 });
  const headers = page.getByRole('rowheader');
  await open(page, word);
  await expect(headers.first()).toHaveText(`${word} mailed`);
  await page.getByLabel('Email', { exact: true }).selectOption({ label: 'Without Email' });
  await expect(listOf(page, 'Active Keys (27)')).toBeVisible();
  await page.getByRole('link', { name: 'Description' }).click();
  await expect(headers.first()).toHaveText(`${word} 00`);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(headers).toHaveText([`${word} 25`, `${word} 26`]);
  await expect(page).toHaveURL(/email=without.*page=2|page=2.*email=without/);
  await page.reload();
  await expect(headers).toHaveText([`${word} 25`, `${word} 26`]);
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(headers).toHaveCount(25);
  await page.getByLabel('Rank', { exact: true }).selectOption('20');
  await said(page, 'No keys match');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/search=/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await said(page, 'No keys match');
});

test('generates, edits, assigns, rotates, deletes and restores a key', async ({ page, asAdmin }) => {
  const problems = collectErrors(page);
  const admin = await asAdmin();
  const word = own();
  const user = await createUserRow(db(), { email: `owner@${word}.example` });
  await open(page, word);

  await test.step('generates a key by keyboard', async () => {
    await page.getByRole('button', { name: 'Generate Key' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Generate New Fuzzy Key' });
    await expect(dialog.getByLabel('Description')).toBeFocused();
    await page.keyboard.type(word);
    await dialog.getByLabel('Email').fill(admin.email);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(await keyNow(word)).toMatchObject({ rankId: 0, quantity: 1, email: admin.email, accountId: admin.id });
    await said(page, `Key generated successfully: ${(await keyNow(word)).publicKey.slice(0, 20)}...`);
    await expect(page.getByRole('button', { name: 'Generate Key' })).toBeFocused();
  });

  await test.step('edits email and rank', async () => {
    await press(page, 'Edit', word);
    const dialog = page.getByRole('dialog', { name: 'Edit Key' });
    await dialog.getByLabel('Email').fill('');
    await dialog.getByLabel('Rank').selectOption('75');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await said(page, 'Key updated successfully');
    await expect(rowOf(page, word)).toContainText('High');
    await expect(page.getByRole('button', { name: `Edit ${word}` })).toBeFocused();
    expect(await keyNow(word)).toMatchObject({ email: null, accountId: null, rankId: 75 });
  });

  await test.step('assigns the key to a user found by email', async () => {
    await press(page, 'Assign', word);
    const dialog = page.getByRole('dialog', { name: 'Assign User to Key' });
    await expect(dialog.getByLabel('Find a user')).toBeFocused();
    await page.keyboard.type(`OWNER@${word}`);
    await dialog.getByRole('radio', { name: `owner@${word}.example` }).check();
    await dialog.getByRole('button', { name: 'Assign key' }).click();
    await expect(rowOf(page, word)).toContainText(`owner@${word}.example`);
    expect(await keyNow(word)).toMatchObject({ email: `owner@${word}.example`, accountId: user.id });
  });

  await test.step('rotates the key', async () => {
    const { keyId } = await keyNow(word);
    await press(page, 'Rotate', word);
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await expect(listOf(page, 'Active Keys (2)')).toBeVisible();
    await expect(rowOf(page, `${word} (old key ${keyId})`)).toContainText('Rotated');
    await press(page, 'Delete', `${word} (old key ${keyId})`);
    await page.getByRole('alertdialog', { name: 'Delete key' }).getByRole('button', { name: 'Delete key' }).click();
    await expect(listOf(page, 'Active Keys (1)')).toBeVisible();
  });

  await test.step('deletes the key after the login is confirmed, and restores it with Undo', async () => {
    await makeLoginOld(admin.id);
    await press(page, 'Delete', word);
    await expect(freshLoginDialog(page)).toBeVisible();
    expect((await keyNow(word)).deletedAt).toBeNull();
    problems.length = 0; // the browser logs the expected 403
    await confirmLogin(page);
    await expect.poll(async () => (await keyNow(word)).deletedAt).not.toBeNull();
    await expect(rowOf(page, word)).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, word)).toBeVisible();
    expect((await keyNow(word)).deletedAt).toBeNull();
  });
  expect(problems).toEqual([]);
});

test('restores a key of a canceled subscription after a warning, and reloads when a key is already deleted', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin();
  const word = own();
  const subscription = await createSubscriptionRow(db(), { accountId: admin.id, status: 'canceled' });
  await createKeyRow(db(), { description: word, subscriptionId: subscription.id, deletedAt: new Date() });
  await open(page, word, '&deleted=true');
  await press(page, 'Restore', word);
  const question = page.getByRole('alertdialog', { name: 'Restore key' });
  await expect(question).toContainText('is canceled');
  await question.getByRole('button', { name: 'Restore key' }).click();
  await said(page, 'until billing hears of that subscription');
  await said(page, 'No keys match');
  await page.getByRole('switch', { name: 'Show Deleted Keys' }).uncheck();
  await expect(rowOf(page, word)).toBeVisible();
  await db().fuzzyKey.update({ where: { description: word }, data: { deletedAt: new Date() } });
  await press(page, 'Delete', word);
  await said(page, 'This key is already deleted.');
  await said(page, 'No keys match');
  await expect(page.locator('#main')).toBeFocused();
});
