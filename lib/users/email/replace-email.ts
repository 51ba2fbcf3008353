import { voidLogins } from '#lib/auth/session/in-flight.ts';
import { voidSignUps } from '#lib/auth/sign-up/sign-ups.ts';
import type { Context } from '#lib/base/context.ts';
import { namesAddress, replaceAddress } from '#lib/email-address/in-text.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { freeDescription } from '#lib/users/keys/key-description.ts';

/**
 * Sets a verified address, or removes it. Voids sign-ups, mailed links and logins in flight. Keys of the user's accounts that show the old
 * address now show the new address, and keys named after the old address are renamed: `Manual <old>` becomes `Manual
 * <new>`. A key that shows another address keeps it, because a key's email and its owner are independent of each other
 * (docs/product.md). Returns the ids of the changed keys.
 */
export async function replaceEmail(
  tx: Context,
  userId: string,
  before: string | null,
  email: string | null,
): Promise<number[]> {
  await voidSignUps(tx, userId);
  await tx.db.user.update({
    where: { id: userId },
    data: { email, emailVerifiedAt: email && tx.now, version: { increment: 1 } },
  });
  await voidLogins(tx, userId);
  await tx.db.oneTimeToken.deleteMany({ where: { userId } });
  const owned = (await tx.db.membership.findMany({ where: { userId, role: 'owner' } })).map((row) => row.accountId);
  for (const id of owned) await enqueue(tx.db, 'billing.follow_email', { userId: id });
  await tx.db.$queryRaw`SELECT 1 FROM fuzzy_keys WHERE user_id = ANY(${owned}::uuid[]) ORDER BY id FOR UPDATE`;
  const keys = await tx.db.fuzzyKey.findMany({
    where: { accountId: { in: owned } },
    orderBy: { id: 'asc' },
    select: { id: true, description: true, email: true },
  });
  const followed: number[] = [];
  for (const { id, description, email: shown } of keys) {
    const isNamed = before !== null && email !== null && namesAddress(description, before);
    const isShown = before !== null && shown === before;
    if (!isNamed && !isShown) continue;
    const data = {
      ...(isNamed && { description: await freeDescription(tx, replaceAddress(description, before, email)) }),
      ...(isShown && { email }),
    };
    await tx.db.fuzzyKey.update({ where: { id }, data: { ...data, version: { increment: 1 } } });
    followed.push(id);
  }
  return followed;
}
