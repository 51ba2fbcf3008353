import { db } from '#lib/base/db/db.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectAccessible } from '../support/browser/page.ts';
import { HttpClient } from '../support/http-client.ts';
import { confirmLogin, freshLoginDialog, makeLoginOld } from '../support/old-login.ts';
import { stack } from '../support/stacks/stack.ts';

const own = () => `u${crypto.randomUUID().slice(0, 8)}`;
const canLogIn = async (email: string, password: string): Promise<boolean> =>
  (await new HttpClient(stack.baseUrl).send('/login/email', { json: { email, password } })).status === 200;

test('creates, edits, blocks and deletes a user, and resets the password (S49, S50)', async ({
  page,
  asAdmin,
  mailbox,
}) => {
  const problems = collectErrors(page);
  const admin = await asAdmin();
  const word = own();
  const email = `new@${word}.example`;
  const said = (text: string) => expect(page.getByText(text)).toBeVisible();
  const userNow = () =>
    db().user.findUniqueOrThrow({ where: { email }, include: { account: { include: { fuzzyKeys: true } } } });
  const row = page.getByRole('row').filter({ hasText: email });
  const editing = page.getByRole('dialog', { name: 'Edit User' });
  const edit = () => page.getByRole('button', { name: `Edit ${email}` }).click();
  const save = () => editing.getByRole('button', { name: 'Save changes' }).click();
  await page.goto(`/admin?search=${word}`);

  await test.step('creates a user with a new key and a generated password that logs in', async () => {
    await page.getByRole('button', { name: 'Create User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create User' });
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(email);
    await dialog.getByLabel('Country').selectOption({ label: 'Germany' });
    await dialog.getByRole('button', { name: 'Generate password' }).click();
    const password = await dialog.getByLabel('Password', { exact: true }).inputValue();
    await dialog.getByLabel('Daily limit').fill('1200');
    await dialog.getByRole('button', { name: 'Create User' }).click();
    await said('User created with new key successfully!');
    await expect(page.getByRole('dialog', { name: 'Password' }).getByText(password)).toBeVisible();
    await page.getByRole('button', { name: "I've saved the password" }).click();
    await expect(page.getByRole('button', { name: 'Create User' })).toBeFocused();
    await expect(row).toContainText('600 emails (1.2K)');
    const user = await userNow();
    expect(user).toMatchObject({ country: 'DE', account: { dailyLimit: 1200 } });
    expect(user.account?.fuzzyKeys).toMatchObject([{ rankId: 50, description: `Manual ${email}` }]);
    expect(await canLogIn(email, password)).toBe(true);
  });

  await test.step('asks to confirm the login, and edits on top of another admin’s changes (R24)', async () => {
    await makeLoginOld(admin.id);
    await edit();
    await editing.getByLabel('Notes').fill('promoted');
    await editing.getByLabel('Admin').click();
    await save();
    await expect(freshLoginDialog(page)).toBeVisible();
    expect((await userNow()).notes).toBeNull();
    const { id } = await db().user.update({ where: { email }, data: { version: { increment: 1 } } });
    await db().account.update({ where: { id }, data: { dailyLimit: 7 } });
    await confirmLogin(page);
    await expect(editing.getByText('Someone else changed this user in the meantime.')).toBeVisible();
    await expect(editing.getByLabel('Daily limit')).toHaveValue('7');
    await expectAccessible(page);
    await editing.getByRole('button', { name: 'Apply my changes' }).click();
    await expect(editing).toBeHidden();
    await expect(page.getByRole('button', { name: `Edit ${email}` })).toBeFocused();
    expect(await userNow()).toMatchObject({ notes: 'promoted', isAdmin: true, account: { dailyLimit: 7 } });
    problems.length = 0; // the browser logs the expected 403 and 409
  });

  await test.step('resets the password to one that the admin sets, then by a mailed link', async () => {
    await edit();
    await editing.getByRole('switch', { name: 'Reset password' }).check();
    await editing.getByRole('button', { name: 'Generate password' }).click();
    const password = await editing.getByLabel('New password', { exact: true }).inputValue();
    await save();
    await expect(editing).toBeHidden();
    expect(await canLogIn(email, password)).toBe(true);
    await edit();
    await editing.getByRole('switch', { name: 'Reset password' }).check();
    await save();
    await expect(editing).toBeHidden();
    const mail = await mailbox.receive(email, 'Choose a new password');
    expect(mail.text).toMatch(/\/reset-password\?.*forgot=1/);
    expect(await canLogIn(email, password)).toBe(false);
  });

  await test.step('blocks the user after a preview, and undoes the block', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const selected = page.getByRole('group', { name: 'Selected users' });
    await selected.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Block 1 user' })).toBeEnabled();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Block 1 user' }).click();
    await expect(row).toContainText('Blocked');
    expect((await userNow()).blockedAt).not.toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Active');
    expect((await userNow()).blockedAt).toBeNull();
  });

  await test.step('deletes the user once the email is typed', async () => {
    await page.getByRole('button', { name: `Delete ${email}` }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete User' });
    await dialog.getByRole('textbox').fill(email);
    await dialog.getByRole('button', { name: 'Delete User' }).click();
    await said('User deleted successfully! 1 keys unassociated.');
    await said('No users match');
    expect(await db().user.count({ where: { email } })).toBe(0);
  });
  expect(problems).toEqual([]);
});

test('creates a user with an existing key found by its description', async ({ page, asAdmin }) => {
  await asAdmin();
  const word = own();
  const email = `known@${word}.example`;
  const key = await createKeyRow(db(), { description: `Key ${word}` });
  await page.goto(`/admin?search=${word}`);
  await page.getByRole('button', { name: 'Create User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create User' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Country').selectOption('GB');
  await dialog.getByRole('button', { name: 'Generate password' }).click();
  await dialog.getByRole('switch', { name: 'Use an existing key' }).check();
  await dialog.getByLabel('Find a key').fill(word);
  await dialog.getByLabel('Find a key').press('Enter');
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await dialog.getByRole('radio', { name: key.description }).check();
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText('User created with existing key successfully!')).toBeVisible();
  await page.getByRole('button', { name: "I've saved the password" }).click();
  const user = await db().user.findUniqueOrThrow({
    where: { email },
    include: { account: { include: { fuzzyKeys: true } } },
  });
  expect(user.account?.fuzzyKeys.map(({ publicKey }) => publicKey)).toEqual([key.publicKey]);
});

test('refuses over HTTP to delete a Stripe customer or the caller, and to block the caller (S49, S50)', async ({
  callAs,
}) => {
  const admin = await callAs('admin');
  const { email: own } = (await admin.send('/userstatus')).json() as { email: string };
  const { id } = await db().user.findUniqueOrThrow({ where: { email: own } });
  const linked = await createUserRow(db(), { stripeCustomerId: `cus_${crypto.randomUUID()}` });
  const remove = async (user: string, email: string | null) =>
    (await admin.send(`/admin/api/users/${user}`, { method: 'DELETE', json: { email } })).json();
  expect(await remove(linked.id, linked.email)).toMatchObject({ error: 'Cannot delete user with Stripe integration' });
  expect(await remove(id, own)).toMatchObject({
    error: 'You cannot delete yourself here. Please use your account page.',
  });
  const block = await admin.send('/admin/api/users', {
    method: 'PUT',
    json: { user_id: id, version: 1, is_blocked: true },
  });
  expect(block.json()).toMatchObject({ error: 'You cannot block yourself.' });
});
