import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/db.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { createSubscriptionRow } from '#lib/testing/factories.ts';
import { MINUTE } from '#lib/time.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { expect, test as base } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { HttpClient, SESSION_COOKIE } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';
import { totpCode } from '../support/totp.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
const STALE_MS = 11 * MINUTE;

type Person = { id: string; email: string; token: string };

const test = base.extend<{ person: Person }>({
  /** A user with a password, logged in in the page's browser. */
  person: async ({ asSubscriber }, use) => {
    const person = await asSubscriber();
    await db().user.update({ where: { id: person.id }, data: { passwordHash: await hashPassword(PASSWORD) } });
    await use(person);
  },
});

const part = (page: Page, name: string) => page.getByRole('region', { name });
const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click();
const said = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

async function openAccount(page: Page): Promise<void> {
  await page.goto('/account');
  await expect(page.getByRole('button', { name: 'Change Email' })).toBeVisible();
}

/** Fills in and submits the dialog that asks for the password again. */
async function proveAgain(page: Page, title = 'Confirm that it is you', code?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  if (code) await dialog.getByLabel('Authentication code').fill(code);
  await dialog.locator('button[type=submit]').click();
  await expect(dialog).toBeHidden();
}

const makeStale = (person: Person) =>
  db().signInSession.updateMany({
    where: { userId: person.id },
    data: { authTime: new Date(Date.now() - STALE_MS) },
  });

const anotherSession = (person: Person) =>
  startSignInSession(processContext({ kind: 'system', job: 'browser tests' }), person.id);

async function statusOf(token: string): Promise<number> {
  const client = new HttpClient(stack.baseUrl);
  client.cookies.set(SESSION_COOKIE, token);
  return (await client.send('/userstatus')).status;
}

test('sets up two-factor, saves and renews the recovery codes, and turns it off with password and code', async ({
  page,
  person,
}) => {
  const problems = collectErrors(page);
  await openAccount(page);
  const twoFactor = part(page, 'Two-factor login');
  await press(twoFactor, 'Set Up');
  await proveAgain(page);
  const setup = page.getByRole('dialog', { name: 'Set up two-factor login' });
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await setup.locator('code').innerText()).replaceAll(' ', '');
  await setup.getByLabel('Code of the app').fill('000000');
  await press(setup, 'Turn On');
  await expect(setup.getByText('The code is incorrect.')).toBeVisible();
  await setup.getByLabel('Code of the app').fill(await totpCode(secret));
  await press(setup, 'Turn On');

  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const shown = await codes.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await press(codes, 'Download recovery-codes.txt');
  expect((await readFile(await (await download).path(), 'utf8')).trim().split('\n')).toEqual(shown);
  await page.keyboard.press('Escape');
  await press(page.getByRole('alertdialog'), 'Back to the codes');
  await press(codes, 'I have saved them');
  await expect(twoFactor.getByText('On', { exact: true })).toBeVisible();
  await said(page, '10 of 10 left');
  await expect(twoFactor.getByRole('button', { name: 'Turn Off' })).toBeFocused();

  await press(twoFactor, 'New Codes');
  await press(page.getByRole('alertdialog'), 'Make New Codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  expect(await codes.getByRole('listitem').allInnerTexts()).not.toContain(shown[0]);
  await press(codes, 'I have saved them');
  await expect(twoFactor.getByRole('button', { name: 'New Codes' })).toBeFocused();

  await press(twoFactor, 'Turn Off');
  await proveAgain(page, 'Turn off two-factor login?', await totpCode(secret, 1));
  await said(page, 'Two-factor login is off.');
  await expect(twoFactor.getByRole('button', { name: 'Set Up' })).toBeFocused();
  expect(await db().recoveryCode.count({ where: { userId: person.id } })).toBe(0);
  expect(problems.filter((text) => !text.includes('422'))).toEqual([]);
});

