import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { MINUTE } from '#lib/base/time.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors } from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';
import { keyOf } from './support.ts';

test('shows the user’s key in a file, copies a file and confirms that for two seconds, and downloads the file', async ({
  page,
  context,
  asSubscriber,
}) => {
  const problems = collectErrors(page);
  const person = await asSubscriber({ hasKey: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.baseUrl });
  await page.goto('/setup');
  await expect(page.getByRole('region', { name: /rspamd_premium_rules\.inc/ })).toContainText(
    `encryption_key = "${await keyOf(person.id)}"`,
  );
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + MINUTE); // the note is gone after two seconds
  await page.getByRole('button', { name: 'Copy /etc/rspamd/local.d/rspamd_premium_weights.inc' }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('"FUZZY_PLUS_DENIED"');
  await page.clock.runFor(2100);
  await expect(page.getByText('Copied to clipboard!')).toBeHidden();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rspamd_premium_weights.inc' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('rspamd_premium_weights.inc');
  expect(await readFile(await download.path(), 'utf8')).toBe(copied);
  expect(problems).toEqual([]);
});

test('downloads the chosen platform’s archive with the user’s key, and remembers the platform', async ({
  page,
  asSubscriber,
}) => {
  const problems = collectErrors(page);
  const person = await asSubscriber({ hasKey: true });
  await page.goto('/setup');
  await page.getByRole('group', { name: 'Platform' }).getByText('mailcow').click();
  await expect(page).toHaveURL(/\?platform=mailcow$/);
  await page.getByRole('checkbox', { name: /^Turn the free feed off/ }).check();
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download files and scripts' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('rspamd-premium-mailcow.tar.gz');
  const text = gunzipSync(await readFile(await download.path())).toString();
  expect(text).toContain(`encryption_key = "${await keyOf(person.id)}"`);
  expect(text).toContain('rule "rspamd.com" {\n  enabled = false;');
  await page.goto('/setup');
  await expect(page.getByRole('radio', { name: 'mailcow' })).toBeChecked();
  await expect(page.getByRole('region', { name: /override\.d\/fuzzy_check\.conf/ })).toBeVisible();
  expect(problems).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('offers the platforms as a list', async ({ page }) => {
    await page.goto('/setup');
    await page.getByRole('combobox', { name: 'Platform' }).selectOption('Mailu');
    await expect(page.getByRole('region', { name: '/mailu/overrides/rspamd/fuzzy_check.conf' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the package instructions, and switches to another system', async ({ page }) => {
    await page.goto('/setup');
    await expect(page.getByRole('region', { name: /auth\.conf\.d/ })).toBeVisible();
    await page.getByText('EL-based', { exact: true }).click();
    await expect(page.getByRole('region', { name: /rspamd\.repo/ })).toBeVisible();
    await expect(page.getByRole('region', { name: /auth\.conf\.d/ })).toBeHidden();
  });

  test('folds the other platforms, and unfolds one at a time', async ({ page }) => {
    await page.goto('/setup');
    await expect(page.getByRole('region', { name: '/etc/rspamd/local.d/fuzzy_check.conf' })).toBeVisible();
    const platform = (name: string) => page.locator('details').filter({ has: page.getByText(name, { exact: true }) });
    const command = platform('mailcow').locator('pre').first();
    await expect(command).toBeHidden();
    await platform('mailcow').locator('summary').click();
    await expect(command).toBeVisible();
    await expect(command).toContainText('data/conf/rspamd/override.d/fuzzy_check.conf');
    await platform('NixOS').locator('summary').click();
    await expect(command).toBeHidden();
    await expect(page.getByRole('group', { name: 'Platform' })).toBeHidden();
  });
});

test('shows the bar of the account only to a person who is logged in', async ({ page, asSubscriber }) => {
  const bar = page.getByRole('navigation', { name: 'Product' });
  await page.goto('/setup');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar).toBeHidden();
  await asSubscriber();
  await page.goto('/setup');
  await expect(bar).toBeVisible();
});
