import type { Context } from '#lib/context.ts';
import { lockInTransaction } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';

/** A person's row as it is now, held against others until the transaction ends; null when there is none. */
export async function lockUser(tx: Context, id: string) {
  await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.db.user.findUnique({ where: { id }, select: { email: true, isAdmin: true, blockedAt: true } });
}

/**
 * Makes sure that an admin remains when this person is none any more, also when two ask at once (S49). Call it with the
 * person's row locked, in the transaction of the change. Throws `conflict`.
 */
export async function assertAdminRemains(tx: Context, withoutId: string): Promise<void> {
  await lockInTransaction(tx.db, 'admins');
  const others = await tx.db.user.count({ where: { isAdmin: true, blockedAt: null, id: { not: withoutId } } });
  if (!others) throw new DomainError('conflict', 'The last admin must stay. Make somebody else an admin first.');
}
