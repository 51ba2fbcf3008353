import { LOCAL_SITE, SALES_URL } from '#lib/site-environment.ts';
import { site } from '#lib/site.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const POLICIES = ['Privacy', 'Terms', 'Cookies'];

test('shows three columns of links and the project’s social links', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  for (const column of ['Product', 'Resources', 'Company'])
    await expect(footer.getByRole('navigation', { name: column }).getByRole('link')).not.toHaveCount(0);
  for (const { name, href } of site.links.social)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
});

for (const { link, id, leadsTo } of [
  { link: 'Commercial', id: 'commercial', leadsTo: SALES_URL },
  { link: 'Contact', id: 'contact', leadsTo: `mailto:${LOCAL_SITE.SUPPORT_MAIL}` },
])
  test(`${link} scrolls to its part of the footer`, async ({ page }) => {
    await page.goto('/pricing');
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/pricing#${id}$`));
    const target = footer.locator(`#${id}`);
    await expect(target).toBeInViewport();
    await expect(target.getByRole('link')).toHaveAttribute('href', leadsTo);
  });

test('opens and closes each policy by keyboard and returns the focus to its button', async ({ page }) => {
  const problems = collectErrors(page);
  await page.goto('/pricing');
  for (const name of POLICIES) {
    const button = page.getByRole('contentinfo').getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByRole('heading', { name, level: 2 })).toBeVisible();
    await expect(dialog.getByText('Last changed on')).toBeAttached();
    await expect(page).toHaveURL(/\/pricing$/);
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }
  expect(problems).toEqual([]);
});

test('prefetches a policy’s text on hover', async ({ page }) => {
  await page.goto('/pricing');
  const button = page.getByRole('contentinfo').getByRole('button', { name: 'Terms' });
  const fetched = page.waitForResponse(/\/_next\/static\//);
  await button.hover();
  await fetched;
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Terms' })).toBeVisible();
});

test('opens the policy’s page when its text cannot be fetched', async ({ page }) => {
  await page.goto('/pricing');
  await page.route('**/_next/static/**', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('button', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms\??$/);
  await expect(page.getByRole('heading', { name: 'Terms', level: 1 })).toBeVisible();
});

test('opens the policies’ pages without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.baseUrl });
  const page = await context.newPage();
  for (const name of POLICIES) {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('button', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}\\??$`));
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  await context.close();
});

for (const appearance of APPEARANCES)
  test(`footer and policies pass axe and fit the width (${appearance.name})`, async ({ page }) => {
    await emulate(page, appearance);
    for (const name of POLICIES) {
      await page.goto(`/${name.toLowerCase()}`);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('contentinfo').getByRole('button', { name }).click();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expectAccessible(page);
    }
  });
