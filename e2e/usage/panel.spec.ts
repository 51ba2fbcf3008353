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
  await page.goto('/usage');
  const panel = usagePanel(page);
  const meter = panel.getByRole('meter');
  await expect(meter).toHaveAttribute('aria-valuetext', '3,680 of 4,000, 92 percent');
  await expect(panel.locator('.text-red', { hasText: '92%' })).toBeVisible();
  await expect(panel.getByRole('definition')).toHaveText([/^3\.7K/, /^321/, /^30/]);
  await panel.getByRole('button', { name: '3.7K', exact: true }).first().focus();
  await expect(page.getByText('3,650', { exact: true })).toBeVisible();

  await panel.getByLabel('Server', { exact: true }).selectOption(await serverName(storageServer.id));
  await expect(meter).toHaveAttribute('aria-valuetext', /^3,680 of 4,000/);

  await panel.getByText('7 days', { exact: true }).click();
  await expect(meter).toHaveAttribute('aria-valuetext', '4,680 of 28,000, 16 percent');
  await expect(page).toHaveURL(/period=168h/);
  await panel.getByText('30 days', { exact: true }).click();
  await expect(meter).toHaveAttribute('aria-valuetext', '4,680 of 120,000, 3 percent');
  await expect(panel.getByText('Limit per day 4K')).toBeHidden();
  await panel.getByLabel('Server', { exact: true }).selectOption('aggregate');
  await expect(panel.getByText('Limit per day 4K')).toBeVisible();
});

test('keeps period, server and table in the URL: reload keeps them, Back undoes them', async ({
  page,
  asSubscriber,
  storageServer,
}) => {
  const key = await subscribe((await asSubscriber()).id);
  await report(key, storageServer.id, 2, { checked: 5 });
  const server = await serverName(storageServer.id);
  await page.goto('/usage');
  const panel = usagePanel(page);
  await panel.getByText('7 days', { exact: true }).click();
  await panel.getByRole('slider', { name: 'Usage of all storage hosts, 7 days' }).waitFor();
  await expect(page).toHaveURL('/usage?period=168h');
  await panel.getByLabel('Server', { exact: true }).selectOption(server);
  await expect(page).toHaveURL(`/usage?period=168h&server=${server}`);
  await panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(page).toHaveURL(`/usage?period=168h&server=${server}&view=table`);
  await page.reload();
  await expect(panel.getByRole('region', { name: `Usage of ${server}, 7 days, as a table` })).toBeVisible();
  await page.goBack();
  await expect(panel.getByRole('slider', { name: `Usage of ${server}, 7 days` })).toBeAttached();
  await page.goBack();
  await expect(panel.getByRole('slider', { name: 'Usage of all storage hosts, 7 days' })).toBeAttached();
  await expect(page).toHaveURL('/usage?period=168h');
  await page.goBack();
  await expect(page).toHaveURL('/usage');
  await expect(panel.getByRole('radio', { name: '24 hours' })).toBeChecked();
});

test('fetches no page on Back and Forward between views, so that no late response resets the URL', async ({
  page,
  asSubscriber,
}) => {
  await subscribe((await asSubscriber()).id);
  await page.goto('/usage');
  const panel = usagePanel(page);
  await panel.getByText('7 days', { exact: true }).click();
  await expect(page).toHaveURL('/usage?period=168h');
  await panel.getByText('30 days', { exact: true }).click();
  await expect(page).toHaveURL('/usage?period=720h');
  await page.reload();
  const fetched: string[] = [];
  page.on('request', (request) => {
    const headers = request.headers();
    if (headers['rsc'] && !headers['next-router-prefetch']) fetched.push(request.url());
  });
  for (const _ of [1, 2]) await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/usage');
  await expect(panel.getByRole('radio', { name: '24 hours' })).toBeChecked();
  await page.goForward();
  await expect(page).toHaveURL('/usage?period=168h');
  await expect(panel.getByRole('radio', { name: '7 days' })).toBeChecked();
  // Following a link keeps the current URL in the history, so Back returns to it.
  await panel.getByRole('link', { name: 'Setup Guide' }).click();
  await expect(page).toHaveURL('/setup');
  expect(fetched.filter((url) => new URL(url).pathname === '/usage')).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/usage?period=168h');
  await expect(panel.getByRole('radio', { name: '7 days' })).toBeChecked();
});

test('ignores unknown values in the URL', async ({ page, asSubscriber }) => {
  await subscribe((await asSubscriber()).id);
  await page.goto('/usage?server=unknown&period=9h&compare=perhaps');
  await expect(usagePanel(page).getByRole('radio', { name: '24 hours' })).toBeChecked();
  await expect(usagePanel(page).getByText('No data for the last 24 hours')).toBeVisible();
});

test('shows the usage at a glance on the dashboard, and leads to the page with the rest, in the same period', async ({
  page,
  asSubscriber,
  storageServer,
}) => {
  const key = await subscribe((await asSubscriber()).id);
  await report(key, storageServer.id, 2, { checked: 3650, hits: 321, errors: 30 });
  await page.goto('/dashboard#usage');
  const panel = usagePanel(page);
  await expect(panel.getByRole('meter')).toHaveAttribute('aria-valuetext', '3,680 of 4,000, 92 percent');
  await expect(panel.getByRole('button', { name: 'Show as table' })).toHaveCount(0);
  await panel.getByText('7 days', { exact: true }).click();
  await panel.getByRole('link', { name: 'All usage' }).click();
  await expect(page).toHaveURL('/usage?period=168h');
  await expect(page.getByRole('heading', { name: 'Usage', exact: true })).toBeVisible();
  await expect(panel.getByRole('radio', { name: '7 days' })).toBeChecked();
});

test('marks the page in the bar, which stays in view and covers no heading that a link leads to', async ({
  page,
  asSubscriber,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await subscribe((await asSubscriber()).id);
  const bar = page.getByRole('navigation', { name: 'Product' });
  for (const [name, path] of [
    ['Dashboard', '/dashboard'],
    ['Usage', '/usage'],
    ['Plan', '/plan'],
    ['Account', '/account'],
  ] as const) {
    await page.goto(path);
    await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(bar.locator('[aria-current]')).toHaveCount(1);
    await expect(bar.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.goto('/dashboard#usage');
  const heading = usagePanel(page).getByRole('heading');
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expect(heading).toBeInViewport({ ratio: 1 });
  const [barBox, headingBox] = [await bar.boundingBox(), await heading.boundingBox()];
  expect(barBox?.y).toBe(0);
  expect(headingBox?.y).toBeGreaterThan((barBox?.y ?? 0) + (barBox?.height ?? 0));
});

test('shows no panel and sends no request without a subscription', async ({ page, asSubscriber }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/usagegraph/') && calls.push(request.url()));
  await asSubscriber();
  await page.goto('/dashboard');
  await expect(page.getByText('No plan')).toBeVisible();
  await expect(usagePanel(page)).toBeHidden();
  await page.goto('/usage');
  await page.getByRole('link', { name: 'Your plan' }).click();
  await expect(page).toHaveURL('/plan');
  await expect(page.getByText(/^You have no plan now/)).toBeVisible();
  expect(calls).toEqual([]);
});
