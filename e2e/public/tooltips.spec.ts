import type { Locator, Page } from '@playwright/test';
import { plans } from '#lib/marketing/plans.ts';
import { expect, test } from '../fixtures.ts';
import { emulate, expectNoSidewaysScroll, type Appearance } from '../support/browser/page.ts';

const FEATURES = plans[0]?.features ?? [];
const PHONE = { width: 360, theme: 'light', name: '360 px' } as const;
const DESK = { ...PHONE, width: 1440, name: '1440 px' } as const;

const pricing = (page: Page) => page.getByRole('region', { name: 'Plans and prices' });
const seen = (locator: Locator) => locator.filter({ visible: true });
const feature = (page: Page, name: string) => seen(pricing(page).getByRole('button', { name, exact: true })).first();
const tooltip = (page: Page) => page.getByRole('tooltip');
type Box = Awaited<ReturnType<Locator['boundingBox']>>;
/** The vertical distance between two boxes in px. */
const gap = (a: Box, b: Box) => {
  const [upper, lower] = (a?.y ?? 0) < (b?.y ?? 0) ? [a, b] : [b, a];
  return (lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0);
};

async function open(page: Page, appearance: Appearance = DESK) {
  await emulate(page, appearance);
  await page.goto('/pricing');
}

test('shows feature explanations on keyboard focus, inside the screen, and shifts nothing', async ({ page }) => {
  await page.goto('/pricing');
  for (const appearance of [PHONE, DESK]) {
    await emulate(page, appearance);
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

test('changes the explanation on Tab, hides it on Escape, which keeps the focus, and toggles it on Enter', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('textbox', { name: 'Emails a day', exact: true }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Where to find this number' })).toBeFocused();
  await expect(tooltip(page)).toContainText('messages it scanned');
  await feature(page, 'SLA').focus();
  await expect(tooltip(page)).toContainText('service level agreement');
  await page.keyboard.press('Tab'); // to the link beside the word
  await expect(tooltip(page)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(tooltip(page)).toContainText('made to order');
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toHaveCount(0);
  await expect(feature(page, 'Custom development and consulting')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tooltip(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tooltip(page)).toHaveCount(0);
});

test('shows an explanation on hover, keeps it on a click and under the pointer, and hides it afterwards', async ({
  page,
}) => {
  await open(page);
  await feature(page, 'SLA').hover();
  await expect(tooltip(page)).toBeVisible();
  const text = await tooltip(page).boundingBox();
  const [x, bottom] = [(text?.x ?? 0) + (text?.width ?? 0) / 2, (text?.y ?? 0) + (text?.height ?? 0)];
  // The pointer crosses the gap between word and tooltip. On a busy machine that may take longer than the tooltip waits.
  await expect(async () => {
    await feature(page, 'SLA').hover();
    await expect(tooltip(page)).toBeVisible();
    await page.mouse.move(x, bottom + 3);
    await page.mouse.move(x, bottom - 3);
    await expect(tooltip(page).and(page.locator(':hover'))).toHaveCount(1, { timeout: 1000 });
  }).toPass();
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
  test('toggles an explanation on a tap, moves it to another tapped word, and hides it on a tap elsewhere', async ({
    page,
  }) => {
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