test('adds a passkey once per device, renames it and removes it', async ({ page, person }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await openAccount(page);
  const passkeys = part(page, 'Passkeys');
  await expect(passkeys.getByText('No passkeys')).toBeVisible();
  await press(passkeys, 'Add Passkey');
  const adding = page.getByRole('dialog', { name: 'Add Passkey' });
  await adding.getByLabel('Name', { exact: true }).fill('My laptop');
  await press(adding, 'Continue');
  await expect(passkeys.getByRole('rowheader', { name: 'My laptop' })).toBeVisible();
  await expect(passkeys.getByRole('button', { name: 'Add Passkey' })).toBeFocused();

  await press(passkeys, 'Add Passkey');
  await press(adding, 'Continue');
  await expect(adding.getByText('There is a passkey for your account on this device already.')).toBeVisible();
  await page.keyboard.press('Escape');

  await press(passkeys, 'Actions for My laptop');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename Passkey' });
  await expect(renaming.getByLabel('Name', { exact: true })).toHaveValue('My laptop');
  await renaming.getByLabel('Name', { exact: true }).fill('Work laptop');
  await press(renaming, 'Save');
  await expect(passkeys.getByRole('rowheader', { name: 'Work laptop' })).toBeVisible();

  await press(passkeys, 'Actions for Work laptop');
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await press(page.getByRole('alertdialog'), 'Remove');
  await expect(passkeys.getByText('No passkeys')).toBeVisible();
  await expect(passkeys.getByRole('heading')).toBeFocused();
  expect(await db().passkey.count({ where: { userId: person.id } })).toBe(0);
});

test('tells the user when the browser does not support passkeys', async ({ page, person: _ }) => {
  await page.addInitScript('delete window.PublicKeyCredential');
  await openAccount(page);
  await said(page, 'This browser cannot make passkeys.');
  await expect(page.getByRole('button', { name: 'Add Passkey' })).toBeHidden();
});

test('ends one other session, then all others, and keeps this one', async ({ page, person }) => {
  const [one, two, three] = [
    await anotherSession(person),
    await anotherSession(person),
    await anotherSession(person),
  ].map(({ token }) => token);
  await openAccount(page);
  const sessions = part(page, 'Sessions');
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  await expect(sessions.getByRole('button', { name: 'End', exact: true })).toHaveCount(3);
  await sessions.getByRole('button', { name: 'End', exact: true }).first().click();
  await press(page.getByRole('alertdialog'), 'End Session');
  await said(page, 'The session has ended.');
  await expect(sessions.getByRole('heading')).toBeFocused();
  const answers = await Promise.all([one, two, three].map((token) => statusOf(token ?? '')));
  expect(answers.toSorted()).toEqual([200, 200, 401]);

  await press(sessions, 'End All Others');
  await press(page.getByRole('alertdialog'), 'End All Others');
  await said(page, '2 sessions have ended.');
  await expect(sessions.getByRole('button')).toHaveCount(0);
  expect(await Promise.all([one, two, three].map((token) => statusOf(token ?? '')))).toEqual([401, 401, 401]);
  expect((await page.request.get('/userstatus')).status()).toBe(200);
});

test('shows the last five logins with their outcomes, then all of them, also after a reload', async ({
  page,
  person,
}) => {
  const at = (index: number) => new Date(Date.now() - index * MINUTE);
  const rows = Array.from({ length: 7 }, (_, index) => ({
    at: at(index),
    actorKind: 'anonymous',
    targetId: person.id,
    ip: '192.0.2.7',
    action: index === 0 ? 'session.refused' : index === 1 ? 'session.confirmed' : 'session.started',
    data: index === 0 ? { reason: 'second_factor' } : {},
  }));
  await db().auditEvent.createMany({ data: rows });
  await openAccount(page);
  const logins = part(page, 'Login history');
  await expect(logins.getByRole('row')).toHaveCount(6);
  await expect(logins.getByRole('row').nth(1)).toContainText('Refused');
  await expect(logins.getByRole('row').nth(1)).toContainText('wrong code');
  await expect(logins.getByRole('row').nth(2)).toContainText('Confirmed again');
  await expect(logins.getByRole('row').nth(3)).toContainText('192.0.2.7');
  await logins.getByRole('link', { name: 'Show all 7' }).click();
  await expect(logins.getByRole('row')).toHaveCount(8);
  await page.reload();
  await expect(logins.getByRole('row')).toHaveCount(8);
});

