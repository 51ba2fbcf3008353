import { db } from '#lib/base/db/db.ts';
import { expect, test } from '../fixtures.ts';
import { collectErrors, expectAccessible } from '../support/browser/page.ts';

// Approving is part of e2e/faults/two-copies.spec.ts: here it would change the home page of other tests.
test('adds a draft, edits and deletes it, with an audit event for each, and shows no draft on the home page', async ({
  page,
  asAdmin,
}) => {
  const problems = collectErrors(page);
  await asAdmin();
  const author = `Anna ${crypto.randomUUID().slice(0, 8)}`;
  const row = page.getByRole('row').filter({ hasText: author });
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `Actions for the words of ${author}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await page.goto('/admin/testimonials');
  await page.getByRole('button', { name: 'Add testimonial' }).click();
  const form = page.getByRole('dialog', { name: 'Add testimonial' });
  for (const [label, text] of [
    ['Quote', 'It works here.'],
    ['Author', author],
    ['Position', 'Postmaster'],
    ['Company', 'Example Ltd'],
    ['Said on', '2026-11-02'],
    ['Consent', 'Signed form'],
  ] as const)
    await form.getByLabel(label).fill(text);
  await form.getByLabel('Rating').selectOption('4 of 5');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Draft');
  const { id } = await db().testimonial.findFirstOrThrow({ where: { author } });

  await choose('Edit');
  const edit = page.getByRole('dialog', { name: `Edit the words of ${author}` });
  await edit.getByLabel('Quote').fill('It works well.');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('It works well.');
  expect(await (await page.request.get('/')).text()).not.toContain(author);

  await choose('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0); // the rows behind it are hidden
  await expect(row).toHaveCount(0);
  const events = await db().auditEvent.findMany({
    where: { targetId: String(id), action: { startsWith: 'testimonial' } },
  });
  expect(events.map(({ action }) => action).toSorted()).toEqual([
    'testimonial.created',
    'testimonial.deleted',
    'testimonial.updated',
  ]);
  expect(problems).toEqual([]);
});
