import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, APPEARANCES, emulate } from '../support/browser/page.ts';
import { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';

const own = () => `u${crypto.randomUUID().slice(0, 8)}`;
const said = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function openPage(page: Page, search: string): Promise<void> {
  await page.goto(`/admin?search=${search}`);
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeVisible();
}

async function openCreate(page: Page) {
  await page.getByRole('button', { name: 'Create User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create User' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  return dialog;
}

async function openEdit(page: Page, email: string) {
  await page.getByRole('button', { name: `Edit ${email}` }).click();
  return page.getByRole('dialog', { name: 'Edit User' });
}

const canLogIn = async (email: string, password: string): Promise<boolean> =>
  (await new HttpClient(stack.baseUrl).send('/login/email', { json: { email, password } })).status === 200;

test('creates a user with a new key and a generated password that logs in', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const email = `new@${word}.example`;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, word);
  const dialog = await openCreate(page);
  await expect(dialog.getByLabel('Rank').locator('option')).toHaveText([
    ...[
      '0 – no limits',
      '10 – no ratelimit and no FUZZY_PLUS',
      '20 – light',
      '50 – medium',
      '75 – high',
      '90 – premium',
    ],
  ]);
  await expect(dialog.getByLabel('Rank')).toHaveValue('50');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  for (const text of ['Please enter an email address.', 'Please enter a password.', 'Please choose a country.'])
    await expect(dialog.getByText(text)).toBeVisible();

  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Country').selectOption({ label: 'Germany' });
  await dialog.getByRole('button', { name: 'Generate Password' }).click();
  await said(page, 'Strong password generated!');
  await dialog.getByRole('button', { name: 'Copy password' }).click();
  await expect(dialog.getByText('Copied to clipboard!')).toBeVisible();
  const password = await page.evaluate(() => navigator.clipboard.readText());
  expect(password).toHaveLength(16);
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(password);
  await dialog.getByLabel('Daily limit').fill('1200');
  await dialog.getByLabel('Notes').fill('from the trade fair');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await said(page, 'User created with new key successfully!');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create User' })).toBeFocused();
  await expect(rowOf(page, email)).toContainText('1,200 a day');
  const user = await db().user.findUniqueOrThrow({ where: { email }, include: { fuzzyKeys: true } });
  expect(user).toMatchObject({ country: 'DE', dailyLimit: 1200, notes: 'from the trade fair' });
  expect(user.fuzzyKeys).toMatchObject([{ rankId: 50, description: `Manual ${email}` }]);
  expect(await canLogIn(email, password)).toBe(true);
});

test('creates a user with an existing key, and keeps the input when switching', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const email = `known@${word}.example`;
  const key = await createKeyRow(db(), { description: `Key ${word}` });
  await openPage(page, word);
  const dialog = await openCreate(page);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Country').selectOption('GB');
  await dialog.getByRole('button', { name: 'Generate Password' }).click();
  await dialog.getByLabel('Notes').fill('kept');
  const existing = dialog.getByRole('switch', { name: 'Use an existing key' });
  await page.route('**/admin/api/unassociated-keys?*', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await existing.check();
  await expect(page.getByText('Failed to load unassociated keys')).toHaveCount(2);
  await page.unroute('**/admin/api/unassociated-keys?*');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(dialog.getByText('Please choose a key.')).toBeVisible();
  await existing.uncheck();
  await expect(dialog.getByLabel('Notes')).toHaveValue('kept');
  await existing.check();
  await dialog.getByLabel('Find a key').fill(word);
  await dialog.getByLabel('Find a key').press('Enter');
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await dialog.getByRole('radio', { name: key.description }).check();
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await said(page, 'User created with existing key successfully!');
  const user = await db().user.findUniqueOrThrow({ where: { email }, include: { fuzzyKeys: true } });
  expect(user.fuzzyKeys.map(({ publicKey }) => publicKey)).toEqual([key.publicKey]);
});

test('shows each refusal at its field, keeps the input, and asks before discarding it', async ({ page, asAdmin }) => {
  const admin = await asAdmin();
  await openPage(page, own());
  const dialog = await openCreate(page);
  await dialog.getByLabel('Email').fill(admin.email);
  await dialog.getByLabel('Country').selectOption('FR');
  await dialog.getByLabel('Password', { exact: true }).fill('Password1234');
  await dialog.getByLabel('Custom key').fill('no key');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await said(page, 'Failed to create user');
  await expect(dialog.getByText('This is not a public key')).toBeVisible();
  await dialog.getByLabel('Custom key').fill('');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(dialog.getByText('easy to guess')).toBeVisible();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Generate Password' }).click();
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(dialog.getByText('This address belongs to another user.')).toBeVisible();
  await expect(dialog.getByLabel('Country')).toHaveValue('FR');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue(admin.email);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});

test('sends only the changed fields and the version when a user is edited', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const user = await createUserRow(db(), { email: `edit@${word}.example`, notes: 'old', dailyLimit: 5 });
  await openPage(page, word);
  const dialog = await openEdit(page, `edit@${word}.example`);
  await expect(dialog.getByText(user.id)).toBeVisible();
  await dialog.getByLabel('Daily limit').fill('');
  await dialog.getByRole('switch', { name: 'Blocked' }).check();
  const request = page.waitForRequest((candidate) => candidate.method() === 'PUT');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  expect((await request).postDataJSON()).toEqual({ user_id: user.id, version: 1, daily_limit: null, is_blocked: true });
  await said(page, 'User updated successfully!');
  await expect(rowOf(page, `edit@${word}.example`)).toContainText('Blocked');
  expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
    dailyLimit: null,
    notes: 'old',
  });
  await expect(page.getByRole('button', { name: `Edit edit@${word}.example` })).toBeFocused();
});

