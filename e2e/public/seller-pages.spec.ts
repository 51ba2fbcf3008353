import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { legalFacts } from '#lib/base/settings/legal.ts';
import { site } from '#lib/base/settings/site.ts';
import { slugOf } from '#lib/base/text/format.ts';
import { MINUTE } from '#lib/base/time.ts';
import { DPA_VERSION, SELLER_PAGES } from '#lib/marketing/policies/policy.ts';
import { sellerPagesOf } from '#lib/marketing/seller-pages.ts';
import { expect, test } from '../fixtures.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { emulate, expectNoSidewaysScroll } from '../support/browser/page.ts';

const PHONE = { width: 360, theme: 'light', name: '360 px' } as const;

test('shows every page about the seller from the footer, with an anchor for each section, and no SLA without one', async ({
  page,
}) => {
  const pages = sellerPagesOf(legalFacts());
  await page.goto('/');
  const links = page.getByRole('contentinfo').getByRole('navigation', { name: 'About the seller' }).getByRole('link');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(SELLER_PAGES.filter((name) => name !== 'sla').map((name) => `/${name}`));
  for (const name of SELLER_PAGES) {
    const answer = await page.goto(`/${name}`);
    const text = pages[name];
    expect.soft(answer?.status(), name).toBe(text ? 200 : 404);
    if (!text) continue;
    await expect(page).toHaveTitle(`${text.title} · ${site.name}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.title);
    const main = page.getByRole('main');
    for (const { title } of text.sections)
      await expect(main.locator(`[id="${slugOf(title)}"]`).getByRole('heading', { level: 2 })).toHaveText(title);
    expect(await main.textContent(), 'every link is made').not.toMatch(/\]\(/);
  }
});

test('leads from every link of these pages to a page that exists', async ({ page, request }) => {
  const targets = new Set<string>();
  for (const name of ['legal', 'dpa', 'subprocessors', 'security', 'accessibility', 'terms']) {
    await page.goto(`/${name}`);
    const hrefs = page.getByRole('main').locator('a[href^="/"]');
    for (const href of await hrefs.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
      targets.add(href);
  }
  expect(targets.size).toBeGreaterThan(3);
  for (const href of targets) expect.soft((await request.get(href)).status(), href).toBe(200);
});

test('prints the agreement as it is: its whole text in dark ink, without header, footer and buttons', async ({
  page,
}) => {
  await emulate(page, { width: 800, theme: 'dark', name: '800 px' });
  await page.goto('/dpa');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(`Version ${DPA_VERSION}.`, { exact: true })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0);
  const [ink, ground] = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect([ink, ground]).toEqual(['rgb(25, 26, 23)', 'rgb(255, 255, 255)']);
});

test('leads from the word SLA in the plans to the sentence that says where one is agreed', async ({ page }) => {
  await page.goto('/pricing');
  for (const appearance of [{ width: 1440, theme: 'light', name: '1440 px' } as const, PHONE]) {
    await emulate(page, appearance);
    const link = page.getByRole('link', { name: 'agreed in the contract' }).filter({ visible: true });
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAttribute('href', '/terms#availability');
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('link', { name: 'agreed in the contract' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/terms#availability$/);
  await expect(page.locator('#availability')).toContainText('An SLA is agreed in the contract');
  await expect(page.locator('#availability')).toBeInViewport();
});

const clickAccept = (page: Page) => page.getByRole('button', { name: 'Accept this agreement' }).click();
const acceptances = (userId: string) => db().acceptance.findMany({ where: { accountId: userId, document: 'dpa' } });

test('records the agreement of an owner once, and shows on the account page when and by whom it was accepted', async ({
  page,
  asSubscriber,
}) => {
  const person = await asSubscriber();
  await page.goto('/account#agreements');
  const section = page.getByRole('region', { name: 'Agreements' });
  await expect(section).toContainText(/Data processing agreement\s*Not accepted yet/);
  for (let clicks = 0; clicks < 2; clicks++) {
    await page.goto('/dpa');
    await clickAccept(page);
    await expect(page).toHaveURL(/\/account#agreements$/);
    await expect(section).toContainText(`Version of ${customerDay(new Date(DPA_VERSION))}, accepted on`);
    await expect(section).toContainText(`by ${person.email}.`);
  }
  const rows = await acceptances(person.id);
  expect(rows).toMatchObject([{ version: DPA_VERSION, act: 'page' }]);
  expect(Math.abs((rows[0]?.acceptedAt.getTime() ?? 0) - Date.now())).toBeLessThan(5 * MINUTE);
});

test('asks a visitor to log in, and leads back to the agreement', async ({ page }) => {
  await page.goto('/dpa');
  await clickAccept(page);
  await expect(page).toHaveURL(/\/login\?return_url=%2Fdpa$/);
});

test('records nothing for a version that is no longer the current one, or from another site', async ({
  page,
  asSubscriber,
}) => {
  const person = await asSubscriber();
  await page.goto('/dpa');
  await page.locator('input[name="version"]').evaluate((input: HTMLInputElement) => (input.value = '2020-01-01'));
  await clickAccept(page);
  await expect(page).toHaveURL(/\/dpa\?error=conflict$/);
  const answer = await page.request.post('/dpa/form', {
    form: { version: DPA_VERSION },
    headers: { origin: 'https://other.example' },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  expect(await acceptances(person.id)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('accepts the agreement with a plain form', async ({ page, asSubscriber }) => {
    const person = await asSubscriber();
    await page.goto('/dpa');
    await clickAccept(page);
    await expect(page).toHaveURL(/\/account#agreements$/);
    expect(await acceptances(person.id)).toHaveLength(1);
  });
});
