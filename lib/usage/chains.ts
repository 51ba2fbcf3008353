import type { Db } from '#lib/base/db/db.ts';

/** For each key (row id), all keys whose usage counts as its own. */
export type Chains = ReadonlyMap<number, readonly number[]>;

/**
 * For each key (row id), all keys whose usage counts as its own: itself, the keys that it replaced in a rotation, and
 * the keys that replaced it.
 */
export async function findChains(db: Db, keyIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db.$queryRaw<{ root: number; id: number }[]>`
    WITH RECURSIVE chain (root, id, next) AS (
      SELECT id, id, replaced_by_id FROM fuzzy_keys WHERE id = ANY(${keyIds}::int[])
      UNION
      SELECT chain.root, key.id, key.replaced_by_id FROM chain
      JOIN fuzzy_keys key ON key.replaced_by_id = chain.id OR key.id = chain.next
    )
    SELECT root, id FROM chain`;
  const chains = new Map<number, number[]>();
  for (const { root, id } of rows) chains.set(root, [...(chains.get(root) ?? []), id]);
  return chains;
}
