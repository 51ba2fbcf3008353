import { z } from 'zod';
import { Prisma } from '#lib/db.ts';

/** A part of a description, an email or a public key. */
export const search = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u)
  .optional();

/** By what lists of keys can be narrowed (spec §2). */
export const keyFilters = {
  search,
  rank: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .optional(),
  email: z.enum(['with', 'without']).optional(),
};
type Filters = { [K in keyof typeof keyFilters]?: z.infer<(typeof keyFilters)[K]> };

/** A rotated key is deleted when its grace ends, whether or not the job has said so yet. Of `fuzzy_keys k`. */
export const isDeleted = (deleted: boolean, now: Date): Prisma.Sql =>
  deleted
    ? Prisma.sql`(k.deleted_at IS NOT NULL OR k.works_until <= ${now})`
    : Prisma.sql`k.deleted_at IS NULL AND (k.works_until IS NULL OR k.works_until > ${now})`;

/** What the filters ask of `fuzzy_keys k`, each by itself. */
export function conditionsOf({ search: searched, rank, email }: Filters): Prisma.Sql[] {
  const text = searched && pattern(searched);
  return [
    ...(text
      ? [Prisma.sql`(k.description ILIKE ${text} OR k.email ILIKE ${text} OR k.public_key::text ILIKE ${text})`]
      : []),
    ...(rank === undefined ? [] : [Prisma.sql`k.rank = ${rank}`]),
    ...(email === undefined ? [] : [email === 'with' ? Prisma.sql`k.email IS NOT NULL` : Prisma.sql`k.email IS NULL`]),
  ];
}

/** Anything around the text, whose own wildcards mean themselves. */
export const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
