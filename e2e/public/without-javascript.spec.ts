import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { db } from '#lib/base/db/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { expectNoSidewaysScroll } from '../support/browser/page.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
const CHOSEN = 'Another-Zebra-9-Lantern';

test.use({ javaScriptEnabled: false });

test('shows the menu as links on a phone, and opens the policies’ pages', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const links = ['Features', 'Open Source', 'Pricing', 'Testimonials', 'Documentation', 'Login', 'Get Started'];
  for (const name of links)
    await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  await expectNoSidewaysScroll(page);
  for (const name of ['Privacy', 'Terms', 'Cookies']) {
    await page.getByRole('contentinfo').getByRole('button', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}\\??$`));
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
});

test('switches between login and sign-up by links, and shows the result of each form', async ({ page }) => {
  const [email, password, confirmation] = ['Email', 'Password', 'Confirm password'].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  const press = (name: string) => page.getByRole('button', { name }).click();
  await page.goto('/login');
  await press('Forgot your password?');
  await expect(page.getByText('Failed to send reset email.')).toBeVisible();
  await email?.fill(`nobody-${crypto.randomUUID()}@example.com`);
  await press('Forgot your password?');
  await expect(page.getByText('Password reset email sent! Please check your inbox.')).toBeVisible();

  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/tab=signup/);
  for (const [repeated, said] of [
    [`${PASSWORD}x`, 'Passwords do not match.'],
    [PASSWORD, 'Account created successfully!'],
  ] as const) {
    await email?.fill(`plain-${crypto.randomUUID()}@example.com`);
    await password?.fill(PASSWORD);
    await confirmation?.fill(repeated);
    await press('Create Account');
    await expect(page.getByText(said)).toBeVisible();
  }
});

test('resends the verification email after an unverified login, and after an invalid link', async ({
  page,
  mailbox,
}) => {
  const address = `waiting-${crypto.randomUUID()}@example.com`;
  const press = (name: string) => page.getByRole('button', { name }).click();
  await createUserRow(db(), { email: address, emailVerifiedAt: null, passwordHash: await hashPassword(PASSWORD) });
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(address);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press('Login');
  await expect(page.getByText('Please verify your email address before logging in.')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(address);
  await press('Resend verification email');
  await expect(page.getByText('a new email is on its way')).toBeVisible();
  const mail = mailbox.receive(address, 'Verify your email address');

  await test.step('resends the email for an invalid link', async () => {
    await page.goto('/verify-email?email=nobody%40example.com&token=0123456789');
    await press('Resend verification email');
    await expect(page.getByText('a new email is on its way')).toBeVisible();
  });

  await page.goto(mailbox.linkIn(await mail, '/verify-email'));
  await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await page.getByLabel('Confirm password', { exact: true }).fill(`${CHOSEN}?`);
  await press('Verify email address');
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await page.getByLabel('Confirm password', { exact: true }).fill(CHOSEN);
  await press('Verify email address');
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
});
