import { voidLogins } from '#lib/auth/in-flight.ts';
import type { Context } from '#lib/context.ts';
import { enqueue } from '#lib/jobs/queue.ts';

/**
 * Sets a proven address, or none; links that were mailed and logins that are under way are void. A key that shows another one keeps it: its email and
 * its owner are two facts (decisions §5). Returns the ids of the keys that follow.
 */
export async function replaceEmail(
  tx: Context,
  userId: string,
  before: string | null,
  email: string | null,
): Promise<number[]> {
  await tx.db.user.update({
    where: { id: userId },
    data: { email, emailVerifiedAt: email && tx.now, version: { increment: 1 } },
  });
  await voidLogins(tx, userId);
  await tx.db.oneTimeToken.deleteMany({ where: { userId } });
  await enqueue(tx.db, 'billing.follow_email', { userId });
  const keys = await tx.db.fuzzyKey.updateManyAndReturn({
    where: { userId, email: before },
    data: { email, version: { increment: 1 } },
    select: { id: true },
  });
  return keys.map(({ id }) => id);
}
