import { db } from '#lib/base/db/db.ts';
import { createKeyRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors } from '../support/browser/page.ts';

test('offers the plans to a user without one, and marks the one that fits', async ({ page, asSubscriber }) => {
  const problems = collectErrors(page);
  const { id } = await asSubscriber();
  await page.goto('/dashboard');
  const plans = page.getByRole('region', { name: 'Choose a plan' });
  await plans.getByLabel('Emails a day').fill('45000');
  await expect(plans.getByText('Scale fits: 100,000 emails a day')).toBeVisible();
  await plans.getByRole('radio', { name: 'Yearly' }).check();
  await plans.getByRole('link', { name: 'Buy Scale' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Your Purchase' });
  await expect(dialog.getByText('Ready to proceed')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Proceed to Purchase' })).toBeVisible();
  await expect(dialog.locator('input[name=interval]')).toHaveValue('year');
  await page.keyboard.press('Escape');
  await createKeyRow(db(), { accountId: id });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Quick Setup' })).toBeVisible();
  await expect(plans).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('leads an admin without a plan to the console instead of to the plans', async ({ page, asAdmin }) => {
  await asAdmin();
  await page.goto('/dashboard');
  const strip = page.getByRole('region', { name: 'Admin console' });
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute('href', '/pricing');
  await strip.getByRole('link', { name: 'Open the overview' }).click();
  await expect(page).toHaveURL(/\/admin\/overview$/);
});
