import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '../fixtures.ts';
import { HEAVY_LIBRARIES, heavyLibrariesIn } from '../support/browser/heavy-libraries.ts';
import { findLayoutShifts } from '../support/browser/layout-shifts.ts';
import { collectScripts } from '../support/browser/scripts.ts';

for (const path of ['/', '/pricing']) {
  test(`${path} loads no chart, dialog, form, toast or carousel library before it is needed (P2)`, async ({ page }) => {
    const scripts = collectScripts(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    const texts = await scripts();
    expect(texts.length, 'scripts were seen').toBeGreaterThan(3);
    expect(heavyLibrariesIn(texts)).toEqual([]);
  });

  for (const width of [360, 1440])
    for (const who of ['a visitor', 'a subscriber'])
      test(`${path} has no layout shift at ${width} px for ${who} on a slow connection (P2)`, async ({
        page,
        asSubscriber,
      }) => {
        if (who === 'a subscriber') await asSubscriber();
        await page.setViewportSize({ width, height: 740 });
        expect(await findLayoutShifts(page, path)).toEqual([]);
      });
}

test('loads the dialog and form libraries when a dialog opens (P2)', async ({ page }) => {
  const scripts = collectScripts(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Email', { exact: true })).toBeVisible();
  expect(heavyLibrariesIn(await scripts())).toEqual(
    expect.arrayContaining(['@radix-ui/react-focus-scope', 'react-hook-form', 'zod']),
  );
});

test('recognises each heavy library by a text that its files contain (P2)', () => {
  for (const { name, mark } of HEAVY_LIBRARIES) {
    const files = globSync(`node_modules/${name}/**/*.{js,mjs}`);
    const isMarked = files.some((file) => readFileSync(file, 'utf8').includes(mark));
    expect.soft(isMarked || !files.length, name).toBe(true);
  }
});
