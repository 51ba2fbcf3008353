/**
 * P7 for the usage overview: pages, filters and searches of the keys ranked by usage, at 100,000 and 1,000,000 keys.
 * The reference is the cheapest admin request in the same run. Times are of whole requests over HTTP. At the first size
 * all keys have a day of usage, and the job that ranks them is timed, too.
 */
import pg from 'pg';
import type { Stack } from '#dev/tests/test-stack.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { p95s, timed, times, type Ask, type Timing } from '../tools/admin-calls.ts';
import { logInAsAdmin } from '../tools/admin-login.ts';

/** Numbers of keys, with the maximum p95 for each. */
const SIZES = [
  { keys: 100_000, targetMs: 60, hasUsage: true },
  { keys: 1_000_000, targetMs: 120, hasUsage: false },
].filter(({ keys }) => keys <= setting('KEYS', Infinity));
const PAGES = 20;
const RANKING = '/admin/api/usage/ranking';
const FILTERS = ['rank=10', 'rank=50', 'email=with', 'email=without', 'rank=90&email=with'];
/** Common and rare texts, short texts, and one without a match. */
const SEARCHES = ['ranked', 'ranked 4242', 'mx77', 'a', 'qq', 'zzzzzzzz'];

export async function measure(stack: Stack): Promise<Row[]> {
  const { DATABASE_URL = '', BASE_URL = '' } = stack.coordinates;
  useTestEnvironment({ DATABASE_URL });
  const { cookie } = await logInAsAdmin(stack);
  const ask = (path: string) => timed(`${BASE_URL}${path}`, cookie);
  const rows: Row[] = [];
  for (const { keys, targetMs, hasUsage } of SIZES) {
    await makeKeys(DATABASE_URL, keys, hasUsage);
    if (hasUsage) rows.push(await measureJob(keys));
    const reference = await p95s(() => times(ask, ['/admin/api/status']));
    for (const [name, calls] of Object.entries(cases(ask))) {
      const row = { id: 'P7', what: `usage ranking, ${name}, ${keys} keys, p95`, unit: 'ms', ours: await p95s(calls) };
      rows.push({ ...row, reference, target: { most: targetMs } });
    }
  }
  return rows;
}

/** The requests of one run, by the name of the row. */
const cases = (ask: Ask): Record<string, () => Promise<Timing[]>> => ({
  pages: () => walk(ask),
  filters: () =>
    times(
      ask,
      FILTERS.map((filter) => `${RANKING}?limit=25&${filter}`),
    ),
  searches: () =>
    times(
      ask,
      SEARCHES.map((search) => `${RANKING}?limit=25&search=${encodeURIComponent(search)}`),
    ),
});

async function measureJob(keys: number): Promise<Row> {
  const { db, closeDb } = await import('#lib/base/db/db.ts');
  const { rankKeysByUsage } = await import('#lib/usage/ranking/rank-keys.ts');
  const { systemContext } = await import('#lib/testing/context.ts');
  try {
    const start = performance.now();
    await rankKeysByUsage(systemContext(db()));
    const seconds = (performance.now() - start) / 1000;
    const what = `job usage.rank over ${keys} keys (runs every 600 s)`;
    return { id: 'P7', what, unit: 's', ours: [seconds], target: { most: 600 } };
  } finally {
    await closeDb();
  }
}

async function walk(ask: Ask): Promise<Timing[]> {
  const timings: Timing[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < PAGES && cursor !== null; page++) {
    const { ms, body } = await ask(`${RANKING}?limit=25${cursor ? `&cursor=${cursor}` : ''}`);
    timings.push({ path: `page ${page + 1}`, ms });
    cursor = body.next_cursor ?? null;
  }
  return timings;
}

/**
 * Adds keys until there are `count`, of several ranks and some with an email, and either a day of hourly usage or
 * rows with arbitrary sums.
 */
async function makeKeys(url: string, count: number, hasUsage: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET session_replication_role = 'replica'; SET synchronous_commit = off");
    await client.query(`
      INSERT INTO fuzzy_keys (id, description, public_key, key_id, rank, email, updated_at)
      SELECT 1000000 + i, 'ranked ' || i, name || repeat('y', 39), name,
        (ARRAY[0, 20, 50, 50, 75, 90])[1 + i % 6], CASE WHEN i % 3 = 0 THEN 'mx' || i || '@bench.example' END, now()
      FROM (SELECT i, rpad(translate(lpad(to_hex(i), 8, '0'), '0123456789abcdef', 'ybndrfg8ejkmcpqx'), 13, 'o') AS name
        FROM generate_series(1, ${count}) i) made
      ON CONFLICT DO NOTHING`);
    if (hasUsage)
      await client.query(`
        WITH server AS (INSERT INTO storage_servers (name, token_hash) VALUES ('bench-ranking', sha256('x')) RETURNING id)
        INSERT INTO usage_hours (key_id, server_id, bucket, checked, hits, errors)
        SELECT 1000000 + i, server.id, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', (i * 7919) % 20000, 1, 1
        FROM server, generate_series(1, ${count}) i, generate_series(0, 24) h ORDER BY 1, 3`);
    else
      await client.query(`
        INSERT INTO usage_standings (key_id, is_over_limit, requests)
        SELECT id, id % 97 = 0, (id::bigint * 7919) % 200000 FROM fuzzy_keys ON CONFLICT DO NOTHING`);
    await client.query('VACUUM ANALYZE fuzzy_keys, usage_hours, usage_standings');
  } finally {
    await client.end();
  }
}
