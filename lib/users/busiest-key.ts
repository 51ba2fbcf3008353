import type { Db } from '#lib/db.ts';
import { DAILY_LIMIT } from '#lib/fuzzy-keys/key-rows.ts';
import type { UserUsage } from './views.ts';

/**
 * The usage of each user's busiest key: the one that uses most of its limit or, without limits, causes most requests.
 * The result lacks users without a key in use, or whose keys no storage host reported. One statement for a whole page.
 */
export async function findBusiestKeys(db: Db, ids: readonly string[]): Promise<Map<string, UserUsage>> {
  const rows = await db.$queryRaw<(UserUsage & { id: string })[]>`
    SELECT DISTINCT ON (k.user_id) k.user_id::text AS id, st.requests, ${DAILY_LIMIT} AS daily_limit
    FROM fuzzy_keys k
      JOIN usage_standings st ON st.key_id = k.id AND st.requests >= 0
      JOIN users u ON u.id = k.user_id
      JOIN ranks rk ON rk.rank = k.rank
    WHERE k.user_id = ANY(${ids}::uuid[]) AND k.deleted_at IS NULL AND k.replaced_by_id IS NULL
    ORDER BY k.user_id, st.requests / nullif(${DAILY_LIMIT}, 0) DESC NULLS LAST, st.requests DESC`;
  return new Map(rows.map(({ id, ...usage }) => [id, usage]));
}