test('resets a password to one that the admin sets, or mails a link to choose one', async ({
  page,
  asAdmin,
  mailbox,
}) => {
  await asAdmin();
  const word = own();
  const email = `reset@${word}.example`;
  await createUserRow(db(), { email });
  await openPage(page, word);
  const dialog = await openEdit(page, email);
  await dialog.getByRole('switch', { name: 'Reset password' }).check();
  await dialog.getByRole('button', { name: 'Generate Password' }).click();
  const password = await dialog.getByLabel('New password', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await said(page, 'User updated successfully!');
  expect(await canLogIn(email, password)).toBe(true);

  await openEdit(page, email);
  await dialog.getByRole('switch', { name: 'Reset password' }).check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  const mail = await mailbox.receive(email, 'Choose a new password');
  expect(mail.text).toMatch(/\/reset-password\?.*forgot=1/);
  expect(await canLogIn(email, password)).toBe(false);
});

test('shows what another admin has changed, then applies or discards the edit (R24)', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const user = await createUserRow(db(), { email: `both@${word}.example`, notes: 'old' });
  const somebodyElse = (data: { notes?: string; dailyLimit?: number }) =>
    db().user.update({ where: { id: user.id }, data: { ...data, version: { increment: 1 } } });
  await openPage(page, word);
  const dialog = await openEdit(page, `both@${word}.example`);
  await dialog.getByLabel('Notes').fill('mine');
  await somebodyElse({ notes: 'theirs', dailyLimit: 7 });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Somebody else changed this user meanwhile.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(['Daily limit: theirs 7', 'Notes: theirs theirs, yours mine']);
  await expectAccessible(page);
  await expect(dialog.getByLabel('Notes')).toHaveValue('mine');
  await expect(dialog.getByLabel('Daily limit')).toHaveValue('7');
  await dialog.getByRole('button', { name: 'Apply My Changes' }).click();
  await said(page, 'User updated successfully!');
  expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ notes: 'mine', dailyLimit: 7 });

  await openEdit(page, `both@${word}.example`);
  await dialog.getByLabel('Notes').fill('mine again');
  await somebodyElse({ notes: 'theirs again' });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByRole('button', { name: 'Discard My Changes' }).click();
  await expect(dialog.getByLabel('Notes')).toHaveValue('theirs again');
  await expect(dialog.getByText('Somebody else changed')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('says why a self-block or an edit of the last admin is refused, and keeps the form (S49)', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin();
  await openPage(page, admin.email);
  const dialog = await openEdit(page, admin.email);
  await dialog.getByRole('switch', { name: 'Blocked' }).check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await said(page, 'Failed to update user');
  await expect(dialog.getByRole('alert')).toContainText('You cannot block yourself.');
  await expect(dialog.getByRole('switch', { name: 'Blocked' })).toBeChecked();
  const lastAdmin = { error: 'The last admin must stay.', code: 'conflict', request_id: 'req' };
  await page.route('**/admin/api/users', (route) => route.fulfill({ status: 409, json: lastAdmin }));
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The last admin must stay.');
});

