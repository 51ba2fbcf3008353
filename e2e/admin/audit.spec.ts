import { readFile } from 'node:fs/promises';
import { recordAudit } from '#lib/audit/audit.ts';
import { db } from '#lib/db.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';

const LOAD_FAILED = 'Failed to load the audit trail. You may not have admin privileges.';
const rows = 'table tbody tr';

/** A user for one test, with `count` events in the audit log. */
async function createEvents(count: number): Promise<{ id: string; email: string }> {
  const email = `audit-${crypto.randomUUID()}@example.com`;
  const { id } = await createUserRow(db(), { email });
  const ctx = { ...processContext({ kind: 'system', job: 'audit.test' }), ip: '192.0.2.7', requestId: `request-${id}` };
  for (let number = 0; number < count; number++)
    await recordAudit(ctx, number % 2 ? 'user.blocked' : 'user.updated', id, {
      before: { number },
      after: { number: number + 1 },
    });
  return { id, email };
}

test('shows action, target, actor, IP address, request id and change of an event (S81)', async ({ page, asAdmin }) => {
  await asAdmin();
  const { id, email } = await createEvents(1);
  await page.goto(`/admin/audit?target=${id}`);
  const row = page.locator(rows);
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('rowheader')).toHaveText('user.updated');
  await expect(row).toContainText(email);
  await expect(row).toContainText('audit.test');
  await expect(row).toContainText('192.0.2.7');
  await row.getByText('Details').click();
  await expect(row.getByText('Before').locator('..')).toContainText('"number": 0');
  await expect(row.getByText('After').locator('..')).toContainText('"number": 1');
  await expect(row).toContainText(`request-${id}`);
});

test('keeps the filters in the URL, and removes one or all of them', async ({ page, asAdmin }) => {
  await asAdmin();
  const { email } = await createEvents(4);
  await page.goto('/admin/audit');
  await page.getByLabel('Target').fill(email);
  await page.getByLabel('Action').fill('user.blocked');
  await page.getByLabel('Action').press('Enter');
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('target') === email && url.searchParams.get('action') === 'user.blocked',
  );
  await expect(page.locator(rows)).toHaveCount(2);
  await page.reload();
  await expect(page.getByLabel('Target')).toHaveValue(email);
  await page.getByRole('link', { name: 'Remove filter Action user.blocked' }).click();
  await expect(page.locator(rows)).toHaveCount(4);
  await expect(page.getByLabel('Action')).toHaveValue('');
  await expect(page).not.toHaveURL(/action=/);
  await page.goBack();
  await expect(page.locator(rows)).toHaveCount(2);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
});

test('filters by the action or target that is clicked', async ({ page, asAdmin }) => {
  await asAdmin();
  const { id, email } = await createEvents(3);
  await page.goto(`/admin/audit?request_id=request-${id}`);
  await expect(page.locator(rows)).toHaveCount(3);
  await page.getByRole('link', { name: 'user.blocked', exact: true }).click();
  await expect(page.locator(rows)).toHaveCount(1);
  await page.getByRole('cell', { name: email }).getByRole('link').click();
  await expect(page).toHaveURL((url) => url.searchParams.get('target') === id);
});

test('pages forward, keeps the page on reload, and returns to page 1 on Back', async ({ page, asAdmin }) => {
  await asAdmin();
  const { id } = await createEvents(60);
  await page.goto(`/admin/audit?target=${id}`);
  const pages = page.getByRole('navigation', { name: 'Pages of the audit log' });
  await expect(pages).toContainText('1–50 of 60');
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(pages).toContainText('51–60 of 60');
  await expect(page.locator(rows)).toHaveCount(10);
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(pages).toContainText('51–60 of 60');
  await page.goBack();
  await expect(pages).toContainText('1–50 of 60');
});

test('exports the filtered view as CSV', async ({ page, asAdmin }) => {
  await asAdmin();
  const { id } = await createEvents(3);
  await page.goto(`/admin/audit?target=${id}`);
  await expect(page.locator(rows)).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.trim().split(/\r?\n/)).toHaveLength(4);
  expect(text).toContain(id);
});

test('says when no event matches, and offers Retry after a failure', async ({ page, asAdmin }) => {
  await asAdmin();
  await page.goto('/admin/audit?ip=203.0.113.99');
  await expect(page.getByText('No events match')).toBeVisible();
  await page.route('**/admin/api/audit?*', (route) => route.abort(), { times: 4 });
  await page.goto('/admin/audit?ip=203.0.113.98');
  await expect(page.getByRole('alert').filter({ hasText: LOAD_FAILED })).toBeVisible();
  await page.unroute('**/admin/api/audit?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No events match')).toBeVisible();
});

test('shows an error and no data to a user who is not an admin', async ({ page, asSubscriber }) => {
  await asSubscriber();
  await page.goto('/admin/audit');
  await expect(page.getByRole('alert').filter({ hasText: LOAD_FAILED })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways (${appearance.name})`, async ({ page, asAdmin }) => {
    const problems = collectErrors(page);
    await asAdmin();
    const { id } = await createEvents(3);
    await emulate(page, appearance);
    await page.goto(`/admin/audit?target=${id}`);
    await expect(page.locator(rows)).toHaveCount(3);
    await page.getByText('Details').nth(-1).click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });
