import type { AccountRole } from '#lib/base/context.ts';
import { Prisma, type Db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';

/** Whether the account of `memberships m` has, or had, a key or a plan: not the one that a sign-up opened for nothing. */
const IS_USED = Prisma.sql`
  (EXISTS (SELECT FROM fuzzy_keys k WHERE k.user_id = m.account_id)
    OR EXISTS (SELECT FROM subscriptions s WHERE s.user_id = m.account_id))`;

/** The order of a person's memberships: used accounts first, then the one with the person's id, then the oldest. */
const inOrder = (person: Prisma.Sql) =>
  Prisma.sql`${IS_USED} DESC, m.account_id = ${person} DESC, m.created_at, m.account_id`;

/**
 * The membership that `users u` act in: in the `chosen` account, or else in the first. A person always has one, because
 * the database opens an account for who has none.
 */
export const actingFor = (chosen: Prisma.Sql) => Prisma.sql`
  (SELECT m.account_id, m.role, count(*) OVER () > 1 AS has_others FROM memberships m WHERE m.user_id = u.id
   ORDER BY m.account_id = ${chosen} DESC NULLS LAST, ${inOrder(Prisma.sql`u.id`)} LIMIT 1)`;

/** The id of the account that an admin means by a user: the first that they own. No row for a user who owns none. */
export const ownedAccount = (user: Prisma.Sql) => Prisma.sql`
  (SELECT m.account_id FROM memberships m WHERE m.user_id = ${user} AND m.role = 'owner' ORDER BY ${inOrder(user)} LIMIT 1)`;

/** Matches what the accounts have that a user owns. */
export const ofOwned = (userId: string) => ({ account: { memberships: { some: { userId, role: 'owner' } } } });

/** `ownedAccount` of each user who owns one, by the user's id. */
export async function findOwnedAccounts(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.$queryRaw<{ userId: string; id: string | null }[]>`
    SELECT u.id::text AS "userId", ${ownedAccount(Prisma.sql`u.id`)}::text AS id
    FROM unnest(${userIds}::uuid[]) AS u (id)`;
  return new Map(rows.flatMap(({ userId, id }) => (id === null ? [] : [[userId, id]])));
}

/** `ownedAccount` of one user. Null for a user who owns none. */
export const findOwnedAccount = async (db: Db, userId: string): Promise<string | null> =>
  (await findOwnedAccounts(db, [userId])).get(userId) ?? null;

/** `ownedAccount` of one user. Throws `conflict` for a user who owns none. */
export async function ownedAccountOf(db: Db, userId: string): Promise<string> {
  const found = await findOwnedAccount(db, userId);
  if (!found) throw ownsNone();
  return found;
}

export const ownsNone = () => new DomainError('conflict', 'This user owns no account. Choose an owner of theirs.');

/**
 * What a person acts for, and as what: in the `chosen` account, or where none was chosen in that of `actingFor`. Null for
 * an unknown person, and if they are not a member of the chosen one.
 */
export async function findActing(
  db: Db,
  userId: string,
  chosen: string | null,
): Promise<{ accountId: string; role: AccountRole } | null> {
  const [row] = await db.$queryRaw<{ accountId: string; role: AccountRole }[]>`
    SELECT m.account_id::text AS "accountId", m.role
    FROM users u CROSS JOIN LATERAL ${actingFor(Prisma.sql`${chosen}::uuid`)} m
    WHERE u.id = ${userId}::uuid AND (${chosen}::uuid IS NULL OR m.account_id = ${chosen}::uuid)`;
  return row ?? null;
}

/** The account that a session acts for; null if it has ended. */
export async function findAccountOfSession(db: Db, sessionId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT m.account_id::text AS id FROM sign_in_sessions s JOIN users u ON u.id = s.user_id
      CROSS JOIN LATERAL ${actingFor(Prisma.sql`s.account_id`)} m
    WHERE s.id = ${sessionId}::uuid`;
  return row?.id ?? null;
}
