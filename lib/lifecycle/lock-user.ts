import type { Context } from '#lib/context.ts';
import { lockInTransaction } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';

/** A person's row as it is now, held against others until the transaction ends; null when there is none. */
export async function lockUser(tx: Context, id: string) {
  await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.db.user.findUnique({
    where: { id },
    select: { email: true, isAdmin: true, blockedAt: true, stripeCustomerId: true },
  });
}

/**
 * Makes sure that an admin remains when this person is none any more, also when two ask at once (S49). Call it with the
 * person's row locked, in the transaction of the change. Throws `conflict`.
 */
export async function assertAdminRemains(tx: Context, withoutId: string): Promise<void> {
  if (!(await isAdminLeft(tx, [withoutId]))) throw new DomainError('conflict', LAST_ADMIN);
}

export const LAST_ADMIN = 'The last admin must stay. Make somebody else an admin first.';

/** Whether anybody else could still act as an admin. Holds everybody off who asks the same, until the transaction ends. */
export async function isAdminLeft(tx: Context, withoutIds: readonly string[]): Promise<boolean> {
  await lockInTransaction(tx.db, 'admins');
  const others = { isAdmin: true, blockedAt: null, id: { notIn: [...withoutIds] } };
  return (await tx.db.user.count({ where: others })) > 0;
}
