import type { Locator, Page } from '@playwright/test';
import { plans } from '#lib/marketing/plans.ts';
import { SALES_URL } from '#lib/site-environment.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
  type Appearance,
} from '../support/browser/page.ts';

const FEATURES = plans[0]?.features ?? [];
const PHONE = { width: 360, theme: 'light', name: '360 px' } as const;
const DESK = { ...PHONE, width: 1440, name: '1440 px' } as const;

const pricing = (page: Page) => page.getByRole('region', { name: 'Plans and prices' });
const seen = (locator: Locator) => locator.filter({ visible: true });
const period = (page: Page, name: 'Monthly' | 'Yearly') => pricing(page).getByRole('radio', { name });
const feature = (page: Page, name: string) => seen(pricing(page).getByRole('button', { name, exact: true })).first();
const tooltip = (page: Page) => page.getByRole('tooltip');
const field = (page: Page, name: 'Emails a day' | 'Users') => page.getByRole('textbox', { name, exact: true });
const answer = (page: Page) => pricing(page).locator('output');
type Box = Awaited<ReturnType<Locator['boundingBox']>>;
/** The vertical distance between two boxes in px. */
const gap = (a: Box, b: Box) => {
  const [upper, lower] = (a?.y ?? 0) < (b?.y ?? 0) ? [a, b] : [b, a];
  return (lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0);
};
/** The table column or card of the plan that is marked "Fits". */
const marked = (page: Page) =>
  seen(pricing(page).locator('[data-tier]')).filter({
    has: page.getByText('Fits', { exact: true }).filter({ visible: true }),
  });

async function open(page: Page, appearance: Appearance = DESK) {
  await emulate(page, appearance);
  await page.goto('/pricing');
}

for (const appearance of APPEARANCES)
  test(`passes axe and fits the width in every state (${appearance.name})`, async ({ page }) => {
    const problems = collectErrors(page);
    await open(page, appearance);
    const check = async () => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    };
    await check();
    await period(page, 'Yearly').check({ force: true });
    await expect(pricing(page).getByText('Save with annual billing')).toBeVisible();
    await field(page, 'Emails a day').fill('250000');
    await expect(answer(page)).toContainText('Scale × 3 fits');
    await check();
    await field(page, 'Users').fill('many');
    await expect(answer(page)).toContainText('whole number');
    await check();
    await feature(page, 'Stable packages repository').hover();
    await expect(tooltip(page)).toBeVisible();
    await check();
    expect(problems).toEqual([]);
  });

test('compares four plans and nine features in a table on a wide screen', async ({ page }) => {
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
});

for (const appearance of [PHONE, DESK])
  test(`shows prices, VAT and savings for yearly billing (${appearance.name})`, async ({ page }) => {
    await open(page, appearance);
    const says = (text: string) => seen(pricing(page).getByText(text, { exact: true }));
    await expect(says('£25')).toHaveCount(1);
    await expect(says('+ VAT per month')).toHaveCount(3);
    await expect(says('Save with annual billing')).toHaveCount(0);
    await period(page, 'Yearly').check({ force: true });
    await expect(says('Save with annual billing')).toHaveCount(1);
    for (const price of ['£84', '£285', '£550', 'Save £15 per year', 'Save £50 per year', 'Custom'])
      await expect(says(price), price).toHaveCount(1);
    await expect(says('+ VAT per year')).toHaveCount(3);
    await expect(
      pricing(page)
        .getByText(/^Save £/)
        .filter({ visible: true }),
    ).toHaveCount(2);
  });

test('keeps the period in the URL across reload, Back and a shared link', async ({ page }) => {
  await open(page);
  await period(page, 'Monthly').focus();
  await page.keyboard.press('ArrowRight');
  await expect(period(page, 'Yearly')).toBeChecked();
  await expect(page).toHaveURL(/\/pricing\?billing=yearly$/);
  await page.reload();
  await expect(period(page, 'Yearly')).toBeChecked();
  await page.goto('/login');
  await page.goBack();
  await expect(period(page, 'Yearly')).toBeChecked();
  await page.goto('/?billing=yearly');
  await expect(period(page, 'Yearly')).toBeChecked();
  await period(page, 'Monthly').check({ force: true });
  await expect(page).toHaveURL((url) => url.search === '');
  await page.goto('/pricing?billing=monthly');
  await expect(page, 'the default is not in the URL').toHaveURL((url) => url.search === '');
});

