import { z } from 'zod';
import type { Context } from '#lib/base/context.ts';
import { escapeLike, Prisma } from '#lib/base/db/db.ts';
import { searched } from '#lib/base/text/text.ts';
import { LIVE_STATUSES } from '#lib/billing/plan.ts';
import { searchedTexts } from '#lib/email-address/domain.ts';
import { IS_IN_USE } from '#lib/fuzzy-keys/usable-key.ts';

const yesOrNo = z.enum(['true', 'false']).optional();
const STRIPE_STATUSES = [
  ...['active', 'past_due', 'trialing', 'unpaid', 'paused', 'canceled', 'incomplete', 'incomplete_expired'],
] as const;

/** The filters of `GET admin/api/users`. */
export const UserFilters = z.object({
  search: searched(200).optional(),
  status: z.enum(['active', 'blocked']).optional(),
  admin: yesOrNo,
  verified: yesOrNo,
  /**
   * live: an active, trialing or past-due subscription; leaving: a live one that was cancelled for a later day; manual: a key in use without a subscription; none: neither;
   * otherwise Stripe's status
   */
  subscription: z.enum(['live', 'leaving', 'manual', 'none', ...STRIPE_STATUSES]).optional(),
});
export type UserFilters = z.infer<typeof UserFilters>;

/** The filters as a WHERE condition on `users u`. */
export async function userConditions(ctx: Context, filters: UserFilters): Promise<Prisma.Sql> {
  const { search, status, admin, verified, subscription } = filters;
  const conditions = [
    ...(search ? [await searchCondition(ctx, search)] : []),
    ...(status ? [status === 'blocked' ? Prisma.sql`u.blocked_at IS NOT NULL` : Prisma.sql`u.blocked_at IS NULL`] : []),
    ...(admin ? [admin === 'true' ? Prisma.sql`u.is_admin` : Prisma.sql`NOT u.is_admin`] : []),
    ...(verified
      ? [verified === 'true' ? Prisma.sql`u.email_verified_at IS NOT NULL` : Prisma.sql`u.email_verified_at IS NULL`]
      : []),
    ...(subscription ? [subscriptionCondition(subscription)] : []),
  ];
  return conditions.length ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`;
}

function subscriptionCondition(wanted: NonNullable<UserFilters['subscription']>): Prisma.Sql {
  switch (wanted) {
    case 'live':
      return hasStatus(LIVE_STATUSES);
    case 'leaving':
      return IS_LEAVING;
    case 'manual':
      return HAS_MANUAL_KEY;
    case 'none':
      return Prisma.sql`NOT ${inTurn(hasStatus(LIVE_STATUSES))} AND NOT ${inTurn(HAS_MANUAL_KEY)}`;
    default:
      return hasStatus([wanted]);
  }
}

/** The accounts of all that the user owns, because their row shows what all of these have. */
const IS_OWNED = Prisma.sql`m.user_id = u.id AND m.role = 'owner'`;

const hasStatus = (statuses: readonly string[]) =>
  Prisma.sql`EXISTS (SELECT FROM memberships m JOIN subscriptions s ON s.user_id = m.account_id
  WHERE ${IS_OWNED} AND s.status IN (${Prisma.join([...statuses])}))`;

/** Asks for each user in turn: half of all match, so the planner must not read what all accounts have first. */
const inTurn = (exists: Prisma.Sql) => Prisma.sql`(SELECT ${exists} OFFSET 0)`;

const IS_LEAVING = Prisma.sql`EXISTS (SELECT FROM memberships m JOIN subscriptions s ON s.user_id = m.account_id
  WHERE ${IS_OWNED} AND s.cancel_at IS NOT NULL AND s.ended_at IS NULL AND s.status IN (${Prisma.join([...LIVE_STATUSES])}))`;

const HAS_MANUAL_KEY = Prisma.sql`EXISTS (SELECT FROM memberships m JOIN fuzzy_keys k ON k.user_id = m.account_id
  WHERE ${IS_OWNED} AND k.subscription_id IS NULL AND ${IS_IN_USE})`;

/**
 * Whether the trigram index can find a text: it needs three letters or digits in a row. Other texts are only compared
 * with the beginning of emails.
 */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);
/** Must match the index expressions in prisma/indexes.sql exactly. */
export const SEARCHED_TEXTS = Prisma.raw(String.raw`(coalesce(u.email, '') || E'\n' || coalesce(u.notes, ''))`);
export const EMAIL_ORDER = Prisma.raw(String.raw`coalesce(u.email, E'\x7f') COLLATE "C"`);
/** Four or more characters of the key alphabet may be the beginning of a public key. */
const KEY_PREFIX = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{4,52}$/;
const OWNERS_LIMIT = 200;

/** Matches the text in emails and notes, a user's id, and the owners of keys that begin with the text. */
async function searchCondition(ctx: Context, search: string): Promise<Prisma.Sql> {
  const texts = Prisma.sql`(${Prisma.join(searchedTexts(search).map(containsText), ' OR ')})`;
  const id = z.uuid().safeParse(search).data;
  const ids = [...(id ? [id] : []), ...(KEY_PREFIX.test(search) ? await ownersOf(ctx, search) : [])];
  return ids.length ? Prisma.sql`(${texts} OR u.id = ANY(${ids}::uuid[]))` : texts;
}

function containsText(text: string): Prisma.Sql {
  const pattern = escapeLike(text);
  return hasTrigram(text)
    ? Prisma.sql`${SEARCHED_TEXTS} ILIKE ${`%${pattern}%`}`
    : Prisma.sql`${EMAIL_ORDER} LIKE ${`${pattern.toLowerCase()}%`}`;
}

async function ownersOf(ctx: Context, publicKeyPrefix: string): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT m.user_id::text AS id FROM fuzzy_keys k
      JOIN memberships m ON m.account_id = k.user_id AND m.role = 'owner'
    WHERE k.public_key::text LIKE ${`${publicKeyPrefix}%`} LIMIT ${OWNERS_LIMIT}`;
  return rows.map(({ id }) => id);
}
