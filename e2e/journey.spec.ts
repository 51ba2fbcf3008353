import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { collectErrors } from './support/browser/page.ts';
import { endQuietMinute } from './support/key-map.ts';
import { stack } from './support/stacks/stack.ts';

const PASSWORD = 'Correct-Horse-7-Battery';

test('completes the journey by browser: sign up, verify, log in, buy, find the key at a storage host, log out', async ({
  page,
  context,
  mailbox,
  storageServer,
}) => {
  const problems = collectErrors(page);
  const email = `journey-${randomUUID()}@example.com`;

  await test.step('sign up from the home page', async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
    const dialog = page.getByRole('dialog', { name: 'Access Premium' });
    await dialog.getByLabel('Email', { exact: true }).fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill('short');
    await expect(dialog.getByText('Password meets all requirements!')).toBeHidden();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await expect(dialog.getByText('Password meets all requirements!')).toBeVisible();
    await dialog.getByLabel('Confirm password', { exact: true }).fill(`${PASSWORD}x`);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await expect(dialog.getByText('Passwords do not match.')).toBeVisible();
    await dialog.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await expect(
      dialog.getByText('Account created successfully! Please check your email for verification instructions.'),
    ).toBeVisible();
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('');
  });

  await test.step('verify the address with the button behind the mailed link', async () => {
    const link = mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email');
    expect(new URL(link).origin).toBe(stack.baseUrl);
    await page.goto(link);
    await expect(page).not.toHaveURL(/token=/);
    await page.getByRole('button', { name: 'Verify email address' }).click();
    await expect(page.getByText('Your email address is verified.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Login' }).click();
  });

  await test.step('log in', async () => {
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('The email or password is incorrect.')).toBeVisible();
    problems.length = 0; // the browser logs the expected 401
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await expect(page.getByText('Free', { exact: true })).toBeVisible();
  });

  await test.step('buy Starter', async () => {
    await page.getByRole('link', { name: 'Upgrade to Premium' }).click();
    await page.getByRole('link', { name: 'Buy Starter' }).filter({ visible: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Complete Your Purchase' });
    await expect(dialog.getByText('Ready to proceed')).toBeVisible();
    await dialog.getByRole('link', { name: 'Proceed to Purchase' }).click();
    await expect(page.getByText('Local emulator: no money moves')).toBeVisible();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL(/\/billing\/return\?session_id=cs_test_/);
    await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  });

  const key = await test.step('read plan and key on the dashboard', async () => {
    await expect(page.getByText('Premium access (small)')).toBeVisible();
    await expect(page.getByText('active', { exact: true })).toBeVisible();
    const config = await page.getByText('encryption_key').first().innerText();
    const found = /encryption_key = "([a-z0-9]{52})"/.exec(config)?.[1] ?? '';
    await expect(page.getByText(`${found.slice(0, 16)}…`)).toBeVisible();
    return found;
  });

  await test.step('find the key pair at the storage host', async () => {
    await endQuietMinute();
    const map = await page.request.get('/api/storage/keys', {
      headers: { authorization: storageServer.authorization },
    });
    const entries = (await map.json()) as { pubkey: string; privkey: string }[];
    expect(entries.find(({ pubkey }) => pubkey === key)?.privkey).toMatch(/^[a-z0-9]{51}y$/);
  });

  await test.step('log out', async () => {
    const cookies = await context.cookies();
    await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await context.addCookies(cookies);
    expect((await page.request.get('/userstatus')).status(), 'the old cookie is rejected (S23)').toBe(401);
  });

  expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
});
