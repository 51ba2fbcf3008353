/** The states of policy.ts as conditions: in SQL, for `fuzzy_keys k`, and as a Prisma `where`. */
import { Prisma } from '#lib/base/db/db.ts';

/** Not deleted, nor past the end of its grace period, whether or not the job has stored that end. */
export const hasNotEnded = (now: Date): Prisma.Sql => Prisma.sql`
  (k.deleted_at IS NULL AND (k.works_until IS NULL OR k.works_until > ${now}))`;
export const hasEnded = (now: Date): Prisma.Sql => Prisma.sql`(k.deleted_at IS NOT NULL OR k.works_until <= ${now})`;
export const whereNotEnded = (now: Date) =>
  ({ deletedAt: null, OR: [{ worksUntil: null }, { worksUntil: { gt: now } }] }) satisfies Prisma.FuzzyKeyWhereInput;

/** `keyState` is `on`. Needs the owner, `accounts a`, LEFT JOINed. Includes rotated keys in their grace period. */
export const works = (now: Date): Prisma.Sql => Prisma.sql`
  (${hasNotEnded(now)} AND k.suspended_at IS NULL AND a.blocked_at IS NULL)`;

/** The key itself is usable: neither deleted, suspended nor replaced. Its owner may be blocked. */
export const IS_IN_USE = Prisma.sql`(k.deleted_at IS NULL AND k.suspended_at IS NULL AND k.replaced_by_id IS NULL)`;
const whereInUse = { deletedAt: null, suspendedAt: null, replacedById: null } as const;

/** A key that its owner can use: it works, and no other key replaces it. */
export const IS_USABLE = Prisma.sql`(${IS_IN_USE} AND a.blocked_at IS NULL)`;
export const whereUsable = { ...whereInUse, account: { blockedAt: null } } as const;
