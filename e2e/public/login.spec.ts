import type { Page } from '@playwright/test';
import { MINUTE } from '#lib/base/time.ts';
import { expect, test } from '../fixtures.ts';
import { holdScripts, isStyled } from '../support/browser/late-scripts.ts';
import { watchLayoutShifts } from '../support/browser/layout-shifts.ts';
import { stack } from '../support/stacks/stack.ts';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

test('redirects only to this site after a login (S39)', async ({ page }) => {
  await page.clock.install();
  const url = '/login?return_url=https%3A%2F%2Fevil.example%2Fx';
  await page.goto(url);
  await page.route('/login/email', (route) => route.fulfill({ json: { status: 'ok' } }));
  await page.route('**/dashboard', (route) => route.fulfill({ body: 'the dashboard' }));
  await page.getByRole('button', { name: 'Show password' }).waitFor();
  await page.clock.pauseAt(Date.now() + MINUTE);
  await email(page).fill('somebody@example.com');
  await password(page).fill('some password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await page.clock.runFor(900);
  await expect(page).toHaveURL(stack.baseUrl + url);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(`${stack.baseUrl}/dashboard`);
});

for (const width of [360, 1440])
  test(`does not shift when its scripts arrive late, at ${width} px (P14)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const release = await holdScripts(page);
    await page.addInitScript(watchLayoutShifts);
    await page.goto('/login', { waitUntil: 'commit' });
    const home = page.getByRole('link', { name: 'Back to home' });
    await home.waitFor();
    await page.waitForFunction(isStyled);
    const before = await home.boundingBox();
    release();
    await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
    expect(await home.boundingBox()).toEqual(before);
    const shifts = await page.evaluate(() => takeLayoutShifts());
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
  });

test('keeps and sends text that is typed before the scripts arrive', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await email(page).fill('early@example.com');
  await password(page).fill('some password');
  release();
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
  await expect(email(page)).toHaveValue('early@example.com');
  const sent = page.waitForRequest('**/login/email');
  await page.getByRole('button', { name: 'Login' }).click();
  expect((await sent).postDataJSON()).toEqual({ email: 'early@example.com', password: 'some password' });
});

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
