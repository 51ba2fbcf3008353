import type { Context } from '#lib/base/context.ts';
import { keepRestrictions } from '#lib/fuzzy-keys/owner-restrictions.ts';
import { keyType } from '#lib/fuzzy-keys/policy.ts';
import { setKeyState } from '#lib/fuzzy-keys/service.ts';
import { freeDescription } from './key-description.ts';

/**
 * Removes accounts that end from their keys: the keys lose owner and email, and are renamed to `Manual <key id>` unless they are
 * named after a subscription. They continue to work as far as the owner's block and daily limit allowed; with `end` they
 * are deleted, so that the storage refuses them. Returns them with their new descriptions.
 */
export async function releaseKeys(
  tx: Context,
  accounts: readonly string[],
  { end }: { end: boolean },
): Promise<{ id: number; description: string; isSuspended: boolean }[]> {
  const owned = await tx.db.fuzzyKey.findMany({
    where: { accountId: { in: [...accounts] } },
    orderBy: { id: 'asc' },
    select: { id: true, description: true, keyId: true, deletedAt: true },
  });
  // Newest first: deleting a key also deletes the keys it replaced.
  if (end) for (const { id, deletedAt } of owned.toReversed()) if (!deletedAt) await setKeyState(tx, id, 'deleted');
  const released = [];
  for (const { id, description: before, keyId } of owned) {
    const isSuspended = !end && (await keepRestrictions(tx, id));
    const isOfStripe = keyType({ description: before, email: null }) === 'stripe';
    const description = isOfStripe ? before : await freeDescription(tx, `Manual ${keyId}`);
    await tx.db.fuzzyKey.update({
      where: { id },
      data: { accountId: null, email: null, description, version: { increment: 1 } },
    });
    released.push({ id, description, isSuspended });
  }
  return released;
}
