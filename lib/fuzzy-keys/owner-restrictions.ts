import type { Context } from '#lib/base/context.ts';
import { limitOf } from './limit.ts';
import { endOfKey } from './policy.ts';
import { setKeyState, updateFuzzyKeyPlan } from './service.ts';

/**
 * Stores on a key what its owner's block and daily limit restrict, because both end for the key when it loses this
 * owner: the key of a blocked owner, and of one whose limit is 0, is suspended; any other limit becomes its rate. Call it
 * before the owner changes. Returns whether the key is suspended for this.
 */
export async function keepRestrictions(tx: Context, keyId: number): Promise<boolean> {
  const key = await tx.db.fuzzyKey.findUnique({
    where: { id: keyId },
    select: {
      deletedAt: true,
      worksUntil: true,
      quantity: true,
      rate: true,
      rank: { select: { rate: true } },
      account: { select: { blockedAt: true, dailyLimit: true } },
    },
  });
  if (!key?.account || endOfKey(key, tx.now)) return false;
  const { blockedAt, dailyLimit } = key.account;
  if (dailyLimit) await updateFuzzyKeyPlan(tx, keyId, { rate: limitOf(key).rate });
  if (blockedAt === null && dailyLimit !== 0) return false;
  await setKeyState(tx, keyId, 'suspended');
  return true;
}

/**
 * Switches on a suspended key that is given to another user. Its rate stays. The key of a subscription follows its
 * subscription instead. Call it after the owner has changed.
 */
export async function liftSuspension(tx: Context, keyId: number): Promise<void> {
  const where = { id: keyId, suspendedAt: { not: null }, deletedAt: null, subscriptionId: null };
  if (await tx.db.fuzzyKey.count({ where })) await setKeyState(tx, keyId, 'on');
}
