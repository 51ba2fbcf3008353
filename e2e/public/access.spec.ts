import type { Locator, Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { MINUTE } from '#lib/time.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { expect, test } from '../fixtures.ts';
import { watchLayoutShifts } from '../support/browser/layout-shifts.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
const WEAK = 'Password does not meet security requirements. Please use a stronger password.';
const NO_ANSWER = 'The server could not be reached.';

const email = (form: Page | Locator) => form.getByLabel('Email', { exact: true });
const password = (form: Page | Locator) => form.getByLabel('Password', { exact: true });
const confirmation = (form: Page | Locator) => form.getByLabel('Confirm password', { exact: true });

/** Opens the dialog from the header. */
async function openDialog(page: Page, link: 'Login' | 'Get Started' = 'Login') {
  await page.goto('/pricing');
  await page.getByRole('banner').getByRole('link', { name: link }).click();
  return page.getByRole('dialog', { name: 'Access Premium' });
}

async function logIn(form: Page | Locator, address = 'somebody@example.com') {
  await email(form).fill(address);
  await password(form).fill(PASSWORD);
  await form.getByRole('button', { name: 'Login' }).click();
}

async function signUp(form: Page | Locator) {
  await email(form).fill('somebody@example.com');
  await password(form).fill(PASSWORD);
  await confirmation(form).fill(PASSWORD);
  await form.getByRole('button', { name: 'Create Account' }).click();
}

type Reply = { status: number; headers?: Record<string, string>; json: unknown };

/** Mocks the answer of an endpoint. Null aborts the request. */
const answer = (page: Page, call: string, reply: Reply | null) =>
  page.route(call, (route) => (reply ? route.fulfill(reply) : route.abort()));

test.describe('the dialog', () => {
  for (const [link, tab] of [
    ['Login', 'Login'],
    ['Get Started', 'Sign Up'],
  ] as const)
    test(`opens ${tab} from ${link}, focuses the first field and returns the focus on Escape`, async ({ page }) => {
      const problems = collectErrors(page);
      const dialog = await openDialog(page, link);
      await expect(dialog.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      await expect(email(dialog)).toBeFocused();
      await expect(page).toHaveURL(/\/pricing$/);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('banner').getByRole('link', { name: link })).toBeFocused();
      expect(problems).toEqual([]);
    });

  test('switches tabs with the arrow keys and keeps the URL', async ({ page }) => {
    const dialog = await openDialog(page);
    await dialog.getByRole('tab', { name: 'Login' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('button', { name: 'Create Account' })).toBeVisible();
    await expect(page).toHaveURL(/\/pricing$/);
  });

  test('asks before it discards a changed form', async ({ page }) => {
    const dialog = await openDialog(page);
    await email(dialog).fill('half@example');
    await page.keyboard.press('Escape');
    await expect(
      page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .filter({ hasText: /discard what you typed\?/i }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(email(dialog)).toHaveValue('half@example');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeFocused();
  });

  test('prefetches its code on hover, so that it opens even offline', async ({ page }) => {
    await page.goto('/pricing');
    const link = page.getByRole('banner').getByRole('link', { name: 'Login' });
    await link.waitFor();
    const fetched = page.waitForResponse(/\/_next\/static\/.*\.js/);
    await link.hover();
    await (await fetched).finished();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await link.click();
    await expect(page.getByRole('dialog', { name: 'Access Premium' })).toBeVisible();
  });

  test('follows the link when its code cannot be fetched', async ({ page }) => {
    await page.goto('/pricing');
    const link = page.getByRole('banner').getByRole('link', { name: 'Login' });
    await link.waitFor();
    await page.route('**/_next/static/**', (route) => route.abort());
    await link.click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('keeps the plan when opened from the purchase dialog, and returns the focus to its button', async ({ page }) => {
    await page.goto('/pricing');
    const buy = page.getByRole('link', { name: 'Buy Starter' }).filter({ visible: true });
    await buy.click();
    await page.getByRole('button', { name: 'Login & Purchase' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName('Access Premium');
    await expect(email(dialog)).toBeFocused();
    await expect(dialog.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('href', /return_url=%2Fbuy%3F/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(buy).toBeFocused();
  });
});

test.describe('login', () => {
  for (const { says, reply, shows } of [
    {
      says: 'an error text',
      reply: refusal(401, 'The email or password is incorrect.'),
      shows: 'The email or password is incorrect.',
    },
    {
      says: 'an error text with 451',
      reply: refusal(403, 'Error 451'),
      shows: 'Please verify your email address before logging in.',
    },
    {
      says: 'an error text with "verify"',
      reply: refusal(403, 'You must verify first'),
      shows: 'Please verify your email address before logging in.',
    },
    { says: 'an error without a text', reply: { status: 500, json: {} }, shows: 'HTTP 500: Internal Server Error' },
    { says: 'a failed request', reply: null, shows: 'Login failed. Please try again.' },
  ])
    test(`shows “${shows}” for ${says} and keeps the email`, async ({ page }) => {
      const dialog = await openDialog(page);
      await answer(page, '/login/email', reply);
      await logIn(dialog);
      await expect(dialog.getByRole('alert')).toContainText(shows);
      if (!reply) await expect(dialog.getByRole('alert')).toContainText(NO_ANSWER);
      await expect(email(dialog)).toHaveValue('somebody@example.com');
    });

  test('reports a success response that is not JSON', async ({ page }) => {
    const dialog = await openDialog(page);
    await page.route('/login/email', (route) => route.fulfill({ status: 200, body: '<p>ok</p>' }));
    await logIn(dialog);
    await expect(dialog.getByRole('alert')).toContainText('Invalid JSON response from server');
  });

  for (const { query, leadsTo } of [
    { query: '', leadsTo: '/dashboard' },
    { query: '?return_url=%2Fpricing%3Fperiod%3Dyearly', leadsTo: '/pricing?period=yearly' },
    { query: '?return_url=https%3A%2F%2Fevil.example%2Fx', leadsTo: '/dashboard' },
    { query: '?return_url=%2F%2Fevil.example%2Fx', leadsTo: '/dashboard' },
  ])
    test(`shows success on /login${query} and redirects to ${leadsTo} after 1 s (S39)`, async ({ page }) => {
      await page.clock.install();
      await page.goto(`/login${query}`);
      await answer(page, '/login/email', { status: 200, json: { status: 'ok' } });
      await page.route(new RegExp(`^${stack.baseUrl}/dashboard$`), (route) => route.fulfill({ body: 'the dashboard' }));
      await page.getByRole('button', { name: 'Show password' }).waitFor();
      await page.clock.pauseAt(Date.now() + MINUTE);
      await logIn(page);
      await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
      await page.clock.runFor(900);
      await expect(page).toHaveURL(`${stack.baseUrl}/login${query}`);
      await page.clock.runFor(200);
      await expect(page).toHaveURL(stack.baseUrl + leadsTo);
    });

  test('asks for the email before a password reset, and reports success and failure', async ({ page }) => {
    const dialog = await openDialog(page);
    const forgot = dialog.getByRole('button', { name: 'Forgot your password?' });
    await forgot.click();
    await expect(dialog.getByText('Please enter your email address first.')).toBeVisible();
    await expect(email(dialog)).toBeFocused();
    await email(dialog).fill(`nobody-${crypto.randomUUID()}@example.com`);
    await forgot.click();
    await expect(dialog.getByText('Password reset email sent! Please check your inbox.')).toBeVisible();
    await answer(page, '/forgot/email', refusal(503, 'The service is not available right now.'));
    await forgot.click();
    await expect(dialog.getByText('Failed to send reset email.')).toBeVisible();
  });

  test('shows one message at a time and clears it once it no longer applies', async ({ page }) => {
    const dialog = await openDialog(page);
    const forgot = dialog.getByRole('button', { name: 'Forgot your password?' });
    const messages = dialog.locator('[role=alert], [role=status]').filter({ hasText: /./ });
    const needsEmail = 'Please enter your email address first.';

    await forgot.click();
    await expect(messages).toHaveText([needsEmail]);
    await email(dialog).pressSequentially('s');
    await expect(messages).toHaveCount(0);

    await answer(page, '/login/email', refusal(401, 'The email or password is incorrect.'));
    await logIn(dialog);
    await expect(messages).toHaveText(['The email or password is incorrect.']);
    await forgot.click();
    await expect(messages).toHaveText(['Password reset email sent! Please check your inbox.']);
    await logIn(dialog);
    await expect(messages).toHaveText(['The email or password is incorrect.']);
    await email(dialog).fill('');
    await forgot.click();
    await expect(messages).toHaveText([needsEmail]);
    await email(dialog).fill('somebody@example.com');
    await expect(messages).toHaveCount(0);

    await page.unroute('/login/email');
    await answer(page, '/login/email', { status: 200, json: { status: 'ok' } });
    await email(dialog).fill('');
    await forgot.click();
    await expect(messages).toHaveText([needsEmail]);
    await page.route('**/dashboard', () => undefined);
    await logIn(dialog);
    await expect(messages).toHaveText(['Login successful! Redirecting...']);
  });

  for (const width of [360, 1440])
    test(`does not shift when its scripts arrive late, at ${width} px (P14)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const arrival = Promise.withResolvers<null>();
      await page.route('**/_next/static/**/*.js', (route) => arrival.promise.then(() => route.continue()));
      await page.addInitScript(watchLayoutShifts);
      await page.goto('/login', { waitUntil: 'commit' });
      const [passkey, home] = [
        page.getByRole('button', { name: 'Log in with a passkey' }),
        page.getByRole('link', { name: 'Back to home' }),
      ];
      const before = await home.boundingBox();
      arrival.resolve(null);
      await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
      await expect(passkey).toBeVisible();
      expect(await home.boundingBox()).toEqual(before);
      const shifts = await page.evaluate(() => takeLayoutShifts());
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
    });

  test('shows and hides the password', async ({ page }) => {
    const dialog = await openDialog(page);
    await password(dialog).fill(PASSWORD);
    await expect(password(dialog)).toHaveAttribute('type', 'password');
    const toggle = dialog.getByRole('button', { name: 'Show password' });
    await toggle.click();
    await expect(password(dialog)).toHaveAttribute('type', 'text');
    await toggle.click();
    await expect(password(dialog)).toHaveAttribute('type', 'password');
  });
});

test.describe('sign-up', () => {
  test('checks each password rule while typing', async ({ page }) => {
    const dialog = await openDialog(page, 'Get Started');
    const met = dialog.getByRole('listitem').filter({ hasText: '(met)' });
    const allGood = dialog.getByText('Password meets all requirements!');
    for (const [typed, rules] of [
      ['', []],
      ['UPPER', ['Uppercase letters']],
      ['lower', ['Lowercase letters']],
      ['12345', ['Digits']],
      ['-_.!?', ['Punctuation']],
      ['twelve chars', ['At least 12 characters', 'Lowercase letters', 'Punctuation']],
      ['Short-1', ['At least 3 of these 4:', 'Uppercase letters', 'Lowercase letters', 'Digits', 'Punctuation']],
    ] as const) {
      await password(dialog).fill(typed);
      await expect(met).toHaveText(rules.map((rule) => new RegExp(`^${rule}`)));
      await expect(allGood).toBeHidden();
    }
    await password(dialog).fill('Longer-password');
    await expect(allGood).toBeVisible();
  });

  test('lists the rule that only the server can check, without a verdict (S6)', async ({ page }) => {
    const dialog = await openDialog(page, 'Get Started');
    const rule = dialog.getByRole('listitem').filter({ hasText: 'Not a common password (checked when you submit)' });
    for (const typed of ['', 'short', 'Password1234!']) {
      await password(dialog).fill(typed);
      await expect(rule).toBeVisible();
      await expect(rule).not.toContainText('met)');
    }
    await expect(dialog.getByText('Password meets all requirements!')).toBeVisible();
  });

  test('refuses passwords that do not match', async ({ page }) => {
    const dialog = await openDialog(page, 'Get Started');
    await email(dialog).fill('somebody@example.com');
    await password(dialog).fill(PASSWORD);
    await confirmation(dialog).fill(`${PASSWORD}x`);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await expect(dialog.getByText('Passwords do not match.')).toBeVisible();
  });

  for (const { says, reply, shows } of [
    { says: 'an error text', reply: refusal(429, 'Too many attempts.'), shows: 'Too many attempts.' },
    { says: 'an error text with 403', reply: refusal(422, 'Rule 403'), shows: WEAK },
    { says: 'an error text with "password"', reply: refusal(422, 'The Password is too common.'), shows: WEAK },
    { says: 'a 403 without a text', reply: { status: 403, json: {} }, shows: WEAK },
    { says: 'a failed request', reply: null, shows: 'Signup failed. Please try again.' },
  ])
    test(`shows “${shows}” for ${says}`, async ({ page }) => {
      const dialog = await openDialog(page, 'Get Started');
      await answer(page, '/signup/email', reply);
      await signUp(dialog);
      await expect(dialog.getByRole('alert')).toContainText(shows);
      if (!reply) await expect(dialog.getByRole('alert')).toContainText(NO_ANSWER);
    });

  test('counts down the Retry-After of a 429', async ({ page }) => {
    await page.clock.install();
    const dialog = await openDialog(page, 'Get Started');
    await answer(page, '/signup/email', {
      status: 429,
      headers: { 'retry-after': '40' },
      json: { error: 'Too many.' },
    });
    await signUp(dialog);
    await expect(dialog.getByText('You can try again in 40 s.', { exact: true })).toBeVisible();
    await page.clock.runFor(15_000);
    await expect(dialog.getByText('You can try again in 25 s.', { exact: true })).toBeVisible();
    await page.clock.runFor(25_000);
    await expect(dialog.getByText('You can try again now.', { exact: true })).toBeVisible();
  });

  test('shows success and clears the form, so that it closes without a question', async ({ page }) => {
    const dialog = await openDialog(page, 'Get Started');
    await answer(page, '/signup/email', { status: 200, json: { status: 'ok' } });
    await signUp(dialog);
    const text = 'Account created successfully! Please check your email for verification instructions.';
    await expect(dialog.getByText(text)).toBeVisible();
    for (const field of [email(dialog), password(dialog), confirmation(dialog)]) await expect(field).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

test.describe('/login', () => {
  test('keeps the tab in the URL across a reload, and links home', async ({ page }) => {
    await page.goto('/login?return_url=%2Fpricing');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(/\/login\?tab=signup&return_url=%2Fpricing$/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL(`${stack.baseUrl}/`);
  });

  test('lets a logged-in user continue, log out or log in as another user', async ({ page, asSubscriber }) => {
    const person = await asSubscriber();
    await page.goto('/login');
    const main = page.getByRole('main');
    await expect(main.getByRole('status').filter({ hasText: person.email })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    await expect(main.getByRole('button', { name: 'Login' })).toBeVisible();
    await page.goto('/login?return_url=%2Fpricing');
    await expect(main.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/pricing');
    await main.getByRole('link', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${stack.baseUrl}/`);
    expect((await page.request.get('/userstatus')).status()).toBe(401);
  });

  test('keeps and sends what is typed before the scripts arrive', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/_next/static/**/*.js*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await email(page).fill('early@example.com');
    await password(page).fill(PASSWORD);
    release();
    await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
    await expect(email(page)).toHaveValue('early@example.com');
    const sent = page.waitForRequest('**/login/email');
    await page.getByRole('button', { name: 'Login' }).click();
    expect((await sent).postDataJSON()).toEqual({ email: 'early@example.com', password: PASSWORD });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('switches tabs by links and shows the result of each form', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page.getByText('Failed to send reset email.')).toBeVisible();
    await email(page).fill(`nobody-${crypto.randomUUID()}@example.com`);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page.getByText('Password reset email sent! Please check your inbox.')).toBeVisible();

    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(/tab=signup/);
    await email(page).fill(`plain-${crypto.randomUUID()}@example.com`);
    await password(page).fill(PASSWORD);
    await confirmation(page).fill(`${PASSWORD}x`);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    await email(page).fill(`plain-${crypto.randomUUID()}@example.com`);
    await password(page).fill(PASSWORD);
    await confirmation(page).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Account created successfully!')).toBeVisible();
  });

  test('resends the verification email for an unverified address', async ({ page, mailbox }) => {
    const address = `waiting-${crypto.randomUUID()}@example.com`;
    await createUserRow(db(), { email: address, emailVerifiedAt: null, passwordHash: await hashPassword(PASSWORD) });
    await page.goto('/login');
    await logIn(page, address);
    await expect(page.getByText('Please verify your email address before logging in.')).toBeVisible();
    await email(page).fill(address);
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(page.getByText('a new email is on its way')).toBeVisible();
    await page.goto(mailbox.linkIn(await mailbox.receive(address, 'Verify your email address'), '/verify-email'));
    await page.getByRole('button', { name: 'Verify email address' }).click();
    await expect(page.getByText('Your email address is verified.')).toBeVisible();
  });

  test('offers a new email for an invalid verification link', async ({ page }) => {
    await page.goto('/verify-email?email=nobody%40example.com&token=0123456789');
    await page.getByRole('button', { name: 'Verify email address' }).click();
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(page.getByText('a new email is on its way')).toBeVisible();
  });
});

for (const appearance of APPEARANCES)
  test(`login and sign-up pass axe and fit the width in every state (${appearance.name})`, async ({ page }) => {
    await emulate(page, appearance);
    await answer(page, '/login/email', refusal(403, 'verify', 'email_not_verified'));
    await answer(page, '/forgot/email', { status: 200, json: { status: 'ok' } });
    await page.goto('/login');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Please enter your password.')).toBeVisible();
    await expectAccessible(page);
    await logIn(page);
    await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeVisible();
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page.getByText('Password reset email sent!')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await password(page).fill('Half-way');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto('/');
    await page.locator('[data-dialog=signup]').filter({ visible: true }).first().click();
    await expect(page.getByRole('dialog', { name: 'Access Premium' })).toBeVisible();
    await expectAccessible(page);
  });

function refusal(status: number, error: string, code = 'unknown') {
  return { status, json: { error, code, request_id: 'of-the-test' } };
}
