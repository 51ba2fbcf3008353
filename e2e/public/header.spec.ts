import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const LINKS = ['Features', 'Open Source', 'Pricing', 'Testimonials', 'Documentation'];
const PHONE = { width: 360, height: 740 };
const banner = (page: Page) => page.getByRole('banner');
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

for (const appearance of APPEARANCES) {
  test(`shows the navigation links, Login and Get Started (${appearance.name})`, async ({ page }) => {
    const problems = collectErrors(page);
    await emulate(page, appearance);
    await page.goto('/');
    const isPhone = appearance.width < 1024;
    if (isPhone) await banner(page).getByRole('button', { name: 'Open menu' }).click();
    const place = isPhone ? menu(page) : banner(page);
    for (const name of LINKS) await expect(place.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(place.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', /^https:/);
    await expect(place.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(place.getByRole('link', { name: 'Get Started' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });
}

test('keeps each link in its place while the rest of the header arrives (P2)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 740 });
  await page.goto('/pricing');
  const lefts = await banner(page).evaluate((header) => {
    const links = [...header.querySelectorAll('nav[aria-label="Main"] a')];
    const whole = links.map((link) => link.getBoundingClientRect().left);
    const inPieces = links.toReversed().map((link) => {
      for (let part = link; part !== header; part = part.parentElement ?? header)
        while (part.nextElementSibling) part.nextElementSibling.remove();
      return link.getBoundingClientRect().left;
    });
    return { whole, inPieces: inPieces.reverse() };
  });
  expect(lefts.whole).toHaveLength(LINKS.length);
  expect(lefts.inPieces).toEqual(lefts.whole);
});

test('turns solid beyond 10 px of scrolling, and transparent again at the top', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Login' }).first().waitFor();
  const background = () => banner(page).evaluate((element) => getComputedStyle(element).backgroundColor);
  const clear = 'rgba(0, 0, 0, 0)';
  await page.evaluate(() => window.scrollTo({ top: 10, behavior: 'instant' }));
  await expect.poll(background).toBe(clear);
  await page.evaluate(() => window.scrollTo({ top: 11, behavior: 'instant' }));
  await expect.poll(background).not.toBe(clear);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(background).toBe(clear);
});

test('scrolls to the section of each in-page link', async ({ page }) => {
  await page.goto('/');
  for (const [name, id] of [
    ['Features', 'features'],
    ['Open Source', 'opensource'],
    ['Pricing', 'pricing'],
    ['Testimonials', 'testimonials'],
  ] as const) {
    await banner(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`/#${id}`);
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
});

test.describe('login state', () => {
  test('shows a skeleton until the state is known, then Login', async ({ page }) => {
    const answer = Promise.withResolvers<null>();
    await page.route('**/userstatus', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto('/');
    await expect(banner(page).locator('.skeleton').filter({ visible: true })).toHaveCount(1);
    await expect(banner(page).getByRole('link', { name: 'Login' })).toHaveCount(0);
    answer.resolve(null);
    await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(banner(page).locator('.skeleton')).toHaveCount(0);
  });

  test('shows Dashboard and Logout to a logged-in user', async ({ page, asSubscriber }) => {
    await asSubscriber();
    await page.goto('/');
    await expect(banner(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    await expect(banner(page).getByRole('link', { name: 'Logout' })).toBeVisible();
    await expect(banner(page).getByRole('link', { name: 'Login' })).toHaveCount(0);
  });

  test('treats a 401 as logged out', async ({ page }) => {
    await page.route('**/userstatus', (route) => route.fulfill({ status: 401, json: { error: 'Please log in.' } }));
    await page.goto('/');
    await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible();
  });

  test('treats any other failure as logged out and reports it in the console', async ({ page }) => {
    const problems = collectErrors(page);
    await page.route('**/userstatus', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.goto('/');
    await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible();
    expect(problems.join('\n')).toContain('userstatus failed');
    expect(problems.join('\n')).toContain('HTTP 500: Internal Server Error');
  });

  test('causes no console error for a visitor (P1)', async ({ page }) => {
    const problems = collectErrors(page);
    const answered = page.waitForResponse('**/userstatus');
    await page.goto('/');
    expect((await answered).status()).toBe(200);
    await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('opens the Sign Up tab from Get Started and the Login tab from Login', async ({ page }) => {
    await page.goto('/');
    for (const [link, tab] of [
      ['Get Started', 'Sign Up'],
      ['Login', 'Login'],
    ] as const) {
      const opener = banner(page).getByRole('link', { name: link });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Access Premium' });
      await expect(dialog.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });

  test('redirects home after Logout even if the request fails', async ({ page, asSubscriber }) => {
    await asSubscriber();
    await page.route('**/logout', (route) => route.abort());
    await page.goto('/pricing');
    await banner(page).getByRole('link', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${stack.baseUrl}/`);
  });

  for (const appearance of APPEARANCES)
    test(`reports a failed logout once and stays logged in (${appearance.name})`, async ({ page, asSubscriber }) => {
      await asSubscriber();
      await emulate(page, appearance);
      await page.goto('/dashboard');
      const notice = page
        .getByRole('alert')
        .filter({ hasText: 'The logout did not work: you may still be logged in.' });
      await page.route('**/logout', (route) => route.fulfill({ status: 503, json: {} }));
      await page.getByRole('main').getByRole('link', { name: 'Logout' }).click();
      await expect(page).toHaveURL(`${stack.baseUrl}/`);
      await expect(notice).toBeVisible();
      if (appearance.width >= 1024) await expect(banner(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.unroute('**/logout');
      await page.reload();
      await expect(notice).toHaveCount(0);

      await page.goto('/dashboard');
      await page.getByRole('main').getByRole('link', { name: 'Logout' }).click();
      await expect(page).toHaveURL(`${stack.baseUrl}/`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(notice).toHaveCount(0);
    });
});

test.describe('menu on small screens', () => {
  test.use({ viewport: PHONE });

  test('opens with its button and closes with a button, Escape, the scrim or a link', async ({ page }) => {
    await page.goto('/');
    const opener = page.getByRole('button', { name: 'Open menu' });
    const open = async () => {
      await opener.click();
      await expect(menu(page)).toBeVisible();
    };
    await open();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu(page)).toBeHidden();
    await expect(opener).toBeFocused();
    await open();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(opener).toBeFocused();
    await open();
    await page.mouse.click(180, 720);
    await expect(menu(page)).toBeHidden();
    await open();
    await menu(page).getByRole('link', { name: 'Pricing' }).click();
    await expect(menu(page)).toBeHidden();
    await expect(page).toHaveURL('/#pricing');
    await expect(page.locator('#pricing')).toBeInViewport();
  });

  test('traps the focus in both directions', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Login', includeHidden: true }).first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Open menu' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused();
    const stops = 1 + LINKS.length + 2;
    for (let step = 0; step < stops; step++) {
      await expect(menu(page).locator(':focus'), `after ${step} tabs`).toHaveCount(1);
      await page.keyboard.press('Tab');
    }
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(menu(page).getByRole('link', { name: 'Get Started' })).toBeFocused();
  });

  test('closes when it opens Sign Up', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu(page).getByRole('link', { name: 'Get Started' }).click();
    const dialog = page.getByRole('dialog', { name: 'Access Premium' });
    await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused();
    await expect(menu(page)).toBeHidden();
  });

  test('closes when the screen becomes wide, and leaves the page usable', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await banner(page).getByRole('link', { name: 'Features' }).click();
    await expect(page).toHaveURL('/#features');
  });
});

test('shows the menu as links, with Login and Get Started, without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.baseUrl, viewport: PHONE });
  const page = await context.newPage();
  await page.goto('/');
  for (const name of [...LINKS, 'Login', 'Get Started'])
    await expect(banner(page).getByRole('link', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  await expectNoSidewaysScroll(page);
  await context.close();
});
