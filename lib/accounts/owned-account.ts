import { Prisma, type Db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';

/**
 * The account that is meant where an admin speaks of a user's limit, key or plan, as SQL: the one with the user's id
 * while they own it, else the one that they have owned longest. Null for a user who owns none.
 */
export const ownedAccount = (userId: Prisma.Sql) => Prisma.sql`
  (SELECT own.account_id FROM memberships own WHERE own.user_id = ${userId} AND own.role = 'owner'
   ORDER BY own.account_id = own.user_id DESC, own.created_at, own.account_id LIMIT 1)`;

/** The account of `ownedAccount` of each user who owns one, by the user's id. */
export async function findOwnedAccounts(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.$queryRaw<{ userId: string; id: string | null }[]>`
    SELECT u.id::text AS "userId", ${ownedAccount(Prisma.sql`u.id`)}::text AS id
    FROM unnest(${userIds}::uuid[]) AS u (id)`;
  return new Map(rows.flatMap(({ userId, id }) => (id === null ? [] : [[userId, id]])));
}

/** The account of `ownedAccount`. Throws `conflict` for a user who owns none. */
export async function ownedAccountOf(db: Db, userId: string): Promise<string> {
  const id = (await findOwnedAccounts(db, [userId])).get(userId);
  if (id === undefined) throw ownsNone();
  return id;
}

export const ownsNone = () =>
  new DomainError('conflict', 'This user owns no account. Choose an owner of theirs for keys and limits.');
