import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { collectErrors } from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';
import { keyOf } from './support.ts';

test('shows the files with the own key, copies one with a confirmation for two seconds, and downloads it', async ({
  page,
  context,
  asSubscriber,
}) => {
  const problems = collectErrors(page);
  const person = await asSubscriber({ hasKey: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.baseUrl });
  await page.goto('/setup');
  await expect(page.getByRole('region', { name: /fuzzy_check\.conf/ })).toContainText(
    `encryption_key = "${await keyOf(person.id)}"`,
  );
  await page.clock.install();
  await page.getByRole('button', { name: 'Copy /etc/rspamd/local.d/fuzzy_group.conf' }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('"FUZZY_PLUS_DENIED"');
  await page.clock.runFor(2100);
  await expect(page.getByText('Copied to clipboard!')).toBeHidden();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download fuzzy_group.conf' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('fuzzy_group.conf');
  expect(await readFile(await download.path(), 'utf8')).toBe(copied);
  expect(problems).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('is readable and switches between systems', async ({ page }) => {
    await page.goto('/setup');
    await expect(page.getByRole('region', { name: /rspamd\.repo/ })).toBeVisible();
    await page.getByText('Debian-based', { exact: true }).click();
    await expect(page.getByRole('region', { name: /auth\.conf\.d/ })).toBeVisible();
    await expect(page.getByRole('region', { name: /rspamd\.repo/ })).toBeHidden();
  });
});
