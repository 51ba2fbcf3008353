import { globSync, readFileSync } from 'node:fs';
import { COMPILE_HINT } from '#server/static-responses.ts';
import { expect, test } from '../fixtures.ts';
import { HEAVY_LIBRARIES, heavyLibrariesIn } from '../support/browser/heavy-libraries.ts';
import { inPieces } from '../support/browser/in-pieces.ts';
import { findLayoutShifts } from '../support/browser/layout-shifts.ts';
import { collectScripts } from '../support/browser/scripts.ts';

test('loads heavy libraries on / only when needed, and adds compile hints to the first scripts only (P1, P2)', async ({
  page,
}) => {
  const scripts = collectScripts(page);
  const loaded = async () => heavyLibrariesIn(await scripts());
  await page.goto('/', { waitUntil: 'networkidle' });
  const first = await scripts();
  expect(first.length, 'scripts were seen').toBeGreaterThan(3);
  expect(heavyLibrariesIn(first)).toEqual([]);
  const isHinted = (script: string) => script.startsWith(COMPILE_HINT);
  const react = first.find((script) => script.includes('hydrateRoot'));
  expect(react?.slice(0, COMPILE_HINT.length)).toBe(COMPILE_HINT);
  expect(first.every(isHinted), 'later scripts have no hint').toBe(false);

  await page.locator('#testimonials').scrollIntoViewIfNeeded();
  await expect(page.locator('#testimonials')).toHaveAttribute('data-selected', '1');
  expect(await loaded()).toEqual(['embla-carousel']);

  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Email', { exact: true })).toBeVisible();
  expect(await loaded()).toEqual(expect.arrayContaining(['@radix-ui/react-focus-scope', 'react-hook-form', 'zod']));
});

test('loads no heavy library with /pricing (P2)', async ({ page }) => {
  const scripts = collectScripts(page);
  await page.goto('/pricing', { waitUntil: 'networkidle' });
  expect(heavyLibrariesIn(await scripts())).toEqual([]);
});

// Pairwise coverage of path, width and caller.
for (const { path, width, who } of [
  { path: '/', width: 360, who: 'a visitor' },
  { path: '/', width: 1440, who: 'a subscriber' },
  { path: '/pricing', width: 360, who: 'a subscriber' },
  { path: '/pricing', width: 1440, who: 'a visitor' },
])
  test(`shifts nothing on ${path} at ${width} px for ${who} on a slow connection (P2)`, async ({
    page,
    asSubscriber,
  }) => {
    if (who === 'a subscriber') await asSubscriber();
    await page.setViewportSize({ width, height: 740 });
    expect(await findLayoutShifts(page, path)).toEqual([]);
  });

for (const { path, width } of [
  { path: '/', width: 360 },
  { path: '/', width: 1440 },
  { path: '/pricing', width: 768 },
  { path: '/pricing', width: 1440 },
])
  test(`shifts nothing on ${path} at ${width} px while its HTML arrives tag by tag (P2)`, async ({ page, baseURL }) => {
    using site = await inPieces(baseURL ?? '');
    await page.setViewportSize({ width, height: 740 });
    expect(await findLayoutShifts(page, `${site.address}${path}`, 'as it is')).toEqual([]);
  });

for (const width of [360, 768, 1440])
  test(`does not move the claims on / when the drawing arrives, at ${width} px (P2)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/');
    const claims = page.locator('main dl').first();
    const place = await claims.boundingBox();
    await page.evaluate(removeDrawing);
    expect(await claims.boundingBox()).toEqual(place);
  });

function removeDrawing() {
  const drawing = document.querySelector('[aria-labelledby="shingles-title"]');
  const cell = [...(document.querySelector('main section')?.children ?? [])].find((child) => child.contains(drawing));
  if (!cell) throw new Error('no drawing');
  cell.remove();
}

test('recognises each heavy library by a text that its files contain (P2)', () => {
  for (const { name, mark } of HEAVY_LIBRARIES) {
    const files = globSync(`node_modules/${name}/**/*.{js,mjs}`);
    const isMarked = files.some((file) => readFileSync(file, 'utf8').includes(mark));
    expect.soft(isMarked || !files.length, name).toBe(true);
  }
});
