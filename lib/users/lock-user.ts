import type { Context } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';

/** Locks a user's row until the transaction ends, and reads it; null if the user does not exist. */
export async function lockUser(tx: Context, id: string) {
  await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.db.user.findUnique({
    where: { id },
    select: { email: true, isAdmin: true, blockedAt: true },
  });
}

/**
 * Asserts that an admin remains without this user, even for simultaneous callers (S49). Call it with the user's row
 * locked, in the transaction of the change. Throws `conflict`.
 */
export async function assertAdminRemains(tx: Context, withoutId: string): Promise<void> {
  if (!(await isAdminLeft(tx, [withoutId]))) throw new DomainError('conflict', LAST_ADMIN);
}

export const LAST_ADMIN = 'The last admin must stay. Make another user an admin first.';

/** Whether another admin who is not blocked exists. Simultaneous callers wait until the transaction ends. */
export async function isAdminLeft(tx: Context, withoutIds: readonly string[]): Promise<boolean> {
  await lockInTransaction(tx.db, 'admins');
  const others = { isAdmin: true, blockedAt: null, id: { notIn: [...withoutIds] } };
  return (await tx.db.user.count({ where: others })) > 0;
}
