import { recordAudit } from '#lib/audit/audit.ts';
import { db } from '#lib/base/db/db.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';

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

test('keeps filters and page in the URL, through reload and Back, and shows the change of an event (S81)', async ({
  page,
  asAdmin,
}) => {
  await asAdmin();
  const { id, email } = await createEvents(60);
  const pages = page.getByRole('navigation', { name: 'Pages of the audit log' });
  await page.goto(`/admin/audit?request_id=request-${id}`);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Target' }).click();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.searchParams.get('target') === email);
  await expect(pages).toContainText('1–50 of 60');
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(pages).toContainText('51–60 of 60');
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(page.getByRole('link', { name: `Remove filter Target ${email}` })).toBeVisible();
  await expect(page.locator(rows)).toHaveCount(10);
  await page.goBack();
  await expect(pages).toContainText('1–50 of 60');

  const first = page.getByRole('link', { name: 'user.blocked', exact: true }).first();
  await first.click();
  const panel = page.getByRole('dialog', { name: 'user.blocked' });
  await expect(panel.getByRole('row', { name: 'number 59 60' })).toBeVisible();
  await expect(panel).toContainText(`request-${id}`);
  await expect(panel).toContainText('192.0.2.7');
  await page.keyboard.press('j');
  await expect(
    page.getByRole('dialog', { name: 'user.updated' }).getByRole('row', { name: 'number 58 59' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await first.click();
  await panel.getByRole('link', { name: 'All events with this action' }).click();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('action') === 'user.blocked' && url.searchParams.size === 1,
  );
  await page.goBack();
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(pages).toContainText('1–50 of 60');
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
});
