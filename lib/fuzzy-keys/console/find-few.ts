import type { Db, Prisma } from '#lib/base/db/db.ts';

/** Below this many matches, sorting all of them is faster than looking for them along an index. */
const FEW = 5000;

/** The ids of the keys that match a condition on `fuzzy_keys k`, or null if there are more than `most`. */
export async function findFew(db: Db, matches: Prisma.Sql, most = FEW): Promise<number[] | null> {
  const rows = await db.$queryRaw<{ id: number }[]>`SELECT k.id FROM fuzzy_keys k WHERE ${matches} LIMIT ${most + 1}`;
  return rows.length <= most ? rows.map(({ id }) => id) : null;
}
