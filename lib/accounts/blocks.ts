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
 * Blocks the accounts that go with a block of these people, so that the storage refuses their keys, or lifts the block of
 * all that they own. Call it after the people's own rows are written.
 */
export async function setAccountsBlocked(tx: Context, userIds: readonly string[], blocked: boolean): Promise<void> {
  // Blocks of two owners take turns: the later one finds the first one's owner blocked.
  const owned = await tx.db.$queryRaw<{ id: string }[]>`
    SELECT a.id::text FROM accounts a WHERE a.id IN (
      SELECT m.account_id FROM memberships m WHERE m.user_id = ANY(${userIds}::uuid[]) AND m.role = 'owner')
    ORDER BY a.id FOR NO KEY UPDATE`;
  const affected = blocked ? await accountsOfBlock(tx, userIds) : owned;
  const where = { id: { in: affected.map(({ id }) => id) }, blockedAt: blocked ? null : { not: null } };
  await tx.db.account.updateMany({ where, data: { blockedAt: blocked ? tx.now : null } });
}

/** Blocks accounts which, now that an owner has left, only blocked people own. Call it after the membership is written. */
export async function followOwners(tx: Context, accountIds: readonly string[]): Promise<void> {
  const owners = await tx.db.membership.findMany({
    where: { accountId: { in: [...accountIds] }, role: 'owner', user: { blockedAt: { not: null } } },
    select: { userId: true },
  });
  if (owners.length)
    await setAccountsBlocked(
      tx,
      owners.map(({ userId }) => userId),
      true,
    );
}