test('cancels a change of email, confirms it from the new address and undoes it from the old one', async ({
  page,
  person,
  mailbox,
}) => {
  const wanted = `new-${crypto.randomUUID()}@example.com`;
  const ask = async () => {
    await press(page, 'Change Email');
    const dialog = page.getByRole('dialog', { name: 'Change Email' });
    await dialog.getByLabel('New email address').fill(wanted);
    await press(dialog, 'Send Link');
    await said(page, 'A new address waits to be confirmed');
    await expect(page.getByRole('button', { name: 'Change Email' })).toBeFocused();
  };
  await openAccount(page);
  await ask();
  await press(page, 'Cancel the change');
  await press(page.getByRole('alertdialog'), 'Cancel the change');
  await said(page, 'The change of address is cancelled.');
  await expect(page.getByText('A new address waits to be confirmed')).toBeHidden();
  const cancelled = mailbox.linkIn(await mailbox.receive(wanted, 'Confirm your new email address'), '/change-email');
  await ask();
  let link = cancelled;
  await expect
    .poll(
      async () =>
        (link = mailbox.linkIn(await mailbox.receive(wanted, 'Confirm your new email address'), '/change-email')),
    )
    .not.toBe(cancelled);

  await page.goto(cancelled);
  await press(page, 'Confirm email address');
  await said(page, 'This link is invalid or has expired.');
  await page.goto(link);
  await expect(page).not.toHaveURL(/token=/);
  await press(page, 'Confirm email address');
  await said(page, 'Your email address has been changed.');
  await page.getByRole('link', { name: 'Go to Account' }).click();
  await expect(part(page, 'Sign-in').getByText(wanted)).toBeVisible();
  await said(page, 'Your address was changed lately');

  await page.goto(
    mailbox.linkIn(await mailbox.receive(person.email, 'Your email address was changed'), '/change-email/undo'),
  );
  await expect(page).not.toHaveURL(/token=/);
  await press(page, 'Undo the change');
  await said(page, 'Your account has its old address again.');
  await said(page, 'an authenticator app that were added since the change was asked for are removed');
  const recovered = await mailbox.receive(person.email, 'Your account has its old email address again');
  expect(recovered.text).toContain('No passkey and no authenticator app had been added');
  expect(new URL(mailbox.linkIn(recovered, '/reset-password')).searchParams.get('token')).toBeTruthy();
  expect((await page.request.get('/userstatus')).status()).toBe(401);
  const { email } = await db().user.findUniqueOrThrow({ where: { id: person.id } });
  expect(email).toBe(person.email);
});

test('shows next to the field why a new email address is refused', async ({ page, person }) => {
  await openAccount(page);
  await press(page, 'Change Email');
  const dialog = page.getByRole('dialog', { name: 'Change Email' });
  await dialog.getByLabel('New email address').fill(person.email);
  await press(dialog, 'Send Link');
  await expect(dialog.getByText('This is already your address.')).toBeVisible();
  await expect(dialog.getByLabel('New email address')).toHaveAttribute('aria-invalid', 'true');
});

test('exports JSON without a hash, token or sealed value', async ({ page, person }) => {
  await openAccount(page);
  const download = page.waitForEvent('download');
  await press(page, 'Download My Data');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^rspamd-premium-data-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ profile: { id: person.id, email: person.email } });
  expect(text.replace('"usage_tokens"', '')).not.toMatch(/argon2|hash|sealed|token/i);
  await said(page, 'Your data has been downloaded.');
});

test('deletes the account once its email address is typed', async ({ page, person }) => {
  await openAccount(page);
  await press(page, 'Delete Account');
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByRole('textbox').fill('somebody@example.com');
  await expect(dialog.getByRole('button', { name: 'Delete Account' })).toBeDisabled();
  await dialog.getByRole('textbox').fill(person.email);
  await press(dialog, 'Delete Account');
  await expect(page.getByRole('dialog', { name: 'Your account is deleted' })).toBeVisible();
  expect(await db().user.count({ where: { id: person.id } })).toBe(0);
  await page.getByRole('link', { name: 'Go to home' }).click();
  await expect(page).toHaveURL(`${stack.baseUrl}/`);
});

test('refuses to delete an account with a subscription, and links to billing', async ({ page, person }) => {
  await createSubscriptionRow(db(), { userId: person.id });
  await openAccount(page);
  await press(page, 'Delete Account');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(person.email);
  await press(dialog, 'Delete Account');
  await expect(dialog.getByText('Your account has a subscription that has not ended.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Manage Billing' })).toHaveAttribute('href', '/billing');
});

