import type { Context, System } from '#lib/base/context.ts';
import { inBatches, type Rest } from '#lib/base/db/batches.ts';
import { inTransaction, Prisma, type Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { floorTo, HOURLY_DAYS, RAW_DAYS } from '#lib/usage/buckets.ts';

/** How many months have a partition before their first row arrives, the current month included. */
const MONTHS_AHEAD = 13;
/** One statement deletes the rows of this many keys, so that it takes well under a second. */
const KEYS_AT_ONCE = 50;

/** What one run removed, and which partitions it dropped. */
export type Retained = { points: number; hours: number; reports: number; partitions: string[] };

/**
 * Creates the partitions of the coming year, and removes raw rows after 40 days and hours after 400 days; days stay.
 * Reports are remembered as long as `recordUsageReport` accepts their time, so that none counts twice. Safe to run
 * again, even after an interruption. Throws if a partition is in use for longer than a second.
 */
export async function retainUsage(ctx: Context<System>): Promise<Retained> {
  const daysAgo = (days: number) => floorTo(new Date(ctx.now.getTime() - days * DAY), DAY);
  const [rawEnd, hourEnd] = [daysAgo(RAW_DAYS + 1), daysAgo(HOURLY_DAYS + 1)];
  await ensurePartitions(ctx);
  const partitions = await dropPartitions(ctx.db, rawEnd);
  await ctx.db.$executeRaw`DELETE FROM host_hours WHERE bucket < ${rawEnd}`;
  return {
    partitions,
    points: await deleteByKeys(ctx.db, Prisma.sql`usage_points`, rawEnd),
    hours: await deleteByKeys(ctx.db, Prisma.sql`usage_hours`, hourEnd),
    reports: await ctx.db.$executeRaw`DELETE FROM usage_reports WHERE "to" < ${hourEnd}`,
  };
}

async function ensurePartitions({ db, now }: Context<System>): Promise<void> {
  for (let month = 0; month < MONTHS_AHEAD; month++) {
    const moment = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month));
    await db.$queryRaw`SELECT ensure_usage_partition(${moment}::timestamptz)::text`;
  }
}

/** Drops whole months. Waits at most a second for the lock on the table, so that reports never queue up behind it. */
async function dropPartitions(db: Db, end: Date): Promise<string[]> {
  const parts = await db.$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'usage_parts'::regnamespace AND relkind = 'r' ORDER BY 1`;
  const old = parts.map(({ name }) => name).filter((name) => isBefore(name, end));
  for (const name of old)
    await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SET LOCAL lock_timeout = '1s'`;
      await tx.$queryRaw`SELECT drop_usage_partition(${name})::text`;
    });
  return old;
}

/** Whether the month in a partition's name is over at `end`. */
function isBefore(name: string, end: Date): boolean {
  const [, year, month] = /^usage_points_(\d{4})_(\d{2})$/.exec(name) ?? [];
  return year !== undefined && Date.UTC(Number(year), Number(month), 1) <= end.getTime();
}

async function deleteByKeys(db: Db, table: Prisma.Sql, end: Date): Promise<number> {
  const all = inBatches(
    (rest: Rest<number>, take) =>
      db.fuzzyKey.findMany({ where: rest, orderBy: { id: 'asc' }, take, select: { id: true } }),
    KEYS_AT_ONCE,
  );
  let count = 0;
  for await (const keys of all) {
    const ids = keys.map(({ id }) => id);
    count += await db.$executeRaw`DELETE FROM ${table} WHERE key_id = ANY(${ids}::int[]) AND bucket < ${end}`;
  }
  return count;
}
