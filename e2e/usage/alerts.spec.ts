import { expect, test } from '../fixtures.ts';
import { expectAccessible, APPEARANCES, emulate } from '../support/browser/page.ts';
import { BROKEN } from './support.ts';

const NAMES = ['80 % of the daily limit', 'Daily limit reached', 'No more requests'];

test('shows usage alerts as on, switches them by keyboard, and keeps the choice', async ({ page, asSubscriber }) => {
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

test('leaves a switch as it was when it cannot be saved, and says why', async ({ page, asSubscriber }) => {
  await asSubscriber();
  await page.goto('/account');
  const first = page.getByRole('switch', { name: '80 % of the daily limit' });
  await first.waitFor();
  await page.route('**/account/api/usage-alerts', (route) => route.fulfill(BROKEN));
  await first.click();
  await expect(page.getByText('Usage alerts could not be saved. Something went wrong.')).toBeVisible();
  await expect(first).toBeChecked();
  await page.reload();
  await expect(page.getByText('Failed to load your usage alerts. Something went wrong.')).toBeVisible();
});

for (const appearance of APPEARANCES)
  test(`has accessible switches (${appearance.name})`, async ({ page, asSubscriber }) => {
    await emulate(page, appearance);
    await asSubscriber();
    await page.goto('/account');
    await page.getByRole('switch', { name: 'No more requests' }).waitFor();
    await expectAccessible(page);
  });