test('links Enterprise to the sales page', async ({ page }) => {
  await open(page);
  const link = seen(pricing(page).getByRole('link', { name: 'Contact Sales' }));
  await expect(link).toHaveAttribute('href', SALES_URL);
});

test.describe('feature tooltips', () => {
  test('appear on keyboard focus, inside the screen, and shift nothing', async ({ page }) => {
    for (const appearance of [PHONE, DESK]) {
      await open(page, appearance);
      const before = await pricing(page).boundingBox();
      for (const { name, tooltip: text } of FEATURES) {
        await page.keyboard.press('Shift'); // makes the next focus a keyboard focus
        await feature(page, name).focus();
        await expect(tooltip(page)).toHaveText(text);
        await expect(feature(page, name)).toHaveAccessibleDescription(text);
        const box = await tooltip(page).boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(appearance.width);
        await expectNoSidewaysScroll(page);
      }
      expect((await pricing(page).boundingBox())?.height).toBe(before?.height);
    }
  });

  test('change with Tab, hide with Escape without losing the focus, and toggle with Enter', async ({ page }) => {
    await open(page);
    await field(page, 'Emails a day').focus();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Where to find this number' })).toBeFocused();
    await expect(tooltip(page)).toContainText('messages it scanned');
    await feature(page, 'SLA').focus();
    await expect(tooltip(page)).toContainText('service level agreement');
    await page.keyboard.press('Tab');
    await expect(tooltip(page)).toContainText('people who write the filter');
    await page.keyboard.press('Escape');
    await expect(tooltip(page)).toHaveCount(0);
    await expect(feature(page, 'Custom development and consulting')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tooltip(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(tooltip(page)).toHaveCount(0);
  });

  test('appear on hover, stay under the pointer and after a click, and hide when the pointer leaves', async ({
    page,
  }) => {
    await open(page);
    await feature(page, 'SLA').hover();
    await expect(tooltip(page)).toBeVisible();
    const text = await tooltip(page).boundingBox();
    const [x, bottom] = [(text?.x ?? 0) + (text?.width ?? 0) / 2, (text?.y ?? 0) + (text?.height ?? 0)];
    await page.mouse.move(x, bottom + 3); // through the gap between tooltip and word
    await page.mouse.move(x, bottom - 3);
    await expect.poll(() => tooltip(page).evaluate((element) => element.matches(':hover'))).toBe(true);
    await feature(page, 'SLA').hover();
    await feature(page, 'SLA').click();
    await expect(tooltip(page)).toBeVisible();
    await tooltip(page).hover();
    await expect.poll(() => tooltip(page).evaluate((element) => element.matches(':hover'))).toBe(true);
    await page.getByRole('heading', { name: 'Plans and prices' }).hover();
    await expect(tooltip(page)).toHaveCount(0);
    await feature(page, 'SLA').hover();
    await expect(tooltip(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tooltip(page)).toHaveCount(0);
  });

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true });
    test('toggle on a tap, move to another tapped word, and hide on a tap elsewhere', async ({ page }) => {
      await open(page, PHONE);
      await feature(page, 'Fuzzy premium database').tap();
      await expect(tooltip(page)).toContainText('premium fuzzy hashes');
      await feature(page, 'Fuzzy premium database').tap();
      await expect(tooltip(page)).toHaveCount(0);
      await feature(page, 'Fuzzy premium database').tap();
      const twin = seen(pricing(page).getByRole('button', { name: 'Fuzzy premium database' })).nth(1);
      await twin.tap();
      await expect(tooltip(page)).toBeVisible();
      const [text, word] = [await tooltip(page).boundingBox(), await twin.boundingBox()];
      expect(gap(text, word), 'the tooltip is next to the tapped word').toBeLessThan(12);
      await page.getByRole('heading', { name: 'Starter' }).tap();
      await expect(tooltip(page)).toHaveCount(0);
    });
  });
});

