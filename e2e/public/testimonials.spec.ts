import type { Locator, Page } from '@playwright/test';
import { MINUTE } from '#lib/base/time.ts';
import { SAMPLES as testimonials } from '#lib/testimonials/samples.ts';
import { expect, test } from '../fixtures.ts';

const PHONE = { width: 360, height: 740 };

test('shows quotes by buttons and arrow keys, and never advances them with reduced motion', async ({ page }) => {
  await page.clock.install();
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const section = page.locator('#testimonials');
  const height = async () => (await section.boundingBox())?.height;
  const before = await height();
  const { carousel, slide, status } = await openCarousel(page);

  await test.step('keeps its height when the script arrives', async () => {
    expect(await height()).toBe(before);
  });

  await test.step('does not advance, and has no Pause button', async () => {
    await expect(carousel.getByRole('button')).toHaveCount(2);
    await page.clock.runFor(5 * MINUTE);
    await expectShown(slide, 1);
  });

  await test.step('wraps around in both directions with the buttons', async () => {
    await expect(slide).toContainText('Rated 5 of 5');
    for (const [button, shown] of [
      ['Previous', 3],
      ['Next', 1],
      ['Next', 2],
      ['Next', 3],
      ['Next', 1],
    ] as const) {
      await carousel.getByRole('button', { name: button }).click();
      await expectShown(slide, shown);
      await expect(slide.getByText('Sample', { exact: true })).toBeVisible();
      await expect(status).toContainText(`${shown} of 3: “${testimonials[shown - 1]?.quote}”`);
      expect(await height()).toBe(before);
    }
  });

  await test.step('wraps around with the arrow keys, but only while the focus is inside', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('ArrowRight');
    await expectShown(slide, 1);
    await carousel.getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expectShown(slide, 3);
    await page.keyboard.press('ArrowRight');
    await expectShown(slide, 1);
    await page.keyboard.press('Alt+ArrowRight');
    await expectShown(slide, 1);
  });

  await test.step('exposes only the visible slide to assistive technology', async () => {
    await carousel.getByRole('button', { name: 'Next' }).click();
    await expectShown(slide, 2);
    const cdp = await page.context().newCDPSession(page);
    const { nodes } = await cdp.send('Accessibility.getFullAXTree');
    const groups = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'group');
    const names = groups.map(({ name }) => String(name?.value));
    expect(names.filter((name) => name.endsWith(' of 3'))).toEqual(['2 of 3']);
  });
});

test('advances quotes until Pause or a choice, and stops while pointer or focus is inside', async ({ page }) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' }); // until the clock stops, however long the page takes to load
  await page.goto('/');
  const { carousel, slide, status } = await openCarousel(page);
  await page.clock.pauseAt(Date.now() + MINUTE); // from here, only the test moves the clock
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(carousel).toHaveAttribute('data-turning', 'true');

  await test.step('advances every few seconds', async () => {
    await expect(status).toHaveAttribute('aria-live', 'off');
    await page.clock.runFor(9000);
    await expectShown(slide, 2);
    await page.clock.runFor(16_000);
    await expectShown(slide, 1);
    await expect(status).toBeEmpty();
  });

  await test.step('stops with Pause, and continues with Play', async () => {
    await carousel.getByRole('button', { name: 'Pause' }).click();
    await expect(status).toHaveAttribute('aria-live', 'polite');
    await page.clock.runFor(MINUTE);
    await expectShown(slide, 1);
    await carousel.getByRole('button', { name: 'Play' }).click();
    await page.clock.runFor(9000);
    await expectShown(slide, 2);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  });

  await test.step('stops while the pointer is inside', async () => {
    await slide.hover();
    await expect(carousel).toHaveAttribute('data-turning', 'false');
    await page.clock.runFor(MINUTE);
    await expectShown(slide, 2);
    await page.mouse.move(0, 0);
    await expect(carousel).toHaveAttribute('data-turning', 'true');
  });

  await test.step('stops while the focus is inside, and permanently after the first choice', async () => {
    await carousel.getByRole('button', { name: 'Previous' }).focus();
    await expect(carousel).toHaveAttribute('data-turning', 'false');
    await page.clock.runFor(MINUTE);
    await expectShown(slide, 2);
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.clock.runFor(MINUTE);
    await expectShown(slide, 3);
    await expect(carousel.getByRole('button', { name: 'Play' })).toBeVisible();
  });
});

test('shows all quotes if the script cannot be fetched', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.route('**/*', (route) => (route.request().resourceType() === 'script' ? route.abort() : route.continue()));
  await page.locator('#testimonials').scrollIntoViewIfNeeded();
  await expectAllReadable(page);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test('changes slides by swipes, and wraps around in both directions', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const { slide } = await openCarousel(page);
    await swipe(page, slide, 200);
    await expectShown(slide, 3);
    await swipe(page, slide, -200);
    await expectShown(slide, 1);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows all quotes and no buttons, on a phone and on a desktop', async ({ page }) => {
    await page.goto('/');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAllReadable(page);
    }
  });
});

async function openCarousel(page: Page) {
  const carousel = page.getByRole('region', { name: 'From people who run it' });
  await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel');
  await carousel.scrollIntoViewIfNeeded();
  await expect(carousel).toHaveAttribute('data-selected', '1');
  return { carousel, slide: carousel.locator('[role=group]:not([inert])'), status: carousel.locator('[aria-live]') };
}

/** Expects the slide with this number to be visible, and no other to be reachable. */
async function expectShown(slide: Locator, number: number) {
  await expect(slide).toHaveCount(1);
  await expect(slide).toHaveAccessibleName(`${number} of 3`);
  await expect(slide.getByText(testimonials[number - 1]?.quote ?? '')).toBeInViewport({ ratio: 0.9 });
}

async function expectAllReadable(page: Page) {
  const carousel = page.locator('#testimonials');
  await expect(carousel.getByRole('button')).toHaveCount(0);
  await expect(carousel.getByRole('group')).toHaveCount(testimonials.length);
  const screen = page.viewportSize()?.width ?? 0;
  for (const { quote } of testimonials) {
    const box = await carousel.getByText(quote).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(screen);
  }
}

async function swipe(page: Page, on: Locator, byPx: number) {
  const box = await on.boundingBox();
  if (!box) throw new Error('Nothing to swipe on.');
  const cdp = await page.context().newCDPSession(page);
  const start = box.x + box.width / 2 - byPx / 2;
  const y = box.y + box.height / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', start);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', start + byPx * part);
  await touch('touchEnd');
}
