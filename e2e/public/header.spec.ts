import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { collectErrors } from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const LINKS = ['Features', 'Open Source', 'Pricing', 'Testimonials', 'Documentation'];
const PHONE = { width: 360, height: 740 };
const banner = (page: Page) => page.getByRole('banner');
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

test('scrolls to the section of each in-page link, and turns solid after 10 px', async ({ page }) => {
  await page.goto('/');
  await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(banner(page).getByRole('link', { name: 'Get Started' })).toBeVisible();
  await expect(banner(page).getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', /^https:/);

  await test.step('turns solid after 10 px, and transparent again at the top', async () => {
    const background = () => banner(page).evaluate((element) => getComputedStyle(element).backgroundColor);
    const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    const clear = 'rgba(0, 0, 0, 0)';
    await scrollTo(10);
    await expect.poll(background).toBe(clear);
    await scrollTo(11);
    await expect.poll(background).not.toBe(clear);
    await scrollTo(0);
    await expect.poll(background).toBe(clear);
  });

  await test.step('scrolls to the sections of in-page links', async () => {
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
});

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

test('goes home after "Logout" even if the logout fails, and reports the failure once', async ({
  page,
  asSubscriber,
}) => {
  const problems = collectErrors(page);
  await asSubscriber();
  const notice = page.getByRole('alert').filter({ hasText: 'Logging out failed. You may still be logged in.' });
  const logOut = async (place: 'banner' | 'main') => {
    await page.getByRole(place).getByRole('link', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${stack.baseUrl}/`);
  };

  await page.goto('/pricing');
  await expect(banner(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(problems).toEqual([]);
  await page.route('**/logout', (route) => route.abort());
  await logOut('banner');
  await expect(notice).toBeVisible();
  await expect(banner(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Dashboard' })).toHaveCount(2);
  await expect(page.getByRole('main').getByRole('link', { name: 'Get Started' })).toHaveCount(0);
  await page.unroute('**/logout');
  await page.reload();
  await expect(notice).toHaveCount(0);

  await page.goto('/dashboard');
  await page.route('**/logout', (route) => route.fulfill({ status: 503, json: {} }));
  await logOut('main');
  await expect(notice).toBeVisible();
  await page.unroute('**/logout');

  await page.goto('/dashboard');
  await logOut('main');
  await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test.describe('menu on small screens', () => {
  test.use({ viewport: PHONE });

  test('opens with its button, traps the focus, and closes in six ways', async ({ page }) => {
    await page.goto('/');
    const opener = page.getByRole('button', { name: 'Open menu' });
    const closer = page.getByRole('button', { name: 'Close menu' });
    const open = async () => {
      await opener.click();
      await expect(menu(page)).toBeVisible();
    };

    await test.step('traps the focus in both directions', async () => {
      await page.getByRole('link', { name: 'Login', includeHidden: true }).first().waitFor({ state: 'attached' });
      await opener.press('Enter');
      await expect(closer).toBeFocused();
      for (const name of [...LINKS, 'Login', 'Get Started'])
        await expect(menu(page).getByRole('link', { name, exact: true })).toBeVisible();
      const stops = 1 + LINKS.length + 2;
      for (let step = 0; step < stops; step++) {
        await expect(menu(page).locator(':focus'), `after ${step} tabs`).toHaveCount(1);
        await page.keyboard.press('Tab');
      }
      await expect(closer).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await expect(menu(page).getByRole('link', { name: 'Get Started' })).toBeFocused();
    });

    await test.step('closes with Escape, its button, the scrim and a link', async () => {
      await page.keyboard.press('Escape');
      await expect(menu(page)).toBeHidden();
      await expect(opener).toBeFocused();
      await open();
      await closer.click();
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

    await test.step('closes when it opens Sign Up', async () => {
      await open();
      await menu(page).getByRole('link', { name: 'Get Started' }).click();
      const dialog = page.getByRole('dialog', { name: 'Access Premium' });
      await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused();
      await expect(menu(page)).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('closes when the screen becomes wide, and leaves the page usable', async () => {
      await open();
      await page.setViewportSize({ width: 1440, height: 900 });
      await banner(page).getByRole('link', { name: 'Features' }).click();
      await expect(page).toHaveURL('/#features');
    });
  });
});
