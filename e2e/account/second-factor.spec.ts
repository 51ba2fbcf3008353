import { createRecoveryCodes, recoveryCodeHash } from '#lib/auth/factors/recovery-code.ts';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { createTotpSecret } from '#lib/auth/factors/totp.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { seal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { PASSWORD } from '../support/people.ts';

/** Creates a user with two-factor login turned on. Returns their email address and recovery codes. */
async function createUserWithTotp() {
  const codes = createRecoveryCodes();
  const { email } = await createUserRow(db(), {
    passwordHash: await hashPassword(PASSWORD),
    totpSecretSealed: seal(createTotpSecret(), TOTP_PURPOSE),
    totpEnabledAt: new Date(),
    recoveryCodes: { create: codes.map((code) => ({ codeHash: recoveryCodeHash(code) })) },
  });
  return { email: email ?? '', codes };
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('logs in with password and recovery code, and returns to the requested page', async ({ page }) => {
    const person = await createUserWithTotp();
    const login = page.getByRole('button', { name: 'Login', exact: true });
    const logIn = async (password: string) => {
      await page.getByLabel('Email', { exact: true }).fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await login.click();
    };
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login?return_url=%2Fdashboard');
    await logIn('Not-The-Password-1');
    await expect(page).toHaveURL(/error=unauthenticated/);
    await expect(page).toHaveURL(/return_url=%2Fdashboard/);
    expect(await page.content()).not.toContain('Not-The-Password-1');
    await logIn(PASSWORD);
    await expect(page).toHaveURL('/login?step=code&return_url=%2Fdashboard');
    await page.getByLabel('Code', { exact: true }).fill('123456');
    await login.click();
    await expect(page.getByText('The code is incorrect. Please try the next one.')).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill(person.codes[3] ?? '');
    await login.click();
    await expect(page).toHaveURL('/dashboard');
  });
});
