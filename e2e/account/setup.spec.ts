import { readFile } from 'node:fs/promises';
import { db } from '#lib/db.ts';
import { LOCAL_SITE } from '#lib/site-environment.ts';
import { site } from '#lib/site.ts';
import { createKeyRow, createSubscriptionRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';
import { stack } from '../support/stacks/stack.ts';

const HEADINGS = [
  'One key for all your servers',
  '1. Premium and bulk fuzzy storage configuration',
  '2. Fuzzy group symbol weights',
  '3. Stable repository setup',
  '4. Summary',
];

for (const appearance of APPEARANCES) {
  test(`shows the five parts of the guide and is accessible, with and without a key (${appearance.name})`, async ({
    page,
    asSubscriber,
  }) => {
    const problems = collectErrors(page);
    await emulate(page, appearance);
    await page.goto('/setup');
    await expect(page.getByText('Log in, and your own key stands in these files.')).toBeVisible();
    for (const name of HEADINGS) await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await asSubscriber({ hasKey: true });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your API key' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });
}

test('leaves out bulk rule and weight for a key without bulk access, in the guide and on the dashboard', async ({
  page,
  asSubscriber,
}) => {
  const person = await asSubscriber();
  const { id: subscriptionId } = await createSubscriptionRow(db(), { userId: person.id });
  await createKeyRow(db(), { userId: person.id, subscriptionId, rankId: 20, forbiddenFlags: [1] });
  for (const path of ['/setup', '/dashboard']) {
    await page.goto(path);
    const check = page.getByRole('region', { name: /fuzzy_check\.conf/ });
    await expect(check).toContainText('rule "FUZZY_PLUS"');
    await expect(check).not.toContainText('YOUR_API_KEY');
    await expect(page.getByRole('main')).not.toContainText('FUZZY_BULK');
  }
});

test('shows the notice about manual billing only to a user with a manual plan', async ({ page, asSubscriber }) => {
  const notice = page.getByText('Your plan is managed by us', { exact: true });
  const given = await asSubscriber({ hasKey: true });
  await page.goto('/dashboard?notice=manual_billing');
  await expect(notice).toBeVisible();
  await createSubscriptionRow(db(), { userId: given.id });
  await page.goto('/dashboard?notice=manual_billing');
  await expect(page.getByText('Personal usage').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('shows a placeholder key without a login, and links to the login with a return URL', async ({ page }) => {
  await page.goto('/setup');
  await expect(page.getByRole('region', { name: /fuzzy_check\.conf/ })).toContainText(
    'encryption_key = "YOUR_API_KEY"',
  );
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login?return_url=%2Fsetup');
});

test('puts the key into fuzzy_check.conf, and its first and last 8 characters into the repository files', async ({
  page,
  asSubscriber,
}) => {
  const person = await asSubscriber({ hasKey: true });
  const { publicKey } = await db().fuzzyKey.findFirstOrThrow({ where: { userId: person.id } });
  await page.goto('/setup');
  const check = page.getByRole('region', { name: /fuzzy_check\.conf/ });
  await expect(check).toContainText(`encryption_key = "${publicKey}"`);
  await expect(check).toContainText('flag = 8');
  await expect(check).toContainText('max_score = 20.0');
  await expect(check).toContainText('flag = 1');
  await expect(check).toContainText('max_score = 5.0');
  const group = page.getByRole('region', { name: /fuzzy_group\.conf/ });
  await expect(group).toContainText(/"FUZZY_PLUS_DENIED" \{\s+weight = 10\.0;/);
  await expect(group).toContainText(/"FUZZY_BULK" \{\s+weight = 0\.1;/);
  const el = page.getByRole('region', { name: /rspamd\.repo/ });
  await expect(el).toContainText(`username=${publicKey.slice(0, 8)}\npassword=${publicKey.slice(-8)}`);
  await page.getByText('Debian-based', { exact: true }).click();
  await expect(el).toBeHidden();
  await expect(page.getByRole('region', { name: /auth\.conf\.d/ })).toContainText(
    `machine ${LOCAL_SITE.REPOSITORY_HOST}/apt-stable login ${publicKey.slice(0, 8)} password ${publicKey.slice(-8)}`,
  );
});

test('keeps the chosen system in the URL, and remembers it', async ({ page }) => {
  await page.goto('/setup');
  await page.getByText('Debian-based', { exact: true }).click();
  await expect(page).toHaveURL('/setup?system=debian');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Debian-based' })).toBeChecked();
  await page.goto('/setup');
  await expect(page.getByRole('radio', { name: 'Debian-based' })).toBeChecked();
  await page.goto('/setup?system=el');
  await expect(page.getByRole('radio', { name: 'EL-based' })).toBeChecked();
});

test('copies a file with a confirmation for two seconds, and downloads it under its name', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.baseUrl });
  await page.goto('/setup');
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
});

test('links a user without a plan to the prices', async ({ page, asSubscriber }) => {
  await asSubscriber();
  await page.goto('/setup');
  await expect(page.getByText('You have no key yet: these files hold a placeholder.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See plans and prices' })).toHaveAttribute('href', '/pricing');
});

test('stays readable and offers Retry when the status fails to load', async ({ page }) => {
  await page.route('**/userstatus', (route) => route.fulfill({ status: 500, json: { error: 'broken' } }));
  await page.goto('/setup');
  await expect(page.getByText('Failed to fetch user status')).toBeVisible();
  await expect(page.getByRole('region', { name: /fuzzy_check\.conf/ })).toContainText('YOUR_API_KEY');
  await page.unroute('**/userstatus');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Log in, and your own key stands in these files.')).toBeVisible();
});

test('is readable and switches between systems without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.baseUrl });
  const page = await context.newPage();
  await page.goto('/setup');
  await expect(page.getByRole('region', { name: /rspamd\.repo/ })).toBeVisible();
  await page.getByText('Debian-based', { exact: true }).click();
  await expect(page.getByRole('region', { name: /auth\.conf\.d/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /rspamd\.repo/ })).toBeHidden();
  await context.close();
});

test('links to the dashboard, the documentation and support in the summary', async ({ page }) => {
  await page.goto('/setup');
  const summary = page.getByRole('region', { name: '4. Summary' });
  await expect(summary.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  await expect(summary.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', site.links.documentation);
  await expect(summary.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    `mailto:${LOCAL_SITE.SUPPORT_MAIL}`,
  );
});
