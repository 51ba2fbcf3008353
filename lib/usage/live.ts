import type { Context } from '#lib/base/context.ts';
import { DAY, HOUR, inSeconds, MINUTE } from '#lib/base/time.ts';
import type { LiveNumbersView } from './views.ts';

/**
 * The total that the storage hosts reported, for the home page; `live` is null without a reporting host or without
 * requests. The sum comes from the ranking, which a job updates every ten minutes, over keys that were used in the last
 * 24 hours. A key's number contains those of the keys that it replaced.
 */
export async function readLiveNumbers({ db, now }: Context): Promise<LiveNumbersView> {
  const [since, recent] = [new Date(now.getTime() - DAY), new Date(now.getTime() - HOUR)];
  const hosts = await db.storageServer.aggregate({
    where: { removedAt: null, lastSeenAt: { gt: recent } },
    _count: true,
    _max: { lastSeenAt: true },
  });
  const [row] = await db.$queryRaw<{ requests: number | null; hits: number | null }[]>`
    SELECT sum(s.requests) AS requests, sum(s.hits) AS hits
    FROM usage_standings s JOIN fuzzy_keys k ON k.id = s.key_id
    WHERE s.requests > 0 AND k.replaced_by_id IS NULL AND (k.last_used_at > ${since}
      OR EXISTS (SELECT FROM fuzzy_keys old WHERE old.replaced_by_id = k.id AND old.last_used_at > ${since}))`;
  const requests = Math.round(row?.requests ?? 0);
  const heardAt = hosts._max.lastSeenAt;
  if (!heardAt || !requests) return { live: null };
  return {
    live: {
      requests_last_day: requests,
      requests_per_second: requests / inSeconds(DAY),
      hit_rate: Math.min(1, (row?.hits ?? 0) / requests),
      storage_hosts: hosts._count,
      at: heardAt.toISOString(),
    },
  };
}

const KEPT_MS = 5 * MINUTE;
let kept: { at: number; numbers: Promise<LiveNumbersView> } | null = null;

/**
 * The result of `readLiveNumbers`, read by each process at most every five minutes, because every visitor asks for it.
 */
export function getLiveNumbers(ctx: Context): Promise<LiveNumbersView> {
  const at = ctx.now.getTime();
  if (kept && at - kept.at < KEPT_MS) return kept.numbers;
  const numbers = readLiveNumbers(ctx);
  const mine = { at, numbers };
  kept = mine;
  numbers.catch(() => {
    if (kept === mine) kept = null;
  });
  return numbers;
}
