import type { AccountRole } from '#lib/base/context.ts';
import { Prisma, type Db } from '#lib/base/db/db.ts';

/**
 * The membership that `users u` act in: in the `chosen` account, in the account with their id, or in the one they joined
 * first. A person always has one, because the database opens an account for who has none.
 */
export const actingFor = (chosen: Prisma.Sql) => Prisma.sql`
  (SELECT m.account_id, m.role FROM memberships m WHERE m.user_id = u.id
   ORDER BY m.account_id = ${chosen} DESC NULLS LAST, m.account_id = u.id DESC, m.created_at, m.account_id LIMIT 1)`;

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
