import { expect, test } from './fixtures.ts';

const PASSWORD = 'Another-Horse-9-Battery';

test('resets a forgotten password by mail and ends the old session (S15)', async ({
  page,
  context,
  asSubscriber,
  mailbox,
}) => {
  const person = await asSubscriber();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Please enter your email address first.')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Password reset email sent! Please check your inbox.')).toBeVisible();

  await page.goto(mailbox.linkIn(await mailbox.receive(person.email, 'Reset your password'), '/reset-password'));
  await expect(page).not.toHaveURL(/token=/);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password', { exact: true }).fill(`${PASSWORD}?`);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible();
  await page.getByLabel('Confirm new password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  expect((await context.cookies()).some(({ value }) => value === person.token)).toBe(true);
  expect((await page.request.get('/userstatus')).status(), 'the old session has ended').toBe(401);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('shows "Invalid Reset Link" for a malformed link', async ({ page }) => {
  await page.goto('/reset-password?email=x&token=0123456789&forgot=1');
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  await expect(page.getByText('Invalid email address in reset link.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
});
