import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { createTotpSecret } from '#lib/auth/factors/totp.ts';
import { seal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectAccessible, hydrated } from '../support/browser/page.ts';
import { confirmLogin, freshLoginDialog, makeLoginOld } from '../support/old-login.ts';
import { PASSWORD } from '../support/people.ts';
import { totpCode } from '../support/totp.ts';
import { enterRepository, keyOf } from './support.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name });
const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click();
const said = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

test('adds a passkey once per device, renames it, logs in with it and removes it', async ({ page, asSubscriber }) => {
  const person = await asSubscriber();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const passkeys = part(page, 'Passkeys');
  await page.goto('/account');
  await press(passkeys, 'Add passkey');
  const adding = page.getByRole('dialog', { name: 'Add passkey' });
  await adding.getByLabel('Name', { exact: true }).fill('My laptop');
  await page.keyboard.press('Enter');
  await expect(passkeys.getByRole('rowheader', { name: 'My laptop' })).toBeVisible();
  await expect(passkeys.getByRole('button', { name: 'Add passkey' })).toBeFocused();

  await press(passkeys, 'Add passkey');
  await press(adding, 'Continue');
  await expect(adding.getByText('This device already has a passkey for your account.')).toBeVisible();
  await page.keyboard.press('Escape');

  await press(passkeys, 'Actions for My laptop');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename passkey' });
  await renaming.getByLabel('Name', { exact: true }).fill('Work laptop');
  await press(renaming, 'Save');
  await expect(passkeys.getByRole('rowheader', { name: 'Work laptop' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login?return_url=%2Faccount');
  await press(page, 'Log in with a passkey');
  await expect(page).toHaveURL('/account');
  await hydrated(page);
  await press(passkeys, 'Actions for Work laptop');
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await press(page.getByRole('alertdialog'), 'Remove');
  await expect(passkeys.getByText('No passkeys')).toBeVisible();
  await expect(passkeys.getByRole('heading')).toBeFocused();
  expect(await db().passkey.count({ where: { userId: person.id } })).toBe(0);
});

test('confirms a change of email from the new address and undoes it from the old one', async ({
  page,
  asSubscriber,
  mailbox,
}) => {
  const person = await asSubscriber();
  const wanted = `new-${crypto.randomUUID()}@example.com`;
  await page.goto('/account');
  await press(page, 'Change email');
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email address').fill(wanted);
  await press(dialog, 'Send link');
  await said(page, 'A new address is waiting to be confirmed');

  await page.goto(mailbox.linkIn(await mailbox.receive(wanted, 'Confirm your new email address'), '/change-email'));
  await expect(page).not.toHaveURL(/token=/);
  await press(page, 'Confirm email address');
  await said(page, 'Your email address has been changed.');
  expect((await (await page.request.get('/account/api/email')).json()) as object).toMatchObject({
    email: wanted,
    undoable: { old_email: person.email },
  });

  await page.goto(
    mailbox.linkIn(await mailbox.receive(person.email, 'Your email address was changed'), '/change-email/undo'),
  );
  await expect(page).not.toHaveURL(/token=/);
  await press(page, 'Undo the change');
  await said(page, 'Your old address is restored.');
  const recovered = await mailbox.receive(person.email, 'Your account has its old email address again');
  expect(recovered.text).toContain('No passkey and no authenticator app had been added');
  expect(new URL(mailbox.linkIn(recovered, '/reset-password')).searchParams.get('token')).toBeTruthy();
  expect((await page.request.get('/userstatus')).status()).toBe(401);
  const { email } = await db().user.findUniqueOrThrow({ where: { id: person.id } });
  expect(email).toBe(person.email);
});

test('asks for password and code when the login is not fresh, then downloads the data', async ({
  page,
  asSubscriber,
}) => {
  const person = await asSubscriber();
  await makeLoginOld(person.id);
  await page.goto('/account');
  // Turned on after the page has loaded, so the page learns only from the response to the password that a code is needed.
  const secret = createTotpSecret();
  const totp = { totpSecretSealed: seal(secret, TOTP_PURPOSE), totpEnabledAt: new Date() };
  await db().user.update({ where: { id: person.id }, data: totp });
  const waiting = page.waitForEvent('download');
  await press(page, 'Download my data');
  const dialog = freshLoginDialog(page);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(dialog, 'Confirm');
  await expect(dialog.getByLabel('Authentication code')).toBeFocused();
  await dialog.getByLabel('Authentication code').fill(await totpCode(secret));
  await press(dialog, 'Confirm');
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^rspamd-premium-data-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ profile: { id: person.id } });
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeFocused();
});

test('creates a usage token, shows it once, and revokes it', async ({ page, asSubscriber }) => {
  const problems = collectErrors(page);
  await asSubscriber();
  await page.goto('/account#usage-tokens');
  const tokens = part(page, 'Usage tokens');
  await press(tokens, 'Create token');
  await expect(page.getByRole('dialog', { name: 'Create token' }).getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Grafana');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Token “Grafana”' });
  await expect(shown.getByRole('region').first()).toHaveText(/^rpu_[A-Za-z0-9_-]{43}$/);
  const token = await shown.getByRole('region').first().innerText();
  await expectAccessible(page);
  await press(shown, 'I have saved it');
  await expect(tokens.getByRole('button', { name: 'Create token' })).toBeFocused();
  await expect(page.getByText(token), 'shown only once').toHaveCount(0);
  await press(tokens, 'Revoke Grafana');
  await press(page.getByRole('alertdialog'), 'Revoke');
  await expect(tokens.getByRole('heading', { name: 'Usage tokens' })).toBeFocused();
  expect(problems).toEqual([]);
});

test('rotates a leaked key and disables the old key immediately, once the password is confirmed', async ({
  page,
  asSubscriber,
}) => {
  const person = await asSubscriber({ hasKey: true });
  const old = await keyOf(person.id);
  await makeLoginOld(person.id);
  await page.goto('/dashboard');
  await press(page, 'Rotate key');
  const dialog = page.getByRole('dialog', { name: 'Rotate key' });
  await dialog.getByRole('radio', { name: 'No longer' }).check();
  await press(dialog, 'Rotate key');
  await expect(freshLoginDialog(page)).toBeVisible();
  expect(await keyOf(person.id)).toBe(old);
  await confirmLogin(page);
  await said(page, 'You have a new key.');
  const fresh = await keyOf(person.id);
  await said(page, `${fresh.slice(0, 16)}…`);
  await expect(page.getByText(`encryption_key = "${fresh}"`).first()).toBeVisible();
  await expect(page.getByText('The old key')).toBeHidden();
  expect([await enterRepository(fresh), await enterRepository(old)]).toEqual([204, 401]);
});

test('redirects to the login, with a return URL, when the session ends while a page is open', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin();
  await page.goto('/admin?status=active');
  await expect(page.getByRole('navigation', { name: 'Pages of users' })).toBeVisible();
  await db().signInSession.deleteMany({ where: { userId: admin.id } });
  await press(page, 'Refresh');
  await expect(page).toHaveURL(/\/login\?return_url=%2Fadmin%3Fstatus%3Dactive$/);

  const person = await asAdmin();
  await page.goto('/account');
  await expect(page.locator('main .skeleton')).toHaveCount(0); // from here on, only the button sends a request
  await db().signInSession.deleteMany({ where: { userId: person.id } });
  await press(page, 'Download my data');
  await expect(page).toHaveURL(/\/login\?return_url=%2Faccount$/);
});
