import type { Context } from '#lib/base/context.ts';

/**
 * The accounts that are blocked with these people, each with one of them: those that they own, without another owner who
 * is not blocked.
 */
export const accountsOfBlock = ({ db }: Context, userIds: readonly string[]) =>
  db.$queryRaw<{ id: string; userId: string }[]>`
    SELECT DISTINCT ON (m.account_id) m.account_id::text AS id, m.user_id::text AS "userId" FROM memberships m
    WHERE m.user_id = ANY(${userIds}::uuid[]) AND m.role = 'owner' AND NOT EXISTS (
      SELECT FROM memberships other JOIN users u ON u.id = other.user_id
      WHERE other.account_id = m.account_id AND other.role = 'owner' AND u.blocked_at IS NULL
        AND u.id <> ALL(${userIds}::uuid[]))
    ORDER BY m.account_id, m.created_at, m.user_id`;

/**
 * Blocks those of the accounts that have no owner who is not blocked, so that the storage refuses their keys, and frees the
 * others. Call it after the rows of the people or of the memberships are written.
 */
export async function followOwners(tx: Context, accountIds: readonly string[]): Promise<void> {
  // Blocks of two owners take turns: the later one finds the other owner blocked.
  await tx.db.$queryRaw`SELECT 1 FROM accounts WHERE id = ANY(${accountIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  const isFree = { role: 'owner', user: { blockedAt: null } } as const;
  const id = { in: [...accountIds] };
  await tx.db.account.updateMany({
    where: { id, blockedAt: null, memberships: { none: isFree } },
    data: { blockedAt: tx.now },
  });
  await tx.db.account.updateMany({
    where: { id, blockedAt: { not: null }, memberships: { some: isFree } },
    data: { blockedAt: null },
  });
}

/** Runs `followOwners` for all accounts that these people own. */
export async function followBlocks(tx: Context, userIds: readonly string[]): Promise<void> {
  const owned = await tx.db.membership.findMany({ where: { userId: { in: [...userIds] }, role: 'owner' } });
  await followOwners(tx, [...new Set(owned.map(({ accountId }) => accountId))]);
}
