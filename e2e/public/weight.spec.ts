import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '../fixtures.ts';
import { HEAVY_LIBRARIES, heavyLibrariesIn } from '../support/heavy-libraries.ts';
import { findLayoutShifts } from '../support/layout-shifts.ts';
import { collectScripts } from '../support/scripts.ts';

for (const path of ['/', '/pricing']) {
  test(`P2 ${path} loads no chart, dialog, form, toast or carousel library before it is needed`, async ({ page }) => {
    const scripts = collectScripts(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    const texts = await scripts();
    expect(texts.length, 'scripts were seen').toBeGreaterThan(3);
    expect(heavyLibrariesIn(texts)).toEqual([]);
  });

  for (const width of [360, 1440])
    for (const who of ['a visitor', 'a subscriber'])
      test(`P2 nothing moves by itself on ${path} at ${width} px for ${who} on a slow line`, async ({
        page,
        asSubscriber,
      }) => {
        if (who === 'a subscriber') await asSubscriber();
        await page.setViewportSize({ width, height: 740 });
        expect(await findLayoutShifts(page, path)).toEqual([]);
      });
}

test('P2 the dialog and form libraries arrive when a dialog opens', async ({ page }) => {
  const scripts = collectScripts(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Email', { exact: true })).toBeVisible();
  expect(heavyLibrariesIn(await scripts())).toEqual(
    expect.arrayContaining(['@radix-ui/react-focus-scope', 'react-hook-form', 'zod']),
  );
});

test('P2 the mark by which a library is recognised stands in that library', () => {
  for (const { name, mark } of HEAVY_LIBRARIES) {
    const files = globSync(`node_modules/${name}/**/*.{js,mjs}`);
    const isMarked = files.some((file) => readFileSync(file, 'utf8').includes(mark));
    expect.soft(isMarked || !files.length, name).toBe(true);
  }
});
