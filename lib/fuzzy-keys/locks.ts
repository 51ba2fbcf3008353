import type { Context } from '#lib/base/context.ts';
import type { Db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { canEdit } from './policy.ts';
import { fuzzyKeyFields, toFuzzyKeyView } from './queries.ts';
import type { FuzzyKeyView } from './schema.ts';

/** Locks a key until the transaction ends, so that `before` in the audit log is true. Throws `not_found`. */
export async function lockKey(db: Db, id: number) {
  await db.$queryRaw`SELECT 1 FROM fuzzy_keys WHERE id = ${id} FOR UPDATE`;
  const row = await db.fuzzyKey.findUnique({ where: { id }, select: fuzzyKeyFields });
  if (!row) throw new DomainError('not_found', 'This key does not exist.');
  return row;
}

/**
 * Locks the key that has a description. Throws `not_found`, and `conflict` if a rotation has just given the description
 * to another key (S53).
 */
export async function lockNamedKey(tx: Context, description: string): Promise<FuzzyKeyView> {
  const found = await tx.db.fuzzyKey.findUnique({ where: { description }, select: { id: true } });
  if (!found) throw new DomainError('not_found', 'No key has this description.');
  const key = toFuzzyKeyView(await lockKey(tx.db, found.id), tx.now);
  if (key.description !== description) throw changedByOther();
  return key;
}

/**
 * Like `lockNamedKey`, for a change of the key. Also throws `conflict` for a deleted or replaced key or a stale version
 * (S51, R24).
 */
export async function lockEditableKey(
  tx: Context,
  { description, version }: { description: string; version?: number | undefined },
): Promise<FuzzyKeyView> {
  const key = await lockNamedKey(tx, description);
  if (!canEdit(factsOf(key)))
    throw new DomainError(
      'conflict',
      key.replacedById === null
        ? 'This key is deleted. Restore it first.'
        : 'This key was replaced by a new one. Change the new one instead.',
    );
  if (version !== undefined && version !== key.version) throw changedByOther();
  return key;
}

/** The facts that the rules of policy.ts need. */
export const factsOf = (key: FuzzyKeyView) => ({ ...key, isReplaced: key.replacedById !== null });

export const changedByOther = () => new DomainError('conflict', 'Someone else has changed this key. Please reload it.');

/**
 * The keys that a key replaced and that still work. They share all properties of the key except the end of their grace
 * period, so that a subscription or an owner never has two keys with different properties.
 */
export async function olderKeys(tx: Context, id: number): Promise<{ id: number; worksUntil: Date }[]> {
  const older: { id: number; worksUntil: Date }[] = [];
  for (let replacedById = id; ;) {
    const key = await tx.db.fuzzyKey.findUnique({ where: { replacedById }, select: { id: true, worksUntil: true } });
    if (!key?.worksUntil || key.worksUntil <= tx.now) return older;
    older.push({ id: key.id, worksUntil: key.worksUntil });
    replacedById = key.id;
  }
}

/** The ids of a key and of the keys it replaced that still work. */
export const idsWithOlder = async (tx: Context, id: number): Promise<number[]> => [
  id,
  ...(await olderKeys(tx, id)).map((key) => key.id),
];
