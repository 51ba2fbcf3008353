/**
 * P8: the 720 h graph of one key, the overview's batch of five, and one statement over 500 keys, with 100 million raw
 * points stored. The reference computes the same sums from the raw rows. P9: points per second through POST
 * /api/storage/usage, one report after the other, so that the web process and PostgreSQL take turns on one core.
 */
import pg from 'pg';
import type { Stack } from '#dev/tests/test-stack.ts';
import { randomToken, sha256 } from '#lib/crypto.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { DAY, MINUTE } from '#lib/time.ts';
import { recentWindow, windowOf, type Window } from '#lib/usage/buckets.ts';
import { median, percentile } from '../results/median.ts';
import type { Row } from '../results/rows.ts';
import { setting } from '../results/settings.ts';
import { buildUsage, findUsage, type UsageData } from '../tools/usage-data.ts';

const RUNS = setting('RUNS', 5);
const POINTS = setting('USAGE_POINTS', 100_000_000);
const ROUNDS = 60;
const ROWS_A_REPORT = 5000;
const REPORT_SECONDS = setting('SECONDS', 10);

export const fill = (databaseUrl: string): Promise<void> => buildUsage(databaseUrl, POINTS);

export async function measure({ coordinates }: Stack): Promise<Row[]> {
  const { BASE_URL = '', DATABASE_URL = '' } = coordinates;
  useTestEnvironment({ DATABASE_URL });
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    const data = await findUsage(client);
    return [...(await measureGraphs(client, data)), await measureReports(client, BASE_URL, data)];
  } finally {
    await client.end();
  }
}

async function measureGraphs(client: pg.Client, data: UsageData): Promise<Row[]> {
  const { db, closeDb } = await import('#lib/db.ts');
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

/** Reports of one minute for 5,000 keys, cycling through the last two days, so that they add to existing rows. */
async function measureReports(client: pg.Client, baseUrl: string, { keys }: UsageData): Promise<Row> {
  const token = randomToken();
  await client.query('UPDATE storage_servers SET token_hash = $1 WHERE id = 1', [Buffer.from(sha256(token))]);
  const headers = {
    authorization: `Basic ${Buffer.from(`bench1:${token}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  const rows = keys.slice(0, ROWS_A_REPORT).map(({ keyId }) => ({ key_id: keyId, checked: 5, hits: 1, errors: 0 }));
  const start = Date.now() - 2 * DAY;
  let sequence = start;
  const nextTime = () => start + (((++sequence - start) * 60_000) % (2 * DAY));
  const post = async () => {
    const to = nextTime();
    const times = { from: new Date(to - MINUTE).toISOString(), to: new Date(to).toISOString() };
    const body = JSON.stringify({ sequence, ...times, keys: rows });
    const response = await fetch(`${baseUrl}/api/storage/usage`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  const [ours, reference]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    ours.push(await rowsASecond(post, rows.length));
    reference.push(await rowsASecond(() => addRaw(client, nextTime(), rows.length), rows.length));
  }
  return { id: 'P9', what: 'usage points over HTTP', unit: '/s', ours, reference, target: { least: 5000 } };
}

/** The reference: only the raw rows, in one statement. */
const addRaw = (client: pg.Client, time: number, count: number) =>
  client.query(
    `INSERT INTO usage_points AS sums SELECT k, 2, date_bin('10 min', $1, 'epoch'), 5, 1, 0 FROM generate_series(1, $2::int) k
     ON CONFLICT (key_id, bucket, server_id) DO UPDATE SET checked = sums.checked + excluded.checked,
       hits = sums.hits + excluded.hits, errors = sums.errors + excluded.errors`,
    [new Date(time), count],
  );

async function rowsASecond(work: () => Promise<unknown>, rows: number): Promise<number> {
  await work();
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < REPORT_SECONDS * 1000; count++) await work();
  return (count * rows * 1000) / (performance.now() - start);
}
