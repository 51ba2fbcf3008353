import { expect, test } from '../fixtures.ts';

const NAMES = ['80% of the daily limit', 'Daily limit reached', 'No more requests'];

test('shows usage alerts as on, switches one off by keyboard, and keeps the choice', async ({ page, asSubscriber }) => {
  await asSubscriber();
  await page.goto('/account');
  const part = page.getByRole('region', { name: 'Usage alerts' });
  for (const name of NAMES) await expect(part.getByRole('switch', { name })).toBeChecked();
  await part.getByRole('switch', { name: 'No more requests' }).press('Space');
  await expect(page.getByText('Usage alerts saved.')).toBeVisible();
  await expect(part.getByRole('switch', { name: 'No more requests' })).not.toBeChecked();
  await page.reload();
  await expect(part.getByRole('switch', { name: 'No more requests' })).not.toBeChecked();
  await expect(part.getByRole('switch', { name: 'Daily limit reached' })).toBeChecked();
});
