import type { Context } from '#lib/context.ts';
import type { Db } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';
import { canEdit } from './policy.ts';
import { fuzzyKeyFields, toFuzzyKeyView } from './queries.ts';
import type { FuzzyKeyView } from './schema.ts';

/** The row, held against others until the transaction ends, so that the trail's `before` is true. Throws `not_found`. */
export async function lockKey(db: Db, id: number) {
  await db.$queryRaw`SELECT 1 FROM fuzzy_keys WHERE id = ${id} FOR UPDATE`;
  const row = await db.fuzzyKey.findUnique({ where: { id }, select: fuzzyKeyFields });
  if (!row) throw new DomainError('not_found', 'There is no such key.');
  return row;
}

/**
 * The key of a description, held against others. Throws `not_found`, and `conflict` when a rotation gave its name to
 * another key meanwhile (S53).
 */
export async function lockNamedKey(tx: Context, description: string): Promise<FuzzyKeyView> {
  const found = await tx.db.fuzzyKey.findUnique({ where: { description }, select: { id: true } });
  if (!found) throw new DomainError('not_found', 'There is no key with this description.');
  const key = toFuzzyKeyView(await lockKey(tx.db, found.id), tx.now);
  if (key.description !== description) throw changedMeanwhile();
  return key;
}

/** The key of a description, held against others, to be changed. Throws `conflict` for a deleted or replaced one (S51), or another version. */
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
        : 'This key was replaced by a new one, and follows that.',
    );
  if (version !== undefined && version !== key.version) throw changedMeanwhile();
  return key;
}

/** What the rules of policy.ts ask. */
export const factsOf = (key: FuzzyKeyView) => ({ ...key, isReplaced: key.replacedById !== null });

export const changedMeanwhile = () =>
  new DomainError('conflict', 'This key was changed by somebody else meanwhile. Please load it again.');

/**
 * The keys that this one took the place of and that still work: they follow it in all but their own end, so that a
 * subscription or an owner never has two keys of different kinds.
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

/** The ids of a key and of those that follow it. */
export const idsWithOlder = async (tx: Context, id: number): Promise<number[]> => [
  id,
  ...(await olderKeys(tx, id)).map((key) => key.id),
];