test('deletes a user once the email is typed, or the id if there is no email (S50)', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const email = `gone@${word}.example`;
  const user = await createUserRow(db(), { email });
  await createKeyRow(db(), { userId: user.id, email });
  await createKeyRow(db(), { userId: user.id, email });
  await openPage(page, word);
  await page.getByRole('button', { name: `Delete ${email}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete User' });
  const confirm = dialog.getByRole('button', { name: 'Delete User' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('gone@');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(email);
  await confirm.click();
  await said(page, 'User deleted successfully! 2 keys unassociated.');
  await expect(page.getByText('No users match')).toBeVisible();
  expect(await db().user.count({ where: { id: user.id } })).toBe(0);

  const nameless = await createUserRow(db(), { email: null });
  await page.goto(`/admin?search=${nameless.id}&user=${nameless.id}`);
  await page.getByRole('dialog', { name: 'No Email' }).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('textbox').fill(nameless.id);
  await confirm.click();
  await said(page, 'User deleted successfully! 0 keys unassociated.');
  await expect(page).not.toHaveURL(/user=/);
});

test('refuses to delete a user with a Stripe customer, and says why a deletion fails (S50)', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin();
  const word = own();
  const linked = await createUserRow(db(), { email: `linked@${word}.example`, stripeCustomerId: `cus_${word}` });
  const plain = await createUserRow(db(), { email: `plain@${word}.example` });
  await openPage(page, word);
  const button = page.getByRole('button', { name: `Delete ${linked.email}` });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Cannot delete user with Stripe integration');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').getByText('Cannot delete user with Stripe integration')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);

  await page.getByRole('button', { name: `Delete ${plain.email}` }).click();
  await db().user.update({ where: { id: plain.id }, data: { stripeCustomerId: `cus_2${word}` } });
  const dialog = page.getByRole('alertdialog', { name: 'Delete User' });
  await dialog.getByRole('textbox').fill(plain.email ?? '');
  await dialog.getByRole('button', { name: 'Delete User' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Cannot delete user with Stripe integration');
  await page.keyboard.press('Escape');

  await openPage(page, admin.email);
  await page.getByRole('button', { name: `Delete ${admin.email}` }).click();
  await dialog.getByRole('textbox').fill(admin.email);
  await dialog.getByRole('button', { name: 'Delete User' }).click();
  await said(page, 'Failed to delete user: You cannot delete yourself here. Please use your account page.');
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways in each dialog (${appearance.name})`, async ({ page, asAdmin }) => {
    const admin = await asAdmin();
    await emulate(page, appearance);
    await openPage(page, admin.email);
    const create = await openCreate(page);
    await expectAccessible(page);
    await create.getByRole('switch', { name: 'Use an existing key' }).check();
    await expect(create.getByRole('radio').first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    const edit = await openEdit(page, admin.email);
    await edit.getByRole('switch', { name: 'Reset password' }).check();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: `Delete ${admin.email}` }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(page.getByText('Nobody would change.')).toBeVisible();
    await expectAccessible(page);
  });
