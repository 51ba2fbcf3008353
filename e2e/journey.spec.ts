import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { countedActions } from './support/browser/counted.ts';
import { collectErrors } from './support/browser/page.ts';
import { endQuietMinute } from './support/key-map.ts';
import { stack } from './support/stacks/stack.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
/** The fields of Stripe's card form are not counted: the emulator has no card form. */
const [MOST_CLICKS, MOST_FIELDS] = [10, 3];

test('takes a visitor from the home page to a complete configuration in at most 10 clicks and 3 fields', async ({
  page,
  context,
  mailbox,
  storageServer,
}) => {
  const problems = collectErrors(page);
  const email = `journey-${randomUUID()}@example.com`;
  const { counted, click, fill } = countedActions();

  await test.step('chooses a plan and signs up', async () => {
    await page.goto('/');
    await click(page.getByRole('link', { name: 'Buy Starter' }).filter({ visible: true }));
    const purchase = page.getByRole('dialog', { name: 'Complete Your Purchase' });
    await click(purchase.getByRole('button', { name: 'Create Account & Purchase' }));
    const dialog = page.getByRole('dialog', { name: 'Access Premium' });
    await expect(dialog.getByText('Your plan: Starter, £25 a month plus VAT.')).toBeVisible();
    await fill(dialog.getByLabel('Email', { exact: true }), email);
    await fill(dialog.getByLabel('Password', { exact: true }), PASSWORD);
    await expect(dialog.getByText('Password meets all requirements!')).toBeVisible();
    await fill(dialog.getByLabel('Confirm password', { exact: true }), PASSWORD);
    await click(dialog.getByRole('button', { name: 'Create Account' }));
    const mailed = page.getByRole('dialog', { name: 'Check your email' });
    await expect(
      mailed.getByText('Account created successfully! Please check your email for verification instructions.'),
    ).toBeVisible();
    await expect(mailed.getByText(email)).toBeVisible();
    await expect(mailed.getByLabel('Email', { exact: true })).toHaveValue('');
  });

  await test.step('verifies the address with the button behind the mailed link', async () => {
    const link = mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email');
    expect(new URL(link).origin).toBe(stack.baseUrl);
    counted.clicks++; // the link in the email
    await page.goto(link);
    await expect(page).not.toHaveURL(/token=/);
    await click(page.getByRole('button', { name: 'Verify email address' }));
    await page.getByText('Your email address is verified.').waitFor(); // shown for a second
  });

  await test.step('pays without another login', async () => {
    await click(page.getByRole('radio', { name: /^For a company/ }));
    await click(page.getByRole('button', { name: 'Proceed to Purchase' }));
    await expect(page.getByText('Local emulator: no money moves')).toBeVisible();
    await click(page.getByRole('button', { name: 'Pay', exact: true }));
    await expect(page).toHaveURL(/\/start\?paid=1/);
    await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
  });

  const key = await test.step('copies one command that installs both files', async () => {
    const main = page.getByRole('main');
    await expect(main.getByText('£30.00 paid, VAT included.')).toBeVisible();
    await expect(main.getByText('Waiting for the first request.').filter({ visible: true })).not.toHaveCount(0);
    const block = await main.getByRole('region', { name: 'Connect Debian, Ubuntu' }).innerText();
    await click(main.getByRole('button', { name: 'Copy command: Connect Debian, Ubuntu' }));
    expect(block).toContain('/etc/rspamd/local.d/fuzzy_group.conf');
    return /encryption_key = "([a-z0-9]{52})"/.exec(block)?.[1] ?? '';
  });
  expect(counted.clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expect(counted.fields).toBeLessThanOrEqual(MOST_FIELDS);

  await test.step('shows plan and key on the dashboard', async () => {
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await expect(page.getByText('Starter', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(`${key.slice(0, 16)}…`)).toBeVisible();
  });

  await test.step('delivers the key pair to the storage host', async () => {
    await endQuietMinute();
    const map = await page.request.get('/api/storage/keys', {
      headers: { authorization: storageServer.authorization },
    });
    const entries = (await map.json()) as { pubkey: string; privkey: string }[];
    expect(entries.find(({ pubkey }) => pubkey === key)?.privkey).toMatch(/^[a-z0-9]{51}y$/);
  });

  await test.step('logs out', async () => {
    const cookies = await context.cookies();
    await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await context.addCookies(cookies);
    expect((await page.request.get('/userstatus')).status(), 'the old cookie is rejected (S23)').toBe(401);
    await context.clearCookies();
  });

  await test.step('logs in with the password', async () => {
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('The email or password is incorrect.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('Login successful! Redirecting...').waitFor(); // shown for a second
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
});
