import { Prisma } from '#lib/db.ts';

/** The condition that `keyState` (policy.ts) is `on`, for `fuzzy_keys k` with a LEFT JOIN of `users u`. */
export const worksInSql = (now: Date): Prisma.Sql => Prisma.sql`
  (k.deleted_at IS NULL AND k.suspended_at IS NULL AND (k.works_until IS NULL OR k.works_until > ${now})
    AND u.blocked_at IS NULL)`;
