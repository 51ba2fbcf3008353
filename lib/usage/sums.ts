import { Prisma, type Db } from '#lib/base/db/db.ts';
import { rowStartsOf, type Window } from './buckets.ts';
import type { KeyCounts } from './ingest/stage-counts.ts';

/** A key's requests to one server in the bucket with this index. A bucket without a report has no sum. */
export type UsageSum = KeyCounts & { keyId: number; serverId: number; index: number };

type SumRow = KeyCounts & { key_id: number; server_id: number; bucket: Date };

/**
 * Usage of keys (row ids), summed by key, server and bucket of a window, in one statement; with a `serverId`, on that
 * server only.
 */
export async function sumUsage(
  db: Db,
  keyIds: readonly number[],
  window: Window,
  serverId: number | null = null,
): Promise<UsageSum[]> {
  const rows = await db.$queryRaw<SumRow[]>`
    SELECT key_id, server_id, date_bin(${window.stepMs / 1000} * interval '1 second', bucket, ${window.start}::timestamptz) AS bucket,
      sum(checked)::float8 AS checked, sum(hits)::float8 AS hits, sum(errors)::float8 AS errors
    FROM (${usageRows(keyIds, window)}) AS usage
    ${serverId === null ? Prisma.empty : Prisma.sql`WHERE server_id = ${serverId}`}
    GROUP BY 1, 2, 3`;
  return rows.map(({ key_id, server_id, bucket, checked, hits, errors }) => ({
    keyId: key_id,
    serverId: server_id,
    checked,
    hits,
    errors,
    index: (bucket.getTime() - window.start.getTime()) / window.stepMs,
  }));
}

/** All requests that a key ever made to one server. */
export type UsageTotal = KeyCounts & { keyId: number; serverId: number };

/** All requests of keys (row ids) to each server. The numbers never shrink, because daily rows are kept forever. */
export const totalUsage = (db: Db, keyIds: readonly number[]): Promise<UsageTotal[]> =>
  db.$queryRaw<UsageTotal[]>`
    SELECT key_id AS "keyId", server_id AS "serverId",
      sum(checked)::float8 AS checked, sum(hits)::float8 AS hits, sum(errors)::float8 AS errors
    FROM all_usage_days WHERE key_id = ANY(${keyIds}::int[]) GROUP BY 1, 2`;

/** Rows that together hold each request of the window once. A key's rows are one range of an index. */
function usageRows(keyIds: readonly number[], window: Window): Prisma.Sql {
  const { days, hours, points } = rowStartsOf(window);
  const columns = Prisma.sql`key_id, server_id, bucket, checked, hits, errors`;
  if (days)
    return Prisma.sql`
      SELECT ${columns} FROM all_usage_days
      WHERE key_id = ANY(${keyIds}::int[]) AND bucket >= ${days.from} AND bucket < ${days.to}`;
  const raw = Prisma.sql`
    SELECT ${columns} FROM all_usage_points
    WHERE key_id = ANY(${keyIds}::int[]) AND bucket = ANY(${points}::timestamptz[])`;
  if (!hours) return raw;
  return Prisma.sql`
    SELECT ${columns} FROM all_usage_hours
    WHERE key_id = ANY(${keyIds}::int[]) AND bucket >= ${hours.from} AND bucket < ${hours.to}
      AND bucket <> ALL(${hours.without}::timestamptz[])
    UNION ALL ${raw}`;
}
