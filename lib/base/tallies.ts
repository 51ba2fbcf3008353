import type { Db } from './db/db.ts';

/** When there are more deltas than this, a read folds them into one per name. */
const FOLD_FROM = 500;

/**
 * Exact numbers of users, keys and subscriptions without counting rows: triggers write deltas (docs/decisions/0012). A
 * read folds the deltas when there are many, so that they stay few. Returns the number that has a name.
 */
export async function readTallies(db: Db): Promise<(name: string) => number> {
  const rows = await db.$queryRaw<{ name: string; n: number; deltas: number }[]>`
    SELECT name, sum(delta)::float8 AS n, count(*)::int AS deltas FROM tallies.deltas GROUP BY name`;
  if (rows.reduce((sum, { deltas }) => sum + deltas, 0) > FOLD_FROM) await db.$executeRaw`SELECT tallies.fold()`;
  const numbers = new Map(rows.map(({ name, n }) => [name, n]));
  return (name) => numbers.get(name) ?? 0;
}
