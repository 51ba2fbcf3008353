import type { Locator, Page } from '@playwright/test';
import { fuzzyCheckConfig } from '#lib/fuzzy-keys/client-config.ts';
import { features } from '#lib/marketing/features.ts';
import { testimonials } from '#lib/marketing/testimonials.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { site } from '#lib/site.ts';
import { MINUTE } from '#lib/time.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';

test.describe('sections', () => {
  test('have their headings and anchors in the fixed order', async ({ page }) => {
    await page.goto('/');
    const sections = page.locator('main section');
    await expect(sections.locator('h1, h2')).toHaveText([
      'Know a spam campaign before it reaches you.',
      'What a subscription holds',
      'Open source, and paid for by you',
      'Plans and prices',
      'From those who run it',
      'Put the key into your configuration today.',
    ]);
    const ids = await sections.evaluateAll((all) => all.map(({ id }) => id).filter(Boolean));
    expect(ids).toEqual(['features', 'opensource', 'pricing', 'testimonials']);
  });

  test('skip no heading level', async ({ page }) => {
    await page.goto('/');
    const levels = await page
      .locator(':is(h1, h2, h3, h4):visible')
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1));
  });

  test('contain a target for every in-page link', async ({ page }) => {
    await page.goto('/');
    const targets = await page
      .locator('a[href^="#"], a[href^="/#"]')
      .evaluateAll((links) => [...new Set(links.map((link) => (link as HTMLAnchorElement).hash))]);
    expect(targets.length).toBeGreaterThan(4);
    for (const target of targets) await expect(page.locator(target), target).toHaveCount(1);
  });

  test('show three claims in the hero, with links to sign-up and prices', async ({ page }) => {
    await page.goto('/');
    const hero = page.locator('main section').first();
    await expect(hero.getByRole('term')).toHaveText(['enterprise users', 'open source users', 'messages per second']);
    await expect(hero.getByRole('definition')).toHaveText(['100+', '100k+', '~100']);
    await expect(hero.getByRole('link', { name: 'See prices' })).toHaveAttribute('href', '#pricing');
    await hero.getByRole('link', { name: 'Get Started' }).click();
    await expectSignUp(page);
  });

  test('name the first plan that includes each of the nine features', async ({ page }) => {
    await page.goto('/');
    const items = page.locator('#features').getByRole('listitem');
    await expect(items.getByRole('heading', { level: 3 })).toHaveText(features.map(({ name }) => name));
    await expect(items.locator('p:first-child')).toHaveText([
      ...['Every plan', 'Every plan', 'Every plan'],
      ...['From Starter', 'From Scale', 'Enterprise'],
      ...['Enterprise', 'Enterprise', 'Enterprise'],
    ]);
  });

  test('show the configuration as the product generates it', async ({ page }) => {
    await page.goto('/');
    const listing = page.getByRole('figure', { name: '/etc/rspamd/local.d/fuzzy_check.conf' }).locator('code');
    const shown = (await listing.textContent()) ?? '';
    expect(shown).toContain('encryption_key = "YOUR_API_KEY";');
    expect(shown).toContain('flag = 8;');
    expect(fuzzyCheckConfig('YOUR_API_KEY', localContacts)).toContain(shown);
    expect(shown.split('{')).toHaveLength(shown.split('}').length);
  });

  test('show the open source facts and link to the source', async ({ page }) => {
    await page.goto('/');
    const section = page.getByRole('region', { name: 'Open source, and paid for by you' });
    await expect(section.getByRole('term')).toHaveText(['contributors', 'stars', 'first released']);
    await expect(section.getByRole('definition')).toHaveText(['20+', '2,200+', '2008']);
    await expect(section.getByRole('link')).toHaveAttribute('href', site.links.source);
  });

  test('open sign-up from the closing call to action', async ({ page }) => {
    await page.goto('/');
    const section = page.getByRole('region', { name: 'Put the key into your configuration today.' });
    await expect(section.getByRole('link', { name: 'Documentation' })).toHaveAttribute(
      'href',
      site.links.documentation,
    );
    await section.getByRole('link', { name: 'Get Started' }).click();
    await expectSignUp(page);
  });
});

