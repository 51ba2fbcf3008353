import type { Context, System } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';

/** How many ids a statement looks at. */
const SPAN = 2000;

/**
 * Yields the ids of all keys that have usage after `since` or belong to a rotation, and so share another key's usage,
 * at most 2,000 at a time. `orElse` is a further condition on `fuzzy_keys k`. Most keys match none of these.
 */
export async function* eachBatchOfUsedKeys(
  { db }: Context<System>,
  since: Date,
  orElse = Prisma.sql`false`,
): AsyncGenerator<number[]> {
  const [last] = await db.$queryRaw<{ id: number | null }[]>`SELECT max(id) AS id FROM fuzzy_keys`;
  for (let start = 0; start < (last?.id ?? 0); start += SPAN) {
    const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT k.id FROM fuzzy_keys k WHERE k.id > ${start} AND k.id <= ${start + SPAN} AND (
        k.last_used_at > ${since} OR EXISTS (SELECT FROM all_usage_days d WHERE d.key_id = k.id AND d.bucket > ${since})
        OR k.replaced_by_id IS NOT NULL OR EXISTS (SELECT FROM fuzzy_keys older WHERE older.replaced_by_id = k.id)
        OR ${orElse})`;
    if (rows.length) yield rows.map(({ id }) => id);
  }
}
