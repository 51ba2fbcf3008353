import type { Page } from '@playwright/test';
import { DAY, inSeconds } from '#lib/base/time.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors } from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const THEME_COOKIE = 'rspamd_premium_theme';

const DAY_SECONDS = inSeconds(DAY);
const option = (page: Page, name: string) => page.getByRole('group', { name: 'Theme' }).getByLabel(name);
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('follows the system until a theme is chosen by pointer or arrow keys, and again after System is chosen', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/pricing');
  await expect(option(page, 'System')).toBeChecked();
  const light = await ground(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await ground(page);
  expect(dark).not.toBe(light);

  await option(page, 'Light').check();
  await expect.poll(() => ground(page)).toBe(light);
  await page.reload();
  await expect(option(page, 'Light')).toBeChecked();
  expect(await ground(page)).toBe(light);

  await option(page, 'System').check();
  await expect.poll(() => ground(page)).toBe(dark);
  expect((await context.cookies()).filter(({ name }) => name === THEME_COOKIE)).toEqual([]);

  await option(page, 'System').focus();
  await page.keyboard.press('ArrowRight');
  await expect(option(page, 'Light')).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(option(page, 'Dark')).toBeChecked();
});

test('applies the chosen theme before the first paint, and keeps it for 30 days from each page (S85)', async ({
  page,
  context,
}) => {
  const problems = collectErrors(page);
  const soon = Date.now() / 1000 + DAY_SECONDS;
  await page.emulateMedia({ colorScheme: 'light' });
  await context.addCookies([{ name: THEME_COOKIE, value: 'dark', url: stack.baseUrl, expires: soon }]);
  // Records the theme as soon as there is a body to paint.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      Object.assign(window, { themeAtBody: document.documentElement.dataset.theme });
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/', '/login', '/no/such/page']) {
    await page.goto(path);
    expect(await page.evaluate(() => (window as { themeAtBody?: string }).themeAtBody), path).toBe('dark');
  }
  expect(problems.filter((text) => !text.includes('404'))).toEqual([]);
  const cookie = (await context.cookies()).find(({ name }) => name === THEME_COOKIE);
  expect(cookie?.expires).toBeGreaterThan(soon + 28 * DAY_SECONDS);
  expect(cookie?.expires).toBeLessThanOrEqual(Date.now() / 1000 + 30 * DAY_SECONDS);
  expect(cookie).toMatchObject({ value: 'dark', sameSite: 'Lax', path: '/' });

  await context.addCookies([{ name: THEME_COOKIE, value: 'light"onload=alert(1)', url: stack.baseUrl }]);
  await page.goto('/pricing');
  await expect(page.locator('html'), 'an unknown theme').not.toHaveAttribute('data-theme');
});
