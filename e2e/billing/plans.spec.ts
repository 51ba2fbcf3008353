/**
 * Tests in a browser how a subscriber buys a plan and sees its billing. billing-panel.test.tsx tests amounts and states;
 * e2e/plan.spec.ts changes the plan.
 */
import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import type { BillingView } from '#lib/billing/views.ts';
import { createSubscriptionRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectAccessible, expectNoSidewaysScroll } from '../support/browser/page.ts';
import { goToCheckout } from '../support/who-buys.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Billing' });

test('buys after a declined card, and leads from the dashboard to the change and the end of the plan', async ({
  page,
  asSubscriber,
}) => {
  await asSubscriber();
  await test.step('buys with the bank’s confirmation', async () => {
    await goToCheckout(page, '/buy?small=1');
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('alert')).toContainText('declined');
    await page.getByRole('button', { name: 'Needs action' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Your plan is active' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(panel(page).getByText('Starter, monthly, quantity 1')).toBeVisible();
    await expect(panel(page).getByText('£30.00 with VAT')).toBeVisible();
  });
  const problems = collectErrors(page); // only now: a declined card logs an error on the checkout page
  await test.step('leads to the change and the end of the plan', async () => {
    await panel(page).getByRole('link', { name: 'Change plan' }).click();
    await expect(page).toHaveURL(/\/plan$/);
    await expect(page.getByRole('heading', { name: 'Your plan' })).toBeVisible();
    await page.goto('/dashboard');
    await panel(page).getByRole('link', { name: 'Cancel plan' }).click();
    await expect(page.getByRole('button', { name: 'Confirm cancellation' })).toBeVisible();
  });
  expect(problems).toEqual([]);
});

const NOT_PAID: BillingView = {
  stripe: 'ok',
  is_manual: false,
  subscription: {
    status: 'past_due',
    product: 'Premium access (small)',
    plan: 'starter',
    interval: 'month',
    quantity: 1,
    current_period_end: '2026-12-01T00:00:00Z',
    cancel_at: null,
    ended_at: null,
    awaits_payment: false,
  },
  other_subscriptions: [],
  next_charge: null,
  open_invoice: { amount: 3000, currency: 'gbp', next_attempt: '2026-11-04T00:00:00Z' },
  card: { brand: 'visa', last4: '4242', expires: '12/2030' },
  invoices: [
    {
      amount: 3000,
      currency: 'gbp',
      number: 'RSPAMD-0001',
      created: '2026-11-01T00:00:00Z',
      status: 'open',
      pdf_url: 'https://pay.example/invoice.pdf',
      page_url: 'https://pay.example/invoice',
    },
  ],
};

test('shows a failed payment without sideways scrolling, accessible in both themes', async ({ page, asSubscriber }) => {
  const { id } = await asSubscriber();
  await createSubscriptionRow(db(), {
    accountId: id,
    status: 'past_due',
    productName: 'Premium access (small)',
    plan: 'starter',
  });
  await page.route('**/account/api/billing', (route) => route.fulfill({ json: NOT_PAID }));
  await page.goto('/dashboard');
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.getByText('Your payment failed. Your key still works')).toBeVisible();
    await expect(panel(page).getByText('Not paid')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});