test('asks for password and code again when the login is not fresh, then continues the action', async ({
  page,
  person,
}) => {
  await openAccount(page);
  const twoFactor = part(page, 'Two-factor login');
  await press(twoFactor, 'Set Up');
  await proveAgain(page);
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
  await makeStale(person);
  await page.getByLabel('Code of the app').fill(await totpCode(secret));
  await press(page, 'Turn On');
  await proveAgain(page);
  await press(page.getByRole('dialog', { name: 'Save your recovery codes' }), 'I have saved them');

  await makeStale(person);
  // The page fails to load the two-factor state, so only the answer to the password says that a code is needed.
  await page.route('**/account/api/two-factor', (route) => route.abort());
  await openAccount(page);
  const download = page.waitForEvent('download');
  await press(page, 'Download My Data');
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Horse-7-Battery');
  await press(dialog, 'Confirm');
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(dialog, 'Confirm');
  await expect(dialog.getByLabel('Authentication code')).toBeFocused();
  await dialog.getByLabel('Authentication code').fill(await totpCode(secret, 1));
  await press(dialog, 'Confirm');
  await download;
  await expect(page.getByRole('button', { name: 'Download My Data' })).toBeFocused();
});

test('deletes nothing when the password dialog is closed', async ({ page, person }) => {
  await makeStale(person);
  await openAccount(page);
  await press(page, 'Delete Account');
  await page.getByRole('alertdialog').getByRole('textbox').fill(person.email);
  await press(page.getByRole('alertdialog'), 'Delete Account');
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Delete your account?' })).toBeVisible();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' })).toBeEnabled();
  expect(await db().user.count({ where: { id: person.id } })).toBe(1);
});

test('shows the request id of each part that failed to load, and Retry loads it', async ({ page, person: _ }) => {
  const fails = { status: 500, json: { error: 'Something went wrong.', code: 'internal', request_id: 'of-the-test' } };
  await page.route('**/account/api/**', (route) => route.fulfill(fails));
  await page.goto('/account');
  const cards = page.getByRole('alert').filter({ hasText: 'of-the-test' });
  await expect(cards).toHaveCount(8);
  await expect(cards.first()).toContainText('Failed to load your address');
  await expectAccessible(page);
  await page.unroute('**/account/api/**');
  const lists = ['Two-factor login', 'Passkeys', 'Sessions', 'Login history'];
  for (const name of [...lists, 'Connected apps', 'Usage tokens', 'Usage alerts'])
    await press(part(page, name), 'Retry');
  await press(part(page, 'Sign-in'), 'Retry');
  await expect(cards).toHaveCount(0);
});

test('redirects to the login, with a return URL, when the session has ended', async ({ page, person }) => {
  await openAccount(page);
  await expect(page.locator('main .skeleton')).toHaveCount(0); // from here on, only the button sends a request
  await db().signInSession.deleteMany({ where: { userId: person.id } });
  await press(page, 'Download My Data');
  await expect(page).toHaveURL(/\/login\?return_url=%2Faccount$/);
});

test('rejects an invalid mailed link, and lets a rate-limited one be tried again', async ({ page }) => {
  for (const path of ['/change-email', '/change-email/undo']) {
    await page.goto(path);
    await said(page, 'This link is invalid or has expired.');
    await page.goto(`${path}?token=0123456789&error=rate_limited`);
    await said(page, 'Too many attempts. Please wait a moment and try again.');
    await page.locator('main form button').click();
    await said(page, 'This link is invalid or has expired.');
    await expectAccessible(page);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('submits the forms on the pages of mailed links', async ({ page }) => {
    for (const path of ['/change-email', '/change-email/undo']) {
      await page.goto(`${path}?token=0123456789`);
      await page.locator('main form button').click();
      await expect(page).toHaveURL(/error=invalid/);
      await said(page, 'This link is invalid or has expired.');
      await page.goto(`${path}?done=1`);
      await expect(page.getByRole('main').getByRole('status')).toBeVisible();
    }
  });
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways in any state (${appearance.name})`, async ({ page, person }) => {
    await emulate(page, appearance);
    await anotherSession(person);
    await db().passkey.create({
      data: {
        userId: person.id,
        name: 'M'.repeat(60),
        credentialId: crypto.randomUUID(),
        publicKey: Buffer.of(1),
        counter: 0,
        isBackedUp: false,
      },
    });
    await openAccount(page);
    await expect(page.getByRole('rowheader', { name: 'M'.repeat(60) })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    for (const name of ['Change Email', 'Add Passkey', 'End All Others', 'Delete Account']) {
      await press(page, name);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    }
    await press(page, 'Set Up');
    await expectAccessible(page);
    await proveAgain(page);
    await page.getByLabel('Code of the app').waitFor();
    await expectAccessible(page);
    await page.goto('/change-email?token=0123456789');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
