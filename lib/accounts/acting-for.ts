import { Prisma, type Db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';

/**
 * The membership that `users u` act in: in the `chosen` account, in the account with their id, or in the one they joined
 * first. A person always has one, because the database opens an account for who has none.
 */
export const actingFor = (chosen: Prisma.Sql) => Prisma.sql`
  (SELECT m.account_id, m.role FROM memberships m WHERE m.user_id = u.id
   ORDER BY m.account_id = ${chosen} DESC NULLS LAST, m.account_id = u.id DESC, m.created_at, m.account_id LIMIT 1)`;

/**
 * The account that a key goes to which an admin gives to a user: their own or, once they have left that, the one that they
 * have owned longest. Throws `conflict` for a user who owns none.
 */
export async function ownedAccountOf(db: Db, userId: string): Promise<string> {
  const owned = await db.membership.findMany({
    where: { userId, role: 'owner' },
    orderBy: [{ createdAt: 'asc' }, { accountId: 'asc' }],
  });
  const found = owned.find(({ accountId }) => accountId === userId) ?? owned[0];
  if (!found) throw new DomainError('conflict', 'This user owns no account. Give the key to an owner of theirs.');
  return found.accountId;
}

/** The account that a person acts for where no session says which; null for an unknown person. */
export async function findAccountOf(db: Db, userId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT m.account_id::text AS id FROM users u CROSS JOIN LATERAL ${actingFor(Prisma.sql`NULL`)} m
    WHERE u.id = ${userId}::uuid`;
  return row?.id ?? null;
}
