import type { Page } from '@playwright/test';
import { db, inTransaction } from '#lib/db.ts';
import { queueMail } from '#lib/mail/service.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { expect, test } from '../fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  APPEARANCES,
  collectErrors,
  emulate,
} from '../support/browser/page.ts';

const LOAD_FAILED = 'Failed to load jobs. You may not have admin privileges.';
const SUBJECT = 'You already have an account';

/** A mail job that failed on every try: queued by the product, then made a dead letter as pg-boss would do it. */
async function createFailedMail(why: string): Promise<{ to: string; id: string }> {
  const to = `job-${crypto.randomUUID()}@example.com`;
  const id = await inTransaction(db(), async (tx) => {
    const ctx = { ...processContext({ kind: 'system', job: 'jobs.spec' }), db: tx };
    await queueMail(ctx, to, 'email_taken', { loginUrl: 'https://premium.example/login' });
    const [row] = await tx.$queryRaw<{ id: string }[]>`
      UPDATE pgboss.job SET name = 'dead_letter', source_name = 'mail.send', source_id = gen_random_uuid(),
        source_created_on = created_on, source_retry_count = 12,
        source_output = jsonb_build_object('message', ${why}::text)
      WHERE id = (SELECT id FROM pgboss.job WHERE name = 'mail.send' AND xmin = pg_current_xact_id()::xid) RETURNING id::text`;
    return row?.id ?? '';
  });
  return { to, id };
}

const rowOf = (page: Page, why: string) => page.getByRole('row').filter({ hasText: why });
const unique = () => `451 later, please (${crypto.randomUUID()})`;

test('shows why a job failed and how often it was tried, and runs it again (R4)', async ({
  page,
  asAdmin,
  mailbox,
}) => {
  await asAdmin();
  const why = unique();
  const { to } = await createFailedMail(why);
  await page.goto('/admin/jobs');
  await expect(rowOf(page, why)).toContainText('mail.send');
  await expect(rowOf(page, why)).toContainText('13');
  await expect(rowOf(page, why)).toContainText('template email_taken');
  await rowOf(page, why).getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByText('The job runs again.')).toBeVisible();
  await expect(rowOf(page, why)).toHaveCount(0);
  await mailbox.receive(to, SUBJECT);
});

test('says that a job no longer exists when another admin has run it again', async ({ page, asAdmin }) => {
  await asAdmin();
  const why = unique();
  const { id } = await createFailedMail(why);
  await page.goto('/admin/jobs');
  await expect(rowOf(page, why)).toBeVisible();
  await db().$executeRaw`DELETE FROM pgboss.job WHERE id = ${id}::uuid`;
  await rowOf(page, why).getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByText('Failed to run again: This job has not failed, or no longer exists.')).toBeVisible();
  await expect(rowOf(page, why)).toHaveCount(0);
});

test('keeps state and queue in the URL, and explains an empty list', async ({ page, asAdmin }) => {
  await asAdmin();
  await page.goto('/admin/jobs');
  await expect(page.getByRole('rowheader', { name: 'mail.send' })).toBeVisible(); // loaded, so the click does not miss
  await page.getByRole('radio', { name: 'Running' }).check({ force: true });
  await expect(page).toHaveURL(/state=running/);
  await page.getByRole('combobox', { name: 'Queue' }).selectOption('mail.send');
  await expect(page).toHaveURL(/queue=mail\.send/);
  await expect(page.getByText('Nothing runs at this moment.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Running' })).toBeChecked();
});

test('does not shift the list below while the queues load', async ({ page, asAdmin }) => {
  await asAdmin();
  const answer = Promise.withResolvers<null>();
  await page.route('**/admin/api/jobs?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/admin/jobs');
  const top = async () => (await page.getByRole('combobox', { name: 'Queue' }).boundingBox())?.y;
  const before = await top();
  answer.resolve(null);
  await expect(page.getByRole('rowheader', { name: 'mail.send' })).toBeVisible();
  expect(await top()).toBe(before);
});

test('offers Retry after a failure, and shows no data to a user who is not an admin', async ({
  page,
  asAdmin,
  asSubscriber,
}) => {
  await asAdmin();
  await page.route('**/admin/api/jobs?*', (route) => route.abort());
  await page.goto('/admin/jobs');
  await expect(page.getByRole('alert').filter({ hasText: LOAD_FAILED })).toBeVisible();
  await page.unroute('**/admin/api/jobs?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible();
  await page.context().clearCookies();
  await asSubscriber();
  await page.goto('/admin/jobs');
  await expect(page.getByRole('alert').filter({ hasText: LOAD_FAILED })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

for (const appearance of APPEARANCES)
  test(`is accessible and does not scroll sideways (${appearance.name})`, async ({ page, asAdmin }) => {
    const problems = collectErrors(page);
    await asAdmin();
    const why = unique();
    const { id } = await createFailedMail(why);
    await emulate(page, appearance);
    await page.goto('/admin/jobs');
    await expect(rowOf(page, why)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
    await db().$executeRaw`DELETE FROM pgboss.job WHERE id = ${id}::uuid`;
  });
