/**
 * P8: the 720 h graph of one key, the overview's batch of five, and one statement over 500 keys, with 100 million raw
 * points stored. The reference computes the same sums from the raw rows. P9: points per second through POST
 * /api/storage/usage, one report after the other. P13: the same from several hosts at a time, without and with the time
 * that the job usage.fold takes for these points afterwards.
 */
import pg from 'pg';
import type { Stack } from '#dev/tests/test-stack.ts';
import { DAY } from '#lib/base/time.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { recentWindow, windowOf, type Window } from '#lib/usage/buckets.ts';
import { median, percentile } from '../results.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { buildUsage, findUsage, type UsageData } from '../tools/usage-data.ts';
import { measureReports } from '../tools/usage-reports.ts';

const RUNS = setting('RUNS', 5);
const POINTS = setting('USAGE_POINTS', 100_000_000);
const ROUNDS = 60;

export const fill = (databaseUrl: string): Promise<void> => buildUsage(databaseUrl, POINTS);

export async function measure({ coordinates }: Stack): Promise<Row[]> {
  const { BASE_URL = '', DATABASE_URL = '' } = coordinates;
  useTestEnvironment({ DATABASE_URL });
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    const data = await findUsage(client);
    return [...(await measureGraphs(client, data)), ...(await measureReports(client, BASE_URL, data))];
  } finally {
    await client.end();
  }
}

async function measureGraphs(client: pg.Client, data: UsageData): Promise<Row[]> {
  const { db, closeDb } = await import('#lib/base/db/db.ts');
  const { graphsOf } = await import('#lib/usage/graphs/graph.ts');
  const { getUsageOverview } = await import('#lib/usage/overview.ts');
  const { sumUsage } = await import('#lib/usage/sums.ts');
  const { adminContext } = await import('#lib/testing/context.ts');
  const amid = `with ${Math.round(data.points / 1e5) / 10} million points`;
  const now = new Date();
  const window = windowOf('720h', 'user', now);
  const lastDay = recentWindow(now, DAY);
  const some = (count: number) => Array.from({ length: count }, () => pick(data.keys));
  const ids = (count: number) => some(count).map(({ id }) => id);
  const raw = (window: Window) => (keys: number[]) => sumRaw(client, keys, window);
  try {
    return [
      await compare(
        `720 h graph of a key ${amid}`,
        30,
        ROUNDS,
        () => ids(1),
        ([id = 0]) =>
          graphsOf(adminContext(db(), undefined, { now }), id, { selection: { period: '720h' }, view: 'user' }),
        raw(window),
      ),
      await compare(
        `overview of five keys ${amid}`,
        30,
        ROUNDS,
        () => ids(5),
        (keys) =>
          getUsageOverview(adminContext(db(), undefined, { now }), {
            keys: keys.map((id) => data.keys[id - 1]?.keyId ?? ''),
          }),
        raw(window),
      ),
      await compare(
        `24 h of 500 keys ${amid}`,
        300,
        5,
        () => ids(500),
        (keys) => sumUsage(db(), keys, lastDay),
        raw(lastDay),
      ),
      await compare(
        `720 h of 500 keys ${amid}`,
        null,
        3,
        () => ids(500),
        (keys) => sumUsage(db(), keys, window),
        raw(window),
      ),
    ];
  } finally {
    await closeDb();
  }
}

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/** Our p95 and the reference's median. Each query reads other keys, so that little is cached. */
async function compare(
  what: string,
  targetMs: number | null,
  rounds: number,
  choose: () => number[],
  mine: (keys: number[]) => Promise<unknown>,
  bare: (keys: number[]) => Promise<unknown>,
): Promise<Row> {
  const timed = async (work: (keys: number[]) => Promise<unknown>, keys: number[]) => {
    const start = performance.now();
    await work(keys);
    return performance.now() - start;
  };
  await timed(mine, choose()); // warm-up
  const several = async (work: (keys: number[]) => Promise<unknown>, count: number) => {
    const times: number[] = [];
    for (let round = 0; round < count; round++) times.push(await timed(work, choose()));
    return times;
  };
  const [ours, reference]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    ours.push(percentile(await several(mine, rounds), 0.95));
    reference.push(median(await several(bare, Math.min(rounds, 10))));
  }
  const row = { id: 'P8', what: `${what}, p95`, unit: 'ms', ours, reference };
  return targetMs === null ? row : { ...row, target: { most: targetMs } };
}

const sumRaw = (client: pg.Client, keys: number[], { start, stepMs, count }: Window) =>
  client.query(
    `SELECT key_id, server_id, date_bin($1 * interval '1 second', bucket, $2), sum(checked), sum(hits), sum(errors) FROM usage_points
     WHERE key_id = ANY($3) AND bucket >= $2 AND bucket < $4 GROUP BY 1, 2, 3`,
    [stepMs / 1000, start, keys, new Date(start.getTime() + count * stepMs)],
  );
