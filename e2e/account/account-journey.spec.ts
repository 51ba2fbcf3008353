import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectAccessible, hydrated } from '../support/browser/page.ts';
import { totpCode } from '../support/totp.ts';

const FIRST = 'Correct-Horse-7-Battery';
const SECOND = 'Another-Zebra-9-Lantern';
const THIRD = 'Purple-Kettle-4-Window';

async function logIn(page: Page, email: string, password: string, code?: string) {
  await page.goto('/login?return_url=%2Faccount');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  if (code) {
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  }
  await expect(page).toHaveURL('/account');
  await hydrated(page);
}

const statusIn = async (page: Page) => (await page.request.get('/userstatus')).status();

test('takes an account from sign-up through two-factor, password change and reset to deletion', async ({
  page,
  elsewhere,
  mailbox,
}) => {
  const email = `life-${randomUUID()}@example.com`;
  const problems = collectErrors(page);
  let secret = '';
  let recoveryCodes: string[] = [];

  await test.step('signs up and verifies by the mailed link', async () => {
    await page.goto('/login?tab=signup');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(FIRST);
    await page.getByLabel('Confirm password', { exact: true }).fill(FIRST);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Account created successfully!')).toBeVisible();
    await page.goto(mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email'));
    await page.getByRole('button', { name: 'Verify email address' }).click();
    await page.getByText('Your email address is verified.').waitFor(); // shown for a second
    await expect(page).toHaveURL(/\/dashboard$/); // verification logs in the browser that signed up
  });

  await test.step('logs in and turns on two-factor', async () => {
    await logIn(page, email, FIRST);
    await page.getByRole('region', { name: 'Two-factor login' }).getByRole('button', { name: 'Set up' }).click();
    const again = page.getByRole('dialog').filter({ has: page.getByLabel('Password', { exact: true }) });
    await again.getByLabel('Password', { exact: true }).fill(FIRST);
    await again.locator('button[type=submit]').click();
    const setup = page.getByRole('dialog', { name: 'Set up two-factor login' });
    await expectAccessible(page);
    secret = (await setup.locator('code').first().innerText()).replaceAll(/\s/g, '');
    await setup.getByRole('textbox').fill(await totpCode(secret));
    await setup.getByRole('button', { name: 'Turn on', exact: true }).click();
    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
    await codes.getByRole('button', { name: 'I have saved them' }).click();
    await expect(codes).toBeHidden();
  });

  await test.step('logs out, then logs in with a code', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await logIn(page, email, FIRST, await totpCode(secret, 1));
  });

  await test.step('changes the password, which ends the other session and keeps this one', async () => {
    await logIn(elsewhere, email, FIRST, recoveryCodes[0]);
    expect(await statusIn(elsewhere)).toBe(200);
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    await dialog.getByLabel('Current password', { exact: true }).fill(FIRST);
    await dialog.getByLabel('New password', { exact: true }).fill(SECOND);
    await dialog.getByLabel('Confirm new password', { exact: true }).fill(SECOND);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await expect(dialog.getByText('Your password has been changed.')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await statusIn(elsewhere)).toBe(401);
    expect(await statusIn(page)).toBe(200);
    await mailbox.receive(email, 'Your password was changed');
  });

  await test.step('resets the forgotten password by the mailed link, which ends all sessions (S15)', async () => {
    await elsewhere.goto('/login');
    await elsewhere.getByLabel('Email', { exact: true }).fill(email);
    await elsewhere.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(elsewhere.getByText('Password reset email sent! Please check your inbox.')).toBeVisible();
    await elsewhere.goto(mailbox.linkIn(await mailbox.receive(email, 'Reset your password'), '/reset-password'));
    await expect(elsewhere).not.toHaveURL(/token=/);
    await elsewhere.getByLabel('New password', { exact: true }).fill(THIRD);
    await elsewhere.getByLabel('Confirm new password', { exact: true }).fill(THIRD);
    await elsewhere.getByRole('button', { name: 'Reset password' }).click();
    await expect(elsewhere.getByRole('link', { name: 'Go to Login' })).toBeVisible();
    await expect(elsewhere).toHaveURL('/login');
    expect(await statusIn(page)).toBe(401);
  });

  await test.step('deletes the account', async () => {
    await logIn(page, email, THIRD, recoveryCodes[1]);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('textbox').fill(email);
    await question.getByRole('button', { name: 'Delete account' }).click();
    await expect.poll(() => statusIn(page)).toBe(401);
    await page.getByRole('link', { name: 'Go to home' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(THIRD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('The email or password is incorrect.')).toBeVisible();
  });
  expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
});