test.describe('calculator', () => {
  test('names and marks the plan that fits for the chosen period', async ({ page }) => {
    const cases = [
      ['2000', 'Personal fits: 2,000 emails a day for £7 + VAT per month.', 'Personal'],
      ['2001', 'Starter fits: 30,000 emails a day for £25 + VAT per month.', 'Starter'],
      ['30k', 'Starter fits: 30,000 emails a day for £25 + VAT per month.', 'Starter'],
      ['30 001', 'Scale fits: 100,000 emails a day for £50 + VAT per month.', 'Scale'],
      ['250,000', 'Scale × 3 fits: 300,000 emails a day for £150 + VAT per month. Set the quantity', 'Scale'],
      ['1000000', 'Enterprise fits. From 1,000,000 emails a day the price is agreed', 'Enterprise'],
    ] as const;
    for (const appearance of [DESK, PHONE]) {
      await open(page, appearance);
      await expect(marked(page)).toHaveCount(0);
      for (const [typed, text, plan] of cases) {
        await field(page, 'Emails a day').fill(typed);
        await expect(answer(page)).toHaveText(new RegExp(`^${text.replaceAll(/[+.]/g, '\\$&')}`), {
          useInnerText: true,
        });
        await expect(marked(page)).toHaveCount(1);
        await expect(marked(page)).toHaveAttribute('data-tier', plan);
      }
      await field(page, 'Emails a day').fill('250000');
      await period(page, 'Yearly').check({ force: true });
      await expect(answer(page)).toContainText('£1,650 + VAT per year', { useInnerText: true });
    }
  });

  test('converts users to emails at 1:20, and keeps the emails in the URL', async ({ page }) => {
    await open(page);
    await expect(
      pricing(page).getByText('Tip: divide the number of emails by 20 to estimate the number of users.'),
    ).toBeVisible();
    await field(page, 'Users').fill('1000');
    await expect(field(page, 'Emails a day')).toHaveValue('20,000');
    await expect(page).toHaveURL(/\?emails=20000$/);
    await field(page, 'Emails a day').fill('2010');
    await expect(field(page, 'Users')).toHaveValue('101');
    await expect(page).toHaveURL(/\?emails=2010$/);
    await page.reload();
    await expect(field(page, 'Emails a day')).toHaveValue('2010');
    await expect(field(page, 'Users')).toHaveValue('101');
    await expect(marked(page)).toHaveAttribute('data-tier', 'Starter');
    await page.goto('/login');
    await page.goBack();
    await expect(field(page, 'Emails a day')).toHaveValue('2010');
    await field(page, 'Emails a day').fill('');
    await expect(page).toHaveURL((url) => url.search === '');
    await expect(marked(page)).toHaveCount(0);
  });

  test('reports input that is not a whole number, and keeps it', async ({ page }) => {
    await open(page);
    for (const text of ['-5', '2.5', '1e9', 'many', '30.000']) {
      await field(page, 'Users').fill(text);
      await expect(answer(page)).toHaveText('Please type a whole number, for example 30,000 or 30k.');
      await expect(field(page, 'Users')).toHaveValue(text);
      await expect(field(page, 'Users')).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page, 'Users')).toHaveAccessibleDescription(/whole number/);
      await expect(field(page, 'Emails a day')).not.toHaveAttribute('aria-invalid');
    }
    await page.goto(`/pricing?emails=${encodeURIComponent('<b>9')}`);
    await expect(field(page, 'Emails a day')).toHaveValue('<b>9');
    await expect(answer(page)).toContainText('whole number');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const appearance of [PHONE, DESK])
    test(`shows prices, period switch, tooltips and the buy link (${appearance.name})`, async ({ page }) => {
      await emulate(page, appearance);
      await page.goto('/pricing');
      await expect(seen(pricing(page).getByText('£285'))).toHaveCount(0);
      await pricing(page).getByText('Yearly', { exact: true }).click();
      await expect(seen(pricing(page).getByText('£285'))).toHaveCount(1);
      await feature(page, 'Fuzzy bulk service').click();
      await expect(tooltip(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(tooltip(page)).toHaveCount(0);
      await expect(field(page, 'Users')).toHaveCount(0);
      await expect(pricing(page).getByText('Tip: divide the number of emails by 20')).toBeVisible();
      await seen(pricing(page).getByRole('link', { name: 'Buy Starter' })).click();
      await expect(page).toHaveURL(
        (url) => url.pathname === '/login' && url.searchParams.get('return_url') === '/buy?small=1&yearly=1',
      );
    });
});
