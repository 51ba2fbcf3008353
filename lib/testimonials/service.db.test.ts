import { expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { MINUTE } from '#lib/base/time.ts';
import '#lib/testing/database.ts';
import { createTestimonialRow } from '#lib/testing/factories.ts';
import { createFreshAdmin } from '#lib/testing/signed-in.ts';
import { TestimonialInput } from './schema.ts';
import {
  approveTestimonial,
  createTestimonial,
  deleteTestimonial,
  findApprovedTestimonials,
  listTestimonials,
  updateTestimonial,
  withdrawTestimonial,
} from './service.ts';

const input = {
  ...{ quote: 'It works.', author: 'A. Person', position: 'Postmaster', company: 'Example Ltd', rating: 4 },
  ...{ company_logo: '/logos/example.svg', given_on: '2026-11-02', consent: 'Signed form in the folder of customers' },
};
const admin = () => createFreshAdmin(db());
const quotes = async () => (await findApprovedTestimonials(db())).map(({ quote }) => quote);

test('shows an entry from its approval to its withdrawal, with an audit event for each step', async () => {
  const ctx = await admin();
  const added = await createTestimonial(ctx, input);
  expect(added).toMatchObject({ ...input, status: 'draft', version: 1 });
  expect(await quotes()).toEqual([]);
  const approved = await approveTestimonial(ctx, added.id, added);
  expect(approved).toMatchObject({ status: 'approved', version: 2 });
  expect(await findApprovedTestimonials(db())).toEqual([
    {
      ...{ quote: 'It works.', author: 'A. Person', position: 'Postmaster', company: 'Example Ltd', rating: 4 },
      ...{ companyLogo: '/logos/example.svg', givenOn: '2026-11-02', isSample: false },
    },
  ]);
  const withdrawn = await withdrawTestimonial(ctx, added.id, approved);
  expect(withdrawn).toMatchObject({ status: 'withdrawn', approved_at: null });
  expect(await quotes()).toEqual([]);
  const events = await db().auditEvent.findMany({ where: { targetId: String(added.id) }, orderBy: { at: 'asc' } });
  expect(events.map(({ action }) => action).toSorted()).toEqual(
    ['testimonial.approved', 'testimonial.created', 'testimonial.withdrawn'].toSorted(),
  );
  expect(JSON.stringify(events), 'no text that was typed').not.toContain('Person');
});

test('takes an approved entry off the page when its words change', async () => {
  const ctx = await admin();
  const row = await createTestimonialRow(db(), { approvedAt: new Date() });
  expect(await quotes()).toContain(row.quote);
  const changed = await updateTestimonial(ctx, row.id, { ...input, quote: 'It works well.', version: row.version });
  expect(changed).toMatchObject({ quote: 'It works well.', status: 'draft', approved_at: null });
  expect(await quotes()).not.toContain('It works well.');
});

test('refuses to approve words that the admin has not read', async () => {
  const ctx = await admin();
  const read = await createTestimonial(ctx, input);
  await updateTestimonial(ctx, read.id, { ...input, quote: 'Something else.', version: read.version });
  await expect(approveTestimonial(ctx, read.id, read)).rejects.toMatchObject({ code: 'conflict' });
  await expect(approveTestimonial(ctx, 999_999_999, read)).rejects.toMatchObject({ code: 'not_found' });
  expect(await quotes()).not.toContain('Something else.');
});

test('deletes an entry for a person who asks', async () => {
  const ctx = await admin();
  const row = await createTestimonialRow(db(), { approvedAt: new Date() });
  await expect(deleteTestimonial(ctx, row.id, { version: 2 })).rejects.toMatchObject({ code: 'conflict' });
  await deleteTestimonial(ctx, row.id, row);
  expect(await db().testimonial.findUnique({ where: { id: row.id } })).toBeNull();
  await expect(deleteTestimonial(ctx, row.id, row)).rejects.toMatchObject({ code: 'not_found' });
});

test('lists the newest entry first', async () => {
  const ctx = await admin();
  const [first, second] = [await createTestimonial(ctx, input), await createTestimonial(ctx, input)];
  const { testimonials } = await listTestimonials(ctx);
  expect(testimonials.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
});

test('refuses a day in the future, and names the field', async () => {
  const ctx = await admin();
  const tomorrow = new Date(Date.now() + 24 * 60 * MINUTE).toISOString().slice(0, 10);
  await expect(createTestimonial(ctx, { ...input, given_on: tomorrow })).rejects.toMatchObject({
    code: 'invalid',
    fields: { given_on: 'This day is in the future.' },
  });
});

test.each(['quote', 'author', 'position', 'company', 'consent'])(
  'keeps no email address in %s, so that a deletion leaves none behind',
  (field) => {
    const result = TestimonialInput.safeParse({ ...input, [field]: 'as agreed with anna@example.com' });
    expect(result.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      [field, 'This cannot contain an email address.'],
    ]);
  },
);

test('covers every text column of the table with that rule', async () => {
  const columns = await db().$queryRaw<{ name: string }[]>`
    SELECT attname AS name FROM pg_attribute WHERE attrelid = 'testimonials'::regclass AND attnum > 0
    AND NOT attisdropped AND atttypid = 'text'::regtype ORDER BY 1`;
  expect(columns.map(({ name }) => name)).toEqual([
    'author',
    'company',
    'company_logo',
    'consent',
    'position',
    'quote',
  ]);
});

test.each([
  'https://cdn.example/logo.svg',
  '//cdn.example/logo.svg',
  '/logos/../x.svg',
  '/logo.html',
  'logo.svg',
  '/a b.svg',
])('refuses the logo %s: pages load nothing from other hosts', (logo) =>
  expect(TestimonialInput.safeParse({ ...input, company_logo: logo }).success).toBe(false),
);
