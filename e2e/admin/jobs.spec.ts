import { expect, test } from '../fixtures.ts';
import { collectErrors } from '../support/browser/page.ts';
import { createFailedMail } from './failed-mail.ts';

const SUBJECT = 'You already have an account';

test('runs a failed job again (R4)', async ({ page, asAdmin, mailbox }) => {
  const problems = collectErrors(page);
  await asAdmin();
  const why = `451 later, please (${crypto.randomUUID()})`;
  const to = await createFailedMail(why);
  await page.goto('/admin/jobs');
  const row = page.getByRole('row').filter({ hasText: why });
  await expect(row).toContainText('template email_taken');
  await row.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByText('The job runs again.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await mailbox.receive(to, SUBJECT);
  expect(problems).toEqual([]);
});
