import { recordAudit } from '#lib/audit/audit.ts';
import type { Context } from '#lib/base/context.ts';
import { isUniqueViolation } from '#lib/base/db/db.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { isPublicKey, keyIdOf } from '#lib/fuzzy-keys/key-pair.ts';
import { factsOf, idsWithOlder, lockKey } from '#lib/fuzzy-keys/locks.ts';
import { keepRestrictions, liftSuspension } from '#lib/fuzzy-keys/owner-restrictions.ts';
import { canEdit } from '#lib/fuzzy-keys/policy.ts';
import { toFuzzyKeyView } from '#lib/fuzzy-keys/queries.ts';
import { freeDescription, manualDescription } from './key-description.ts';

/** The account that gets the key, and the address that the key shows. */
type Owner = { id: string; email: string | null };

/**
 * Gives a user the key they brought. A key that exists here is linked; any other is stored without a private half, so
 * that it is shown but never in the key map. Throws `invalid` for a malformed key, and `conflict` if the key is deleted
 * or belongs to another user; `field` is its name in the JSON body.
 */
export async function giveKey(
  tx: Context,
  owner: Owner,
  publicKey: string,
  rank: number,
  field = 'custom_key',
): Promise<void> {
  assertPublicKey(publicKey, field);
  const found = await tx.db.fuzzyKey.findUnique({ where: { publicKey }, select: { id: true } });
  if (found) return linkKey(tx, owner, found.id, field);
  const add = tx.db.fuzzyKey.create({
    data: {
      description: await freeDescription(tx, manualDescription(owner)),
      publicKey,
      keyId: keyIdOf(publicKey),
      rankId: rank,
      email: owner.email,
      accountId: owner.id,
      createdAt: tx.now,
    },
    select: { id: true },
  });
  const { id } = await add.catch((error: unknown) => {
    throw isUniqueViolation(error)
      ? new DomainError('conflict', 'Another admin has just added this key. Please try again.')
      : error;
  });
  await recordAudit(tx, 'fuzzy_key.generated', String(id), { key: publicKey, external: true, owner: owner.id });
}

/** Throws `invalid` for a malformed public key; `field` is its name in the JSON body. */
export function assertPublicKey(text: string, field = 'custom_key'): void {
  if (!isPublicKey(text))
    throw invalidField(field, 'This is not a public key. A public key has 52 letters and digits and ends in y.');
}

/** Makes a user the owner of a free key; a key they already own stays unchanged. Throws `conflict` (S51, S53). */
export async function linkKey(tx: Context, owner: Owner, keyId: number, field: string): Promise<void> {
  const key = toFuzzyKeyView(await lockKey(tx.db, keyId), tx.now);
  const refuse = (text: string) => new DomainError('conflict', text, { fields: { [field]: text } });
  if (!canEdit(factsOf(key))) throw refuse('This key has been deleted or replaced.');
  if (key.accountId === owner.id) return;
  if (key.accountId !== null) throw refuse('This key belongs to another user.');
  await tx.db.fuzzyKey.updateMany({
    where: { id: { in: await idsWithOlder(tx, key.id) } },
    data: { email: owner.email, accountId: owner.id, version: { increment: 1 } },
  });
  await recordAudit(tx, 'fuzzy_key.updated', String(key.id), {
    before: { userId: null },
    after: { userId: owner.id },
    ...(key.email !== owner.email && { changed: ['email'] }),
  });
  await liftSuspension(tx, key.id);
}

/** Removes the user from a key that was assigned to them. A subscription's key stays with its owner. */
export async function withdrawKey(tx: Context, owner: Owner, publicKey: string): Promise<void> {
  const found = await tx.db.fuzzyKey.findFirst({
    where: { publicKey, accountId: owner.id, subscriptionId: null },
    select: { id: true, email: true },
  });
  if (!found) return;
  await lockKey(tx.db, found.id);
  await keepRestrictions(tx, found.id);
  await tx.db.fuzzyKey.updateMany({
    where: { id: { in: await idsWithOlder(tx, found.id) } },
    data: { email: null, accountId: null, version: { increment: 1 } },
  });
  await recordAudit(tx, 'fuzzy_key.updated', String(found.id), {
    before: { userId: owner.id },
    after: { userId: null },
    ...(found.email !== null && { changed: ['email'] }),
  });
}
