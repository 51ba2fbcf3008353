import type { Context } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';

/** Locks what a person owns against syncs, before the person's row, in the lock order of billing. */
export async function lockBillingOf(tx: Context, userId: string): Promise<void> {
  const owned = await tx.db.membership.findMany({ where: { userId, role: 'owner' }, orderBy: { accountId: 'asc' } });
  for (const { accountId } of owned) await lockInTransaction(tx.db, `billing-user:${accountId}`);
}

/**
 * The accounts that end with a person, because they have no other owner, and the memberships in accounts that stay. Locks
 * all that the person owns, so that another owner cannot leave in the meantime.
 */
export async function lockEndingAccounts(
  tx: Context,
  userId: string,
): Promise<{ ending: { id: string; stripeCustomerId: string | null }[]; left: { accountId: string; role: string }[] }> {
  await tx.db.$queryRaw`
    SELECT 1 FROM accounts a JOIN memberships m ON m.account_id = a.id
    WHERE m.user_id = ${userId}::uuid AND m.role = 'owner' ORDER BY a.id FOR UPDATE OF a`;
  const isOwner = { role: 'owner', userId } as const;
  const ending = await tx.db.account.findMany({
    where: { memberships: { some: isOwner, none: { role: 'owner', userId: { not: userId } } } },
    orderBy: { id: 'asc' },
    select: { id: true, stripeCustomerId: true },
  });
  const where = { userId, accountId: { notIn: ending.map(({ id }) => id) } };
  const left = await tx.db.membership.findMany({ where, orderBy: { accountId: 'asc' } });
  return { ending, left };
}
