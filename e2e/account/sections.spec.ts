import { expect, test } from '../fixtures.ts';

for (const width of [1440, 360])
  test(`marks the section of the account page that is in view (${width} px)`, async ({ page, asSubscriber }) => {
    await page.setViewportSize({ width, height: 740 });
    await asSubscriber();
    await page.goto('/account');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const current = contents.locator('[aria-current]');
    await expect(current).toHaveText('Login');
    await contents.getByRole('link', { name: 'Delete account' }).click();
    await expect(current).toHaveText('Delete account');
    await expect(current).toBeInViewport();
    await contents.getByRole('link', { name: 'Usage alerts' }).click();
    await expect(current).toHaveText('Usage alerts');
    await expect(page.getByRole('heading', { name: 'Usage alerts' })).toBeInViewport();
    await page.getByRole('heading', { name: 'Passkeys' }).evaluate((heading) => heading.scrollIntoView());
    await expect(current).toHaveText('Passkeys');
  });

test('marks the last section at the end of the page', async ({ page, asSubscriber }) => {
  await page.setViewportSize({ width: 1440, height: 1200 });
  await asSubscriber();
  await page.goto('/account');
  const current = page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]');
  await expect(current).toHaveText('Login');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(current).toHaveText('Delete account');
});
