/** An application that needs two factors, in a real browser. */
import type { Page } from '@playwright/test';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { createTotpSecret } from '#lib/auth/factors/totp.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { seal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { TWO_FACTOR_ACR } from '#lib/oauth/authentication.ts';
import { expect, test as base } from '../fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { totpCode } from '../support/totp.ts';
import { startApplication } from './support/application.ts';
import { createRelyingParty } from './support/relying-party.ts';

type Application = Awaited<ReturnType<typeof startApplication>>;

const test = base.extend<{ application: Application }>({
  application: async ({}, use) => {
    const application = await startApplication();
    await use(application);
    await application.stop();
  },
});

/** Opens the request of an application that needs two factors. */
async function openRequest(page: Page, { redirectUri }: Application) {
  const rp = await createRelyingParty('basic', { requireTwoFactor: true, redirectUris: [redirectUri] });
  const request = await rp.request();
  await page.goto(request.url.href);
  return { rp, request };
}

test('asks a person with one factor to log in with two, and then continues (S90)', async ({
  page,
  application,
  asSubscriber,
}) => {
  const secret = createTotpSecret();
  const { id, email } = await asSubscriber();
  const data = {
    passwordHash: await hashPassword(PASSWORD),
    totpSecretSealed: seal(secret, TOTP_PURPOSE),
    totpEnabledAt: new Date(),
  };
  await db().user.update({ where: { id }, data });
  const { rp, request } = await openRequest(page, application);
  await expect(page.getByText('asks you to log in again with two factors')).toBeVisible();
  await page.getByRole('link', { name: 'Log In to Continue' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(await totpCode(secret));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  await page.waitForURL(`${application.redirectUri}**`);
  const tokens = await rp.redeem(new URL(page.url()), request);
  expect(tokens.claims()).toMatchObject({ sub: id, acr: TWO_FACTOR_ACR, amr: ['pwd', 'otp', 'mfa'] });
});

test('tells a person without a second factor, and returns to the application', async ({
  page,
  application,
  asSubscriber,
}) => {
  const { email } = await asSubscriber();
  await openRequest(page, application);
  await expect(page.getByText('This application needs two-factor login.')).toBeVisible();
  await expect(page.getByText(`Your account ${email} has neither`)).toBeVisible();
  const setUp = page.getByRole('link', { name: 'Set up two-factor login' });
  await expect(setUp).toHaveAttribute('href', '/account#two-factor');
  await page.getByRole('button', { name: 'Return to the application' }).click();
  await page.waitForURL(`${application.redirectUri}**`);
  expect(new URL(page.url()).searchParams.get('error')).toBe('unmet_authentication_requirements');
});