test.describe('drawing in the hero', () => {
  const drawing = (page: Page) => page.getByRole('img', { name: /cut into overlapping groups of three words/ });
  const movements = (page: Page) =>
    drawing(page).evaluate((svg) => svg.getAnimations({ subtree: true }).map((one) => one instanceof CSSAnimation));

  test('has an accessible name and is in the initial HTML', async ({ page, request }) => {
    expect(await (await request.get('/')).text()).toContain('<title id="shingles-title">');
    await page.goto('/');
    await expect(drawing(page)).toBeVisible();
  });

  test('moves once, and not at all with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    expect((await movements(page)).length).toBeGreaterThan(6);
    const repeats = await drawing(page).evaluate((svg) =>
      svg.getAnimations({ subtree: true }).filter((one) => one.effect?.getTiming().iterations !== 1),
    );
    expect(repeats).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await movements(page)).toEqual([]);
    await expect(drawing(page).getByText('5 of 6 known')).toBeVisible();
  });
});

test.describe('testimonials', () => {
  for (const appearance of APPEARANCES)
    test(`are marked as samples and kept out of structured data (${appearance.name})`, async ({ page }) => {
      await emulate(page, appearance);
      const { carousel, slide } = await openCarousel(page);
      for (const shown of [1, 2, 3]) {
        await expectShown(slide, shown);
        await expect(slide.getByText('Sample', { exact: true })).toBeVisible();
        await carousel.getByRole('button', { name: 'Next' }).click();
      }
      const data = await page.locator('script[type="application/ld+json"]').allTextContents();
      expect(data.length).toBeGreaterThan(0);
      for (const text of data) expect(text).not.toMatch(/review|rating|Mail administrator/i);
    });

  test('wrap in both directions with the buttons, and announce the slide', async ({ page }) => {
    const { carousel, slide, status } = await openCarousel(page);
    await expect(slide).toHaveAccessibleName('1 of 3');
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
      await expect(status).toContainText(`${shown} of 3: “${testimonials[shown - 1]?.quote}”`);
    }
  });

  test('wrap in both directions with the arrow keys, but only while the focus is inside', async ({ page }) => {
    const { carousel, slide } = await openCarousel(page);
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

  test('advance automatically until Pause, and again after Play', async ({ page }) => {
    const { carousel, slide, status } = await openTurning(page);
    await expect(status).toHaveAttribute('aria-live', 'off');
    await page.clock.runFor(9000);
    await expectShown(slide, 2);
    await page.clock.runFor(16_000);
    await expectShown(slide, 1);
    await expect(status).toBeEmpty();

    await carousel.getByRole('button', { name: 'Pause' }).click();
    await expect(status).toHaveAttribute('aria-live', 'polite');
    await page.clock.runFor(MINUTE);
    await expectShown(slide, 1);

    await carousel.getByRole('button', { name: 'Play' }).click();
    await page.clock.runFor(9000);
    await expectShown(slide, 2);
  });

  test('pause on hover and focus, and stop after the first manual choice', async ({ page }) => {
    const { carousel, slide } = await openTurning(page);
    await slide.hover();
    await expect(carousel).toHaveAttribute('data-turning', 'false');
    await page.clock.runFor(MINUTE);
    await expectShown(slide, 1);
    await page.mouse.move(0, 0);
    await expect(carousel).toHaveAttribute('data-turning', 'true');

    await carousel.getByRole('button', { name: 'Previous' }).focus();
    await expect(carousel).toHaveAttribute('data-turning', 'false');
    await page.clock.runFor(MINUTE);
    await expectShown(slide, 1);
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.clock.runFor(MINUTE);
    await expectShown(slide, 2);
    await expect(carousel.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  test('never advance with reduced motion, and have no Pause button then', async ({ page }) => {
    await page.clock.install();
    const { carousel, slide } = await openCarousel(page);
    await expect(carousel.getByRole('button')).toHaveCount(2);
    await page.clock.runFor(5 * MINUTE);
    await expectShown(slide, 1);
  });

  test('expose only the visible slide to assistive technology', async ({ page }) => {
    const { carousel, slide } = await openCarousel(page);
    await carousel.getByRole('button', { name: 'Next' }).click();
    await expectShown(slide, 2);
    const cdp = await page.context().newCDPSession(page);
    const { nodes } = await cdp.send('Accessibility.getFullAXTree');
    const groups = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'group');
    expect(groups.map(({ name }) => String(name?.value)).filter((name) => name.endsWith(' of 3'))).toEqual(['2 of 3']);
  });

  test('load no script before they are near the viewport', async ({ page }) => {
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''));
    });
    const hasLibrary = async () => (await Promise.all(scripts)).some((text) => text.includes('slidesNotInView'));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await hasLibrary()).toBe(false);
    await page.locator('#testimonials').scrollIntoViewIfNeeded();
    await expect(page.locator('#testimonials')).toHaveAttribute('data-selected', '1');
    expect(await hasLibrary()).toBe(true);
  });

  test('keep their height when their script arrives and from slide to slide', async ({ page }) => {
    await emulate(page, { width: 360, theme: 'light', name: '' });
    await page.goto('/');
    const section = page.locator('#testimonials');
    const before = (await section.boundingBox())?.height;
    await section.scrollIntoViewIfNeeded();
    await expect(section).toHaveAttribute('data-selected', '1');
    for (let turn = 0; turn < 3; turn++) {
      expect((await section.boundingBox())?.height).toBe(before);
      await section.getByRole('button', { name: 'Next' }).click();
    }
  });

  test('are all visible when their script cannot be fetched', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.route('**/*', (route) =>
      route.request().resourceType() === 'script' ? route.abort() : route.continue(),
    );
    await page.locator('#testimonials').scrollIntoViewIfNeeded();
    await expectAllReadable(page);
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('swipes through the testimonials and wraps in both directions', async ({ page }) => {
    const { slide } = await openCarousel(page);
    await swipe(page, slide, 200);
    await expectShown(slide, 3);
    await swipe(page, slide, -200);
    await expectShown(slide, 1);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [360, 1440])
    test(`shows all quotes and no carousel buttons at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      await expectAllReadable(page);
    });
});

for (const appearance of APPEARANCES)
  test(`passes axe and fits the width on every slide (${appearance.name})`, async ({ page }) => {
    const problems = collectErrors(page);
    await emulate(page, appearance);
    const { carousel, slide } = await openCarousel(page);
    for (const shown of [1, 2, 3]) {
      await expectShown(slide, shown);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await carousel.getByRole('button', { name: 'Next' }).click();
    }
    expect(problems).toEqual([]);
  });

test("fits the width, and the drawing's text is not cut off, at 200% zoom", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto('/');
  await expectNoSidewaysScroll(page);
  const overflows = await page.getByRole('img', { name: /overlapping groups/ }).evaluate((svg: SVGSVGElement) => {
    const { left, right } = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')]
      .filter((text) => text.getBoundingClientRect().left < left - 1 || text.getBoundingClientRect().right > right + 1)
      .map((text) => text.textContent);
  });
  expect(overflows).toEqual([]);
});

async function openCarousel(page: Page, reducedMotion: 'reduce' | 'no-preference' = 'reduce') {
  await page.emulateMedia({ reducedMotion });
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'From those who run it' });
  await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel');
  await carousel.scrollIntoViewIfNeeded();
  await expect(carousel).toHaveAttribute('data-selected', '1');
  return { carousel, slide: carousel.locator('[role=group]:not([inert])'), status: carousel.locator('[aria-live]') };
}

/** Opens a carousel that advances automatically, with a clock that only the test moves. */
async function openTurning(page: Page) {
  await page.clock.install();
  const opened = await openCarousel(page, 'no-preference');
  await page.clock.pauseAt(Date.now() + 1000);
  await expect(opened.carousel).toHaveAttribute('data-turning', 'true');
  return opened;
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

async function expectSignUp(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Access Premium' });
  await expect(dialog.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
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
