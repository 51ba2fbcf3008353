import type { Page, Request } from '@playwright/test';
import { LOCAL_SITE } from '#lib/base/settings/site-environment.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors } from '../support/browser/page.ts';

const opener = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name });
const access = (page: Page) => page.getByRole('dialog', { name: 'Access Premium' });
const policyButton = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Terms' });
const policy = (page: Page) => page.getByRole('dialog', { name: 'Terms' });
/** Tells whether scripts were fetched from now on, all have arrived, and none has followed for a second. */
function watchScripts(page: Page): () => boolean {
  const pending = new Set<Request>();
  let last: number | null = null;
  const isScript = (request: Request) => request.resourceType() === 'script';
  const ended = (request: Request) => {
    if (pending.delete(request)) last = Date.now();
  };
  page.on('request', (request) => isScript(request) && pending.add(request));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return () => !pending.size && last !== null && Date.now() - last > 1000;
}

test('opens Login and Sign Up, keeps the URL, and asks before it discards a changed form', async ({ page }) => {
  const problems = collectErrors(page);
  await page.goto('/pricing');
  for (const [link, tab] of [
    ['Login', 'Login'],
    ['Get Started', 'Sign Up'],
  ] as const)
    await test.step(`opens ${tab} from ${link}, focuses the first field, and returns the focus`, async () => {
      await opener(page, link).click();
      await expect(access(page).getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      await expect(access(page).getByLabel('Email', { exact: true })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(access(page)).toBeHidden();
      await expect(opener(page, link)).toBeFocused();
    });
  await test.step('switches tabs with the arrow keys', async () => {
    await opener(page, 'Login').click();
    await access(page).getByRole('tab', { name: 'Login' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(access(page).getByRole('button', { name: 'Create Account' })).toBeVisible();
  });
  await test.step('asks before it discards a form', async () => {
    const email = access(page).getByLabel('Email', { exact: true });
    await email.fill('half@example');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog').filter({ hasText: /discard what you typed\?/i })).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(email).toHaveValue('half@example');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(access(page)).toBeHidden();
    await expect(opener(page, 'Login')).toBeFocused();
  });
  await expect(page).toHaveURL(/\/pricing$/);
  expect(problems).toEqual([]);
});

test('opens and closes a policy by keyboard, and returns the focus to its button', async ({ page }) => {
  const problems = collectErrors(page);
  await page.goto('/pricing');
  await policyButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(policy(page).getByRole('heading', { name: 'Terms', level: 2 })).toBeVisible();
  await expect(policy(page).getByText(/^Version/)).toBeAttached();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(policy(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(policy(page)).toBeHidden();
  await expect(policyButton(page)).toBeFocused();

  // These links scroll to parts of the footer.
  const footer = page.getByRole('contentinfo');
  for (const { link, id, leadsTo } of [
    { link: 'Commercial', id: 'commercial', leadsTo: LOCAL_SITE.SALES_URL },
    { link: 'Contact', id: 'contact', leadsTo: `mailto:${LOCAL_SITE.SUPPORT_MAIL}` },
  ]) {
    await footer.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/pricing#${id}$`));
    await expect(footer.locator(`#${id}`)).toBeInViewport();
    await expect(footer.locator(`#${id}`).getByRole('link')).toHaveAttribute('href', leadsTo);
  }
  expect(problems).toEqual([]);
});

test('prefetches the code of a dialog on hover, so that it opens even offline', async ({ page }) => {
  await page.goto('/pricing');
  await opener(page, 'Login').waitFor();
  for (const link of [opener(page, 'Login'), policyButton(page)]) {
    const isIdle = watchScripts(page);
    await link.hover();
    await expect.poll(isIdle).toBe(true);
  }
  await page.context().setOffline(true);
  await opener(page, 'Login').click();
  await expect(access(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await policyButton(page).click();
  await expect(policy(page)).toBeVisible();
});

test('follows the opener’s URL when the code of its dialog cannot be fetched', async ({ page }) => {
  for (const [link, url] of [
    [opener(page, 'Login'), /\/login$/],
    [policyButton(page), /\/terms\??$/],
  ] as const) {
    await page.goto('/pricing');
    await link.waitFor();
    await page.route('**/_next/static/**', (route) => route.abort());
    await link.click();
    await expect(page).toHaveURL(url);
    await page.unrouteAll();
  }
});
