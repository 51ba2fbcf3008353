import { expect, test } from '../fixtures.ts';
import { report, serverName, subscribe, usagePanel } from './support.ts';

test('shows sums for all servers or a single server, and the percentage of the limit in each period', async ({
  page,
  asSubscriber,
  storageServer,
}) => {
  const key = await subscribe((await asSubscriber()).id);
  await report(key, storageServer.id, 2, { checked: 3650, hits: 321, errors: 30 });
  await report(key, storageServer.id, 90, { checked: 1000 });
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  const meter = panel.getByRole('meter');
  await expect(meter).toHaveAttribute('aria-valuetext', '3,680 of 4,000, 92 percent');
  await expect(panel.locator('.text-red', { hasText: '92%' })).toBeVisible();
  await expect(panel.getByRole('definition')).toHaveText([/^3\.7K/, /^321/, /^30/]);
  await panel.getByRole('button', { name: '3.7K', exact: true }).first().focus();
  await expect(page.getByText('3,650', { exact: true })).toBeVisible();

  await expect(panel.getByText('Daily limit 4K')).toBeVisible();
  await panel.getByLabel('Server', { exact: true }).selectOption(await serverName(storageServer.id));
  await expect(panel.getByText('Daily limit 4K')).toBeHidden();
  await expect(meter).toHaveAttribute('aria-valuetext', /^3,680 of 4,000/);

  await panel.getByText('7 days', { exact: true }).click();
  await expect(meter).toHaveAttribute('aria-valuetext', '4,680 of 28,000, 16 percent');
  await expect(page).toHaveURL(/period=168h/);
  await panel.getByText('30 days', { exact: true }).click();
  await expect(meter).toHaveAttribute('aria-valuetext', '4,680 of 120,000, 3 percent');
});

test('keeps period, server and table in the URL: reload keeps them, Back undoes them', async ({
  page,
  asSubscriber,
  storageServer,
}) => {
  const key = await subscribe((await asSubscriber()).id);
  await report(key, storageServer.id, 2, { checked: 5 });
  const server = await serverName(storageServer.id);
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  await panel.getByText('7 days', { exact: true }).click();
  await panel.getByRole('slider', { name: 'Usage of all servers, 7 days' }).waitFor();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await panel.getByLabel('Server', { exact: true }).selectOption(server);
  await expect(page).toHaveURL(`/dashboard?period=168h&server=${server}`);
  await panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(page).toHaveURL(`/dashboard?period=168h&server=${server}&view=table`);
  await page.reload();
  await expect(panel.getByRole('region', { name: `Usage of ${server}, 7 days, as a table` })).toBeVisible();
  await page.goBack();
  await expect(panel.getByRole('slider', { name: `Usage of ${server}, 7 days` })).toBeAttached();
  await page.goBack();
  await expect(panel.getByRole('slider', { name: 'Usage of all servers, 7 days' })).toBeAttached();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(panel.getByRole('radio', { name: '24 hours' })).toBeChecked();
});

test('fetches no page on Back and Forward between views, so that no late response resets the URL', async ({
  page,
  asSubscriber,
}) => {
  await subscribe((await asSubscriber()).id);
  await page.goto('/dashboard');
  const panel = usagePanel(page);
  await panel.getByText('7 days', { exact: true }).click();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await panel.getByText('30 days', { exact: true }).click();
  await expect(page).toHaveURL('/dashboard?period=720h');
  await page.reload();
  const fetched: string[] = [];
  page.on('request', (request) => {
    const headers = request.headers();
    if (headers['rsc'] && !headers['next-router-prefetch']) fetched.push(request.url());
  });
  for (const _ of [1, 2]) await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/dashboard');
  await expect(panel.getByRole('radio', { name: '24 hours' })).toBeChecked();
  await page.goForward();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await expect(panel.getByRole('radio', { name: '7 days' })).toBeChecked();
  // Following a link keeps the current URL in the history, so Back returns to it.
  await panel.getByRole('link', { name: 'Setup Guide' }).click();
  await expect(page).toHaveURL('/setup');
  expect(fetched.filter((url) => new URL(url).pathname === '/dashboard')).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/dashboard?period=168h');
  await expect(panel.getByRole('radio', { name: '7 days' })).toBeChecked();
});

test('ignores unknown values in the URL', async ({ page, asSubscriber }) => {
  await subscribe((await asSubscriber()).id);
  await page.goto('/dashboard?server=unknown&period=9h&compare=perhaps');
  await expect(usagePanel(page).getByRole('radio', { name: '24 hours' })).toBeChecked();
  await expect(usagePanel(page).getByText('No data for the last 24 hours')).toBeVisible();
});

test('shows no panel and sends no request without a subscription', async ({ page, asSubscriber }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/usagegraph/') && calls.push(request.url()));
  await asSubscriber();
  await page.goto('/dashboard');
  await expect(page.getByText('No plan')).toBeVisible();
  await expect(usagePanel(page)).toBeHidden();
  expect(calls).toEqual([]);
});
