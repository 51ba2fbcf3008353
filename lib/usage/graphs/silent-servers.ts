import type { Db } from '#lib/base/db/db.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import type { Window } from '#lib/usage/buckets.ts';
import type { UsageSum } from '#lib/usage/sums.ts';
import type { BucketReportsView } from '#lib/usage/views.ts';

/** A server that has not reported about a key for this long is no longer expected to. */
const EXPECTED_MS = 7 * DAY;
/** A server that has reported in fewer hours of a day counts as partly silent on that day. */
const LEAST_HOURS = 23;
/** How long after a bucket's end its last reports may arrive: agents report each minute, and try again. */
const LATEST_REPORT_MS = 5 * MINUTE;

/** A server, and when its agent was last heard of. */
export type SeenServer = { id: number; name: string; lastSeenAt: Date | null };

/** The start of each server's last hour with a report about these keys (row ids), in the week before a window. */
export async function findEarlierReports(db: Db, keyIds: readonly number[], { start }: Window) {
  const rows = await db.$queryRaw<{ server_id: number; bucket: Date }[]>`
    SELECT server_id, max(bucket) AS bucket FROM all_usage_hours
    WHERE key_id = ANY(${keyIds}::int[]) AND bucket >= ${new Date(start.getTime() - EXPECTED_MS)} AND bucket < ${start}
    GROUP BY server_id`;
  return new Map(rows.map(({ server_id, bucket }) => [server_id, bucket.getTime()]));
}

/** In how many hours of each day of a window each server reported about these keys; empty for shorter buckets. */
export async function findReportedHours(db: Db, keyIds: readonly number[], { start, stepMs, count }: Window) {
  if (stepMs !== DAY) return [];
  const end = new Date(start.getTime() + stepMs * count);
  const rows = await db.$queryRaw<{ server_id: number; bucket: Date; hours: number }[]>`
    SELECT server_id, date_bin('1 day', bucket, ${start}::timestamptz) AS bucket, count(DISTINCT bucket)::int AS hours
    FROM all_usage_hours WHERE key_id = ANY(${keyIds}::int[]) AND bucket >= ${start} AND bucket < ${end}
    GROUP BY 1, 2`;
  return rows.map(({ server_id: serverId, bucket, hours }) => ({
    serverId,
    index: (bucket.getTime() - start.getTime()) / stepMs,
    hours,
  }));
}

type Known = {
  /** the servers' last reports before the window */
  earlier: ReadonlyMap<number, number>;
  reportedHours: readonly { serverId: number; index: number; hours: number }[];
  window: Window;
  now: Date;
};

/**
 * For each bucket of a window, which servers should have reported and have not, and which only for a part of it: of a
 * day, or until they fell silent. A server is expected from its first report about the key until a week after its last.
 */
export function reportsOf(
  sums: readonly UsageSum[],
  servers: readonly SeenServer[],
  { earlier, reportedHours, window, now }: Known,
): BucketReportsView[] {
  const reported = new Set(sums.map(({ serverId, index }) => `${serverId} ${index}`));
  const short = new Set(
    reportedHours.flatMap(({ serverId, index, hours }) => (hours < LEAST_HOURS ? [`${serverId} ${index}`] : [])),
  );
  const last = new Map(earlier);
  return Array.from({ length: window.count }, (_, index) => {
    const start = window.start.getTime() + index * window.stepMs;
    const [missing, partial]: [string[], string[]] = [[], []];
    let expected = 0;
    const end = start + window.stepMs;
    const isFinal = end + LATEST_REPORT_MS <= now.getTime();
    for (const { id, name, lastSeenAt } of servers) {
      const has = reported.has(`${id} ${index}`);
      const isShort = isFinal && last.has(id) && short.has(`${id} ${index}`);
      if (has && (isShort || hasStopped(lastSeenAt, end, now))) partial.push(name);
      if (has) last.set(id, start);
      if (start - (last.get(id) ?? -Infinity) >= EXPECTED_MS) continue;
      expected += 1;
      if (!has) missing.push(name);
    }
    return { expected, missing, partial, is_final: isFinal };
  });
}

/** Whether a server was last heard of before the end of a bucket, and is not only a little late. */
const hasStopped = (lastSeenAt: Date | null, end: number, now: Date): boolean =>
  lastSeenAt !== null && lastSeenAt.getTime() < Math.min(end, now.getTime() - LATEST_REPORT_MS);
