import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, APPEARANCES, emulate } from '../support/browser/page.ts';

for (const appearance of APPEARANCES) {
  test(`shows the 404 page with a link home for an unknown path (${appearance.name})`, async ({ page }) => {
    await emulate(page, appearance);
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found', level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test(`shows the request id and a link to the plans for an invalid /buy link (${appearance.name})`, async ({
    page,
  }) => {
    await emulate(page, appearance);
    const answer = await page.goto('/buy?micro=1&small=1');
    expect(answer?.status()).toBe(400);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(answer?.headers()['x-request-id'] ?? 'no request id')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the plans' }).click();
    await expect(page).toHaveURL(/\/pricing$/);
  });
}

test('shows an error page when rendering fails, and recovers with "Try again"', async ({ page }) => {
  await page.goto('/login');
  await page.route('/login/email', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '40' }, json: {} }),
  );
  const ceil = await page.evaluateHandle(() => Math.ceil); // rendering the text of a 429 calls it
  await page.evaluate(() => {
    Math.ceil = () => {
      throw new Error('made by a test');
    };
  });
  await page.getByLabel('Email', { exact: true }).fill('somebody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible();
  await ceil.evaluate((original) => {
    Math.ceil = original;
  });
  await expect(page.getByRole('banner')).toBeVisible();
  for (const appearance of APPEARANCES) {
    await emulate(page, appearance);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Access Premium' })).toBeVisible();
});
