import { Prisma } from '#lib/db.ts';

/** That `keyState` (policy.ts) is `on`, in SQL, for `fuzzy_keys k` and, joined from the left, `users u`. */
export const worksInSql = (now: Date): Prisma.Sql => Prisma.sql`
  (k.deleted_at IS NULL AND k.suspended_at IS NULL AND (k.works_until IS NULL OR k.works_until > ${now})
    AND u.blocked_at IS NULL)`;
