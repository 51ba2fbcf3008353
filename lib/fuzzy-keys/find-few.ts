import type { Db, Prisma } from '#lib/db.ts';

/** Below this many matches, sorting all of them is faster than looking for them along an index. */
const FEW = 5000;

/** The ids of the keys that match a condition on `fuzzy_keys k`, or null if they are many. */
export async function findFew(db: Db, matches: Prisma.Sql): Promise<number[] | null> {
  const rows = await db.$queryRaw<{ id: number }[]>`SELECT k.id FROM fuzzy_keys k WHERE ${matches} LIMIT ${FEW}`;
  return rows.length < FEW ? rows.map(({ id }) => id) : null;
}
