import { db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { expect, test } from '../fixtures.ts';
import { report, serverName, subscribe } from './support.ts';

const WAITING = 'Waiting for the first request.';

test('waits for the first request, names the server that received it, and says when the key is silent', async ({
  page,
  asSubscriber,
  storageServer,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().endsWith('/account/api/last-request') && calls.push(request.url()));
  await page.clock.install();
  const { id } = await asSubscriber();
  await test.step('sends no request without a key', async () => {
    await page.goto('/setup');
    await page.getByText('You have no key yet').first().waitFor();
    await expect(page.getByText(WAITING)).toHaveCount(0);
    expect(calls).toEqual([]);
  });

  const key = await subscribe(id);
  await test.step('shows the first request when it arrives', async () => {
    await page.goto('/dashboard');
    await expect(page.getByText(WAITING)).toBeVisible();
    await report(key, storageServer.id, 0.5, { checked: 1 });
    await page.clock.runFor(10_000);
    await expect(page.getByText('It works.')).toBeVisible();
    await expect(page.getByText(` at ${await serverName(storageServer.id)}`)).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: 'Done: Your server says hello. 3 of 4 steps.' }),
    ).toBeAttached();
  });

  await test.step('before and after the first match', async () => {
    await expect(page.getByText(/^1 storage host asked within 24 hours: /)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Send the test message' })).toBeVisible();
    await db().fuzzyKey.update({
      where: { id: key },
      data: { firstMatchAt: new Date(), firstMatchServerId: storageServer.id, firstMatchFlag: 8 },
    });
    await page.clock.runFor(20_000);
    await expect(page.getByText(/First match .*, premium list\./)).toBeVisible();
  });

  await test.step('says that a key is silent if its last request was hours ago', async () => {
    await db().fuzzyKey.update({ where: { id: key }, data: { lastUsedAt: new Date(Date.now() - 5 * HOUR) } });
    await page.goto('/setup');
    await expect(page.getByText('Silent.')).toBeVisible();
  });
});
