import { z } from 'zod';
import { Prisma } from '#lib/base/db/db.ts';
import { searched } from '#lib/base/text/text.ts';
import { DAY } from '#lib/base/time.ts';
import { searchedTexts } from '#lib/email-address/domain.ts';
import { ATTENTIONS, SPREAD_NETWORKS, type Attention } from '#lib/fuzzy-keys/schema.ts';
import { IS_IN_USE } from '#lib/fuzzy-keys/usable-key.ts';

/** Part of a description, an email or a public key. */
export const search = searched(200).optional();

/** Filters for lists of keys. */
export const keyFilters = {
  search,
  rank: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .optional(),
  email: z.enum(['with', 'without']).optional(),
  /**
   * over: above the daily limit; silent: in use, with requests in the last 7 days, but none in the last 24 hours;
   * spread: used from more than 10 networks in the last 7 days
   */
  attention: z.enum(ATTENTIONS).optional(),
};
type Filters = { [K in keyof typeof keyFilters]?: z.infer<(typeof keyFilters)[K]> };

/** One condition on `fuzzy_keys k` for each given filter. */
export function conditionsOf({ search: searched, rank, email, attention }: Filters, now: Date): Prisma.Sql[] {
  return [
    ...(searched ? [contains(searched)] : []),
    ...(rank === undefined ? [] : [Prisma.sql`k.rank = ${rank}`]),
    ...(email === undefined ? [] : [email === 'with' ? Prisma.sql`k.email IS NOT NULL` : Prisma.sql`k.email IS NULL`]),
    ...(attention ? [needs(attention, now)] : []),
  ];
}

/**
 * Whether a key needs this attention, by the last run of the job `usage.rank`. A key that is used again is silent no
 * longer, even before the next run.
 */
const needs = (attention: Attention, now: Date): Prisma.Sql => Prisma.sql`
  (k.id IN (SELECT o.key_id FROM usage_standings o WHERE ${STANDS[attention]}) AND ${stillNeeds(attention, now)})`;

/** What the job has found, of `usage_standings o`. */
export const STANDS: Readonly<Record<Attention, Prisma.Sql>> = {
  over: Prisma.sql`o.is_over_limit`,
  silent: Prisma.sql`o.is_silent`,
  // The number is not a parameter, so that the index usage_standings_networks_idx fits.
  spread: Prisma.sql`o.networks > ${Prisma.raw(String(SPREAD_NETWORKS))}`,
};

/** What must hold of the key now, besides. */
export const stillNeeds = (attention: Attention, now: Date): Prisma.Sql =>
  attention === 'silent' ? isSilent(now) : Prisma.sql`TRUE`;

/** In use, with requests in the last 7 days but none in the last 24 hours. */
export const isSilent = (now: Date): Prisma.Sql => Prisma.sql`
  (${IS_IN_USE} AND k.last_used_at > ${new Date(now.getTime() - 7 * DAY)}
    AND k.last_used_at <= ${new Date(now.getTime() - DAY)})`;

/** One or two ASCII characters. The trigram index cannot find them, so every key is read. */
const SHORT = /^[ -~]{1,2}$/;

/**
 * Whether a key's description, email or public key contains the text. A short text is compared byte by byte, because
 * every key is read: for ASCII the result is the same (P7). Emails and public keys are stored in lower case.
 */
function contains(text: string): Prisma.Sql {
  const [like, lower] = [pattern(text), pattern(text.toLowerCase())];
  const emails = searchedTexts(text).map((stored) => Prisma.sql`k.email ILIKE ${pattern(stored)}`);
  return SHORT.test(text)
    ? Prisma.sql`(k.description COLLATE "C" ILIKE ${like} OR k.email COLLATE "C" LIKE ${lower}
        OR k.public_key::text COLLATE "C" LIKE ${lower})`
    : Prisma.sql`(k.description ILIKE ${like} OR ${Prisma.join(emails, ' OR ')} OR k.public_key::text ILIKE ${like})`;
}

/** A LIKE pattern that finds the text anywhere, with its own wildcards escaped. */
export const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
