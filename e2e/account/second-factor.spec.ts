import { createRecoveryCodes, recoveryCodeHash } from '#lib/auth/factors/recovery-code.ts';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { createTotpSecret } from '#lib/auth/factors/totp.ts';
import { seal } from '#lib/crypto.ts';
import { db } from '#lib/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, APPEARANCES, emulate } from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';
import { totpCode } from '../support/totp.ts';

const PASSWORD = 'Correct-Horse-7-Battery';

/** A user who has two-factor on. */
async function personWithTotp() {
  const secret = createTotpSecret();
  const codes = createRecoveryCodes();
  const { email } = await createUserRow(db(), {
    passwordHash: await hashPassword(PASSWORD),
    totpSecretSealed: seal(secret, TOTP_PURPOSE),
    totpEnabledAt: new Date(),
    recoveryCodes: { create: codes.map((code) => ({ codeHash: recoveryCodeHash(code) })) },
  });
  return { email: email ?? '', codes, currentCode: () => totpCode(secret) };
}

test('asks for the code after the password, then opens the requested page', async ({ page }) => {
  const person = await personWithTotp();
  await page.goto('/login?return_url=%2Fsetup');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  expect((await page.request.get('/userstatus')).status(), 'not logged in yet').toBe(401);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('The code is incorrect. Please try the next one.')).toBeVisible();
  await code.fill(await person.currentCode());
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL('/setup');
  expect((await page.request.get('/userstatus')).status()).toBe(200);
});

for (const appearance of APPEARANCES) {
  test(`asks for a missing code, and is accessible (${appearance.name})`, async ({ page }) => {
    await emulate(page, appearance);
    await page.goto('/login?step=code');
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('Please enter the code.')).toBeVisible();
    await expectAccessible(page);
  });
}

test('logs in with a recovery code without JavaScript', async ({ browser }) => {
  const person = await personWithTotp();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.baseUrl });
  const page = await context.newPage();
  await page.goto('/login?return_url=%2Fdashboard');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/login?step=code&return_url=%2Fdashboard');
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('The code is incorrect. Please try the next one.')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(person.codes[3] ?? '');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await context.close();
});

test('refuses every page before the code, and the code without the challenge cookie', async ({ page }) => {
  const person = await personWithTotp();
  const answer = await page.request.post('/login/email', { data: { email: person.email, password: PASSWORD } });
  expect(await answer.json()).toEqual({ status: 'totp_required' });
  expect(answer.headers()['set-cookie']).toMatch(
    /^login_challenge=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login?return_url=%2Fdashboard');
  await page.context().clearCookies();
  const late = await page.request.post('/login/totp', { data: { code: await person.currentCode() } });
  expect(late.status()).toBe(401);
});

test('logs in with a passkey', async ({ page, asSubscriber, context }) => {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await asSubscriber();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('This laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader', { name: 'This laptop' })).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});
