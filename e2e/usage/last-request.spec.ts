import type { Page } from '@playwright/test';
import { db } from '#lib/db.ts';
import { HOUR, MINUTE } from '#lib/time.ts';
import { expect, test } from '../fixtures.ts';
import { report, serverName, subscribe } from './support.ts';

const WAITING = 'Waiting for the first request.';
const asks = (page: Page) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().endsWith('/account/api/last-request') && calls.push(request.url()));
  return calls;
};

for (const path of ['/dashboard', '/setup'])
  test(`${path} waits for the first request, and says which server received it`, async ({
    page,
    asSubscriber,
    storageServer,
  }) => {
    const key = await subscribe((await asSubscriber()).id);
    await page.goto(path);
    const said = page.getByRole('status').filter({ hasText: WAITING });
    await expect(said).toBeAttached();
    await report(key, storageServer.id, 0.5, { checked: 1 });
    await expect(page.getByText('It works.')).toBeVisible();
    await expect(page.getByText(`, ${await serverName(storageServer.id)}`)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Requests with your key arrive.' })).toBeAttached();
  });

test('marks a key as silent when it has not been used for more than three hours', async ({
  page,
  asSubscriber,
  storageServer,
}) => {
  const key = await subscribe((await asSubscriber()).id);
  await report(key, storageServer.id, 5, { checked: 1 });
  await page.goto('/dashboard');
  await expect(page.getByText('Silent.')).toBeVisible();
  await db().fuzzyKey.update({ where: { id: key }, data: { lastUsedAt: new Date(Date.now() - 2 * HOUR) } });
  await page.reload();
  await expect(page.getByText('It works.')).toBeVisible();
});

test('stops polling while the page is hidden, and polls again once it is visible', async ({ page, asSubscriber }) => {
  await page.clock.install();
  const calls = asks(page);
  await subscribe((await asSubscriber()).id);
  await page.goto('/dashboard');
  await expect(page.getByText(WAITING).first()).toBeVisible();
  await page.clock.runFor(10_000);
  await expect.poll(() => calls.length).toBeGreaterThan(1);
  await show(page, 'hidden');
  const asked = calls.length;
  await page.clock.runFor(10 * MINUTE);
  expect(calls).toHaveLength(asked);
  await show(page, 'visible');
  await expect.poll(() => calls.length).toBeGreaterThan(asked);
});

test('says when the last request cannot be loaded, and tries again', async ({ page, asSubscriber }) => {
  await subscribe((await asSubscriber()).id);
  await page.route('**/account/api/last-request', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await page.goto('/dashboard');
  await expect(page.getByText('Whether requests arrive could not be found out.')).toBeVisible();
  await page.unroute('**/account/api/last-request');
  await expect(page.getByText(WAITING).first()).toBeVisible();
});

test('neither waits nor polls without a key', async ({ page, asSubscriber }) => {
  const calls = asks(page);
  await asSubscriber();
  for (const path of ['/dashboard', '/setup']) {
    await page.goto(path);
    await page
      .getByText(path === '/setup' ? 'You have no key yet' : 'No key')
      .first()
      .waitFor();
    await expect(page.getByText(WAITING)).toHaveCount(0);
  }
  expect(calls).toEqual([]);
});

const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
