import type { Locator, Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { LOCAL_SITE } from '#lib/base/settings/site-environment.ts';
import { createSubscriptionRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import {
  collectErrors,
  emulate,
  expectAccessible,
  expectNoSidewaysScroll,
  type Appearance,
} from '../support/browser/page.ts';

const PHONE = { width: 360, theme: 'light', name: '360 px' } as const;
const DESK = { ...PHONE, width: 1440, name: '1440 px' } as const;

const pricing = (page: Page) => page.getByRole('region', { name: 'Plans and prices' });
const seen = (locator: Locator) => locator.filter({ visible: true });
const period = (page: Page, name: 'Monthly' | 'Yearly') => pricing(page).getByRole('radio', { name });
const field = (page: Page, name: 'Emails a day' | 'Users') => page.getByRole('textbox', { name, exact: true });
const answer = (page: Page) => pricing(page).locator('output');
/** The table column or card of the plan that is marked "Fits". */
const marked = (page: Page) =>
  seen(pricing(page).locator('[data-tier]')).filter({
    has: page.getByText('Fits', { exact: true }).filter({ visible: true }),
  });

async function open(page: Page, appearance: Appearance = DESK) {
  await emulate(page, appearance);
  await page.goto('/pricing');
}

const says = (page: Page, text: string) => seen(pricing(page).getByText(text, { exact: true }));

/** Types emails a day, and expects the answer and the marked plan. */
async function expectFit(page: Page, typed: string, text: string, plan: string) {
  await field(page, 'Emails a day').fill(typed);
  await expect(answer(page)).toHaveText(new RegExp(`^${text.replaceAll(/[+.]/g, '\\$&')}`), { useInnerText: true });
  await expect(marked(page)).toHaveCount(1);
  await expect(marked(page)).toHaveAttribute('data-tier', plan);
}

async function expectYearlyPrices(page: Page) {
  await expect(says(page, '£25')).toHaveCount(1);
  await expect(says(page, '+ VAT per month')).toHaveCount(3);
  await expect(says(page, 'Save with annual billing')).toHaveCount(0);
  await period(page, 'Yearly').check({ force: true });
  await expect(says(page, 'Save with annual billing')).toHaveCount(1);
  for (const price of ['£84', '£285', '£550', 'Save £15 per year', 'Save £50 per year', 'Custom'])
    await expect(says(page, price), price).toHaveCount(1);
  await expect(says(page, '+ VAT per year')).toHaveCount(3);
  await expect(seen(pricing(page).getByText(/^Save £/))).toHaveCount(2);
}

test('compares four plans and nine features in a table on a wide screen', async ({ page }) => {
  const problems = collectErrors(page);
  await open(page);
  const table = pricing(page).getByRole('table', { name: 'Plans compared' });
  await expect(table.getByRole('columnheader')).toHaveCount(4);
  await expect(table.getByRole('row', { name: 'Emails per day' }).getByRole('cell')).toHaveText([
    '2K',
    '30K',
    '100K',
    '1M+',
  ]);
  const included = { 'Stable packages repository': 4, 'Fuzzy bulk service': 3, 'Scalable to demands': 2, SLA: 1 };
  for (const [name, count] of Object.entries(included))
    await expect(table.getByRole('row', { name }).getByText('Included', { exact: true })).toHaveCount(count);
  await expect(table.getByRole('rowheader')).toHaveCount(10);
  await expect(table.getByRole('columnheader', { name: /Starter/ })).toContainText('Most Popular');
  await expect(table.getByText('Most Popular')).toHaveCount(1);
  await expect(seen(pricing(page).getByRole('link', { name: 'Contact Sales' }))).toHaveAttribute(
    'href',
    LOCAL_SITE.SALES_URL,
  );
  await expect(marked(page)).toHaveCount(0);
  await expectFit(page, '2000', 'Personal fits: 2,000 emails a day for £7 + VAT per month.', 'Personal');
  await expectFit(page, '30k', 'Starter fits: 30,000 emails a day for £25 + VAT per month.', 'Starter');
  await expectFit(
    page,
    '250,000',
    'Scale × 3 fits: 300,000 emails a day for £150 + VAT per month. Buy Scale × 3',
    'Scale',
  );
  await expect(seen(page.getByRole('link', { name: 'Buy Scale × 3' }))).toHaveAttribute('href', '/buy?quantity=3');
  await expectFit(page, '1000000', 'Enterprise fits. From 1,000,000 emails a day the price is agreed', 'Enterprise');
  await field(page, 'Emails a day').fill('');
  await expectYearlyPrices(page);
  expect(problems).toEqual([]);
});

test('shows a card per plan on a small screen', async ({ page }) => {
  await open(page, PHONE);
  await expect(pricing(page).getByRole('table')).toHaveCount(0);
  const cards = seen(pricing(page).locator('li[data-tier]'));
  await expect(cards).toHaveCount(4);
  await expect(cards.filter({ hasText: 'Starter' }).first()).toContainText('Most Popular');
  await expect(cards.nth(1)).toContainText('£25+ VAT per month');
  await expect(cards.nth(1).getByRole('listitem')).toHaveCount(4);
  await expect(cards.nth(3).getByRole('listitem')).toHaveCount(9);
  await expectFit(page, '30 001', 'Scale fits: 100,000 emails a day for £50 + VAT per month.', 'Scale');
  await field(page, 'Emails a day').fill('');
  await expectYearlyPrices(page);
  await field(page, 'Emails a day').fill('250000');
  await expect(answer(page)).toContainText('£1,650 + VAT per year', { useInnerText: true });
});

test('keeps period and emails in the URL across reload, Back and a shared link', async ({ page }) => {
  await open(page);
  await expect(
    pricing(page).getByText('Tip: divide the number of emails by 20 to estimate the number of users.'),
  ).toBeVisible();
  await period(page, 'Monthly').focus();
  await page.keyboard.press('ArrowRight');
  await expect(period(page, 'Yearly')).toBeChecked();
  await expect(page).toHaveURL(/\/pricing\?billing=yearly$/);
  await field(page, 'Users').fill('1000');
  await expect(field(page, 'Emails a day')).toHaveValue('20,000');
  await expect(page).toHaveURL(/\?billing=yearly&emails=20000$/);
  const expectKept = async () => {
    await expect(period(page, 'Yearly')).toBeChecked();
    await expect(field(page, 'Emails a day')).toHaveValue('20000');
    await expect(field(page, 'Users')).toHaveValue('1,000');
    await expect(marked(page)).toHaveAttribute('data-tier', 'Starter');
  };
  await page.reload();
  await expectKept();
  await page.goto('/login');
  await page.goBack();
  await expectKept();
  await page.goto('/?billing=yearly');
  await expect(period(page, 'Yearly')).toBeChecked();
  await period(page, 'Monthly').check({ force: true });
  await expect(page).toHaveURL((url) => url.search === '');
  await page.goto(`/pricing?billing=monthly&emails=${encodeURIComponent('<b>9')}`);
  await expect(field(page, 'Emails a day')).toHaveValue('<b>9');
  await expect(answer(page)).toContainText('whole number');
  await field(page, 'Emails a day').fill('');
  await expect(page, 'the defaults are not in the URL').toHaveURL((url) => url.search === '');
  await expect(marked(page)).toHaveCount(0);
});

test('gives the primary button to the plan that fits', async ({ page }) => {
  await open(page);
  const colourOf = (plan: string) =>
    seen(pricing(page).locator(`[data-plan='${plan}']`)).evaluate((link) => getComputedStyle(link).backgroundColor);
  const [primary, secondary] = [await colourOf('Starter'), await colourOf('Scale')];
  expect(primary).not.toBe(secondary);
  await field(page, 'Emails a day').fill('45000');
  await expect(answer(page)).toContainText('Scale fits');
  await expect.poll(() => colourOf('Scale')).toBe(primary);
  expect(await colourOf('Starter')).toBe(secondary);
  expect(await colourOf('Enterprise')).toBe(secondary);
  await field(page, 'Emails a day').fill('2000000');
  await expect.poll(() => colourOf('Enterprise')).toBe(primary);
  await field(page, 'Emails a day').fill('');
  await expect.poll(() => colourOf('Starter')).toBe(primary);
});

test('marks a subscriber’s plan, and shows the amounts of a switch', async ({ page, asSubscriber }) => {
  const { id } = await asSubscriber();
  await createSubscriptionRow(db(), { accountId: id, productName: 'Premium access (small)', plan: 'starter' });
  await page.route('**/account/api/billing/preview*', (route) =>
    route.fulfill({
      json: {
        currency: 'gbp',
        holds: 'now',
        holds_from: '2026-11-20T00:00:00.000Z',
        proration_date: 1_795_132_800,
        today: { amount: 3000, lines: [{ description: 'Scale', amount: 3000 }] },
        next: { amount: 6000, at: '2026-12-01T00:00:00.000Z', lines: [{ description: 'Scale', amount: 6000 }] },
        then: { amount: 6000, interval: 'month' },
      },
    }),
  );
  for (const appearance of [DESK, PHONE]) {
    await open(page, appearance);
    await expect(seen(pricing(page).getByRole('link', { name: 'Current plan' }))).toHaveAttribute('href', '/plan');
    await expect(seen(pricing(page).getByRole('link', { name: /^Switch to/ }))).toHaveText(
      [/Switch to Personal/, /Switch to Scale/],
      { useInnerText: true },
    );
    await expect(seen(pricing(page).getByRole('link', { name: /^Buy/ }))).toHaveCount(0);
  }
  await seen(pricing(page).getByRole('link', { name: 'Switch to Scale' })).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Your Purchase' });
  await expect(dialog.getByText(/^This purchase modifies your current plan/)).toBeVisible();
  await expect(dialog.getByText('Then monthly')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('answers six questions below the prices', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('region', { name: 'Questions' }).getByRole('term')).toHaveCount(6);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows prices, period switch, explanations and the buy link', async ({ page }) => {
    for (const appearance of [DESK, PHONE]) {
      await open(page, appearance);
      await expect(seen(pricing(page).getByText('£285'))).toHaveCount(0);
      await pricing(page).getByText('Yearly', { exact: true }).click();
      await expect(seen(pricing(page).getByText('£285'))).toHaveCount(1);
      await seen(pricing(page).getByRole('button', { name: 'Fuzzy bulk service', exact: true }))
        .first()
        .click();
      await expect(page.getByRole('tooltip')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('tooltip')).toHaveCount(0);
      await expect(field(page, 'Users')).toHaveCount(0);
      await expect(pricing(page).getByText('Tip: divide the number of emails by 20')).toBeVisible();
    }
    await seen(pricing(page).getByRole('link', { name: 'Buy Starter' })).click();
    await expect(page).toHaveURL(
      (url) => url.pathname === '/login' && url.searchParams.get('return_url') === '/buy?small=1&yearly=1',
    );
  });
});
