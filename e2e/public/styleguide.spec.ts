import { expect, test } from '../fixtures.ts';

test('the style guide exists in development only', async ({ page }) => {
  const answer = await page.goto('/styleguide');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expect(page.getByText('Style guide')).toHaveCount(0);
});
