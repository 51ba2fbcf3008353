import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import type { Db, Prisma } from '#lib/base/db/db.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import type { SeenTestimonial, TestimonialInput, UpdateTestimonialInput } from './schema.ts';
import type { Testimonial, TestimonialListView, TestimonialRow } from './views.ts';

/** All entries, the newest first. */
export async function listTestimonials({ db }: Context<Admin>): Promise<TestimonialListView> {
  const rows = await db.testimonial.findMany({ orderBy: { id: 'desc' } });
  return { testimonials: rows.map(toRow) };
}

/** What the home page shows: the approved entries, in the order of their approval. */
export async function findApprovedTestimonials(db: Db): Promise<Testimonial[]> {
  const rows = await db.testimonial.findMany({
    where: { approvedAt: { not: null } },
    orderBy: [{ approvedAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ quote, author, position, company, rating, companyLogo, givenOn }) => ({
    ...{ quote, author, position, company, rating, companyLogo },
    givenOn: dayOf(givenOn),
    isSample: false,
  }));
}

/** Adds an entry, which is a draft. Throws `reauthentication_required`, and `invalid` for a day in the future. */
export async function createTestimonial(ctx: Context<Admin>, input: TestimonialInput): Promise<TestimonialRow> {
  const data = columnsOf(ctx, input);
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const row = await tx.db.testimonial.create({ data: { ...data, createdAt: tx.now } });
    await recordAudit(tx, 'testimonial.created', String(row.id));
    return toRow(row);
  });
}

/**
 * Changes an entry. It is a draft afterwards: an approval is for the words that were read. Throws
 * `reauthentication_required`, `not_found`, `conflict` for another version, and `invalid` for a day in the future.
 */
export async function updateTestimonial(
  ctx: Context<Admin>,
  id: number,
  { version, ...input }: UpdateTestimonialInput,
): Promise<TestimonialRow> {
  const data = { ...columnsOf(ctx, input), approvedAt: null, withdrawnAt: null };
  return change(ctx, { id, version }, data, 'testimonial.updated');
}

/**
 * Shows an entry on the home page. Throws `reauthentication_required`, `not_found`, and `conflict` for another version:
 * these are not the words that the admin read.
 */
export const approveTestimonial = (
  ctx: Context<Admin>,
  id: number,
  { version }: SeenTestimonial,
): Promise<TestimonialRow> =>
  change(ctx, { id, version }, { approvedAt: ctx.now, withdrawnAt: null }, 'testimonial.approved');

/** Takes an entry off the home page. Throws `reauthentication_required`, `not_found` and `conflict`. */
export const withdrawTestimonial = (
  ctx: Context<Admin>,
  id: number,
  { version }: SeenTestimonial,
): Promise<TestimonialRow> =>
  change(ctx, { id, version }, { approvedAt: null, withdrawnAt: ctx.now }, 'testimonial.withdrawn');

/** Deletes an entry, as a person may ask. Throws `reauthentication_required`, `not_found` and `conflict`. */
export async function deleteTestimonial(ctx: Context<Admin>, id: number, { version }: SeenTestimonial): Promise<void> {
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const { count } = await tx.db.testimonial.deleteMany({ where: { id, version } });
    if (!count) throw await refusal(tx.db, id);
    await recordAudit(tx, 'testimonial.deleted', String(id));
  });
}

function change(
  ctx: Context<Admin>,
  { id, version }: { id: number; version: number },
  data: Prisma.TestimonialUpdateInput,
  action: 'testimonial.updated' | 'testimonial.approved' | 'testimonial.withdrawn',
): Promise<TestimonialRow> {
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const [row] = await tx.db.testimonial.updateManyAndReturn({
      where: { id, version },
      data: { ...data, version: version + 1 },
    });
    if (!row) throw await refusal(tx.db, id);
    await recordAudit(tx, action, String(id), { version: row.version });
    return toRow(row);
  });
}

async function refusal(db: Db, id: number): Promise<DomainError> {
  const row = await db.testimonial.findUnique({ where: { id } });
  if (!row) return new DomainError('not_found', 'This entry does not exist.');
  const text = 'Someone else changed this entry in the meantime. Reload the list, and read it again.';
  return new DomainError('conflict', text, { details: { testimonial: toRow(row) } });
}

function columnsOf({ now }: Context, { company_logo, given_on, ...words }: TestimonialInput) {
  if (given_on > dayOf(now)) throw invalidField('given_on', 'This day is in the future.');
  return { ...words, companyLogo: company_logo || null, givenOn: new Date(given_on) };
}

type Row = Prisma.TestimonialGetPayload<object>;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const toRow = ({ companyLogo, givenOn, approvedAt, withdrawnAt, createdAt: _, ...row }: Row): TestimonialRow => ({
  ...row,
  company_logo: companyLogo,
  given_on: dayOf(givenOn),
  status: approvedAt ? 'approved' : withdrawnAt ? 'withdrawn' : 'draft',
  approved_at: approvedAt?.toISOString() ?? null,
  withdrawn_at: withdrawnAt?.toISOString() ?? null,
});
