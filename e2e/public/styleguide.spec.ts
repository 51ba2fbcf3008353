import { expect, test } from '../fixtures.ts';

test('returns 404 for the style guide outside development', async ({ page }) => {
  const answer = await page.goto('/styleguide');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expect(page.getByText('Style guide')).toHaveCount(0);
});
