/** Usage for P8 and P9: 40 days of points in chronological order, as reports arrive, with exact sums by hour and day. */
import pg from 'pg';
import { useMemory } from './server-settings.ts';
import { fillSeconds } from '../settings.ts';

const SERVERS = 2;
const DAYS = 40;
const POINTS_A_PAIR = DAYS * 144;
/** Seconds for filling. Indexes and rollups take about the same time, so the whole takes at most ten minutes. */
const FILL_SECONDS = fillSeconds(240);
const CALIBRATED_KEYS = 1500;

export type UsageData = { points: number; keys: { id: number; keyId: string }[] };

/** Describes the usage that `buildUsage` created. */
export async function findUsage(client: pg.Client): Promise<UsageData> {
  const { rows } = await client.query<{ id: number; keyId: string }>(
    'SELECT id, key_id AS "keyId" FROM fuzzy_keys ORDER BY id',
  );
  return { points: rows.length * SERVERS * POINTS_A_PAIR, keys: rows };
}

/**
 * Fills an empty database with `wanted` points, or as many as ten minutes allow. Nothing else may use the database:
 * each step holds exclusive locks to its end, and a reader could deadlock with it.
 */
export async function buildUsage(url: string, wanted: number): Promise<void> {
  await useMemory(url);
  const start = performance.now();
  const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all(clients.map((client) => client.connect()));
  const [main] = clients;
  if (!main) throw new Error('no connection');
  try {
    for (const client of clients)
      await client.query("SET session_replication_role = 'replica'; SET synchronous_commit = off");
    await prepare(main);
    const keys = Math.min(Math.ceil(wanted / POINTS_A_PAIR / SERVERS), await affordableKeys(clients));
    await makeKeys(main, keys);
    await fillPoints(clients, keys);
    await main.query(ROLLUPS);
    // As in production, where all but the newest rows are vacuumed.
    await main.query('VACUUM ANALYZE');
    await main.query('CHECKPOINT');
    const points = (keys * SERVERS * POINTS_A_PAIR).toLocaleString('en-GB');
    console.log(`${points} raw points of ${keys} keys created in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Removes existing keys and usage, and the primary keys: updating an index row by row would take most of the time. */
async function prepare(client: pg.Client): Promise<void> {
  await client.query(`
    TRUNCATE fuzzy_keys CASCADE;
    ALTER TABLE usage_points DROP CONSTRAINT usage_points_pkey;
    ALTER TABLE usage_hours DROP CONSTRAINT usage_hours_pkey`);
  await client.query(`SELECT ensure_usage_partition(now() - d * interval '10 days') FROM generate_series(0, 5) d`);
  await client.query(
    `INSERT INTO storage_servers (name, token_hash) SELECT 'bench' || i, sha256('bench') FROM generate_series(1, ${SERVERS}) i`,
  );
}

/** Estimates how many keys can be filled in FILL_SECONDS, by filling one day of a few keys on each connection. */
async function affordableKeys(clients: pg.Client[]): Promise<number> {
  const start = performance.now();
  await Promise.all(clients.map((client, day) => fillDay(client, day, CALIBRATED_KEYS)));
  const secondsAKeyDay = (performance.now() - start) / 1000 / CALIBRATED_KEYS / clients.length;
  await clients[0]?.query('TRUNCATE usage_points');
  return Math.floor(FILL_SECONDS / DAYS / secondsAKeyDay);
}

async function makeKeys(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    INSERT INTO fuzzy_keys (id, description, public_key, key_id, rank, updated_at)
    SELECT i, 'bench ' || i, rpad(name, 52, 'y'), rpad(name, 13, 'y'), 50, now() FROM (
      SELECT i, translate(lpad(to_hex(i), 8, '0'), '0123456789abcdef', 'ybndrfg8ejkmcpqx') AS name FROM generate_series(1, ${count}) i
    ) AS made`);
}

async function fillPoints(clients: pg.Client[], keys: number): Promise<void> {
  let day = DAYS - 1;
  const fill = async (client: pg.Client) => {
    for (let next = day--; next >= 0; next = day--) await fillDay(client, next, keys);
  };
  await Promise.all(clients.map(fill));
}

/** Fills the 24 hours up to the current 10-minute bucket, `day` days back. Within an hour, a key's points are equal. */
const fillDay = (client: pg.Client, day: number, keys: number) =>
  client.query(`
    INSERT INTO usage_points (key_id, server_id, bucket, checked, hits, errors)
    SELECT k, s, b, ${CHECKED('k', 'b')}, 20, 1
    FROM generate_series(date_bin('10 min', now(), 'epoch') - ${day + 1} * interval '1 day' + interval '10 min',
      date_bin('10 min', now(), 'epoch') - ${day} * interval '1 day', interval '10 min') b,
      generate_series(1, ${SERVERS}) s, generate_series(1, ${keys}) k`);

const CHECKED = (key: string, time: string) =>
  `100 + (${key} * 7 + date_part('epoch', date_trunc('hour', ${time}, 'UTC'))::bigint / 3600) % 57`;

const ROLLUPS = `
  SET maintenance_work_mem = '1GB'; SET work_mem = '512MB';
  ALTER TABLE usage_points ADD CONSTRAINT usage_points_pkey PRIMARY KEY (key_id, bucket, server_id) INCLUDE (checked, hits, errors);
  INSERT INTO usage_hours (key_id, server_id, bucket, checked, hits, errors)
  SELECT key_id, server_id, hour, sum(checked), sum(hits), sum(errors)
  FROM (SELECT *, date_trunc('hour', bucket, 'UTC') AS hour FROM usage_points) AS points GROUP BY hour, server_id, key_id ORDER BY hour, server_id, key_id;
  ALTER TABLE usage_hours ADD CONSTRAINT usage_hours_pkey PRIMARY KEY (key_id, bucket, server_id) INCLUDE (checked, hits, errors);
  INSERT INTO usage_days (key_id, server_id, bucket, checked, hits, errors)
  SELECT key_id, server_id, date_trunc('day', bucket, 'UTC') AS day, sum(checked), sum(hits), sum(errors)
  FROM usage_hours GROUP BY day, server_id, key_id ORDER BY day, server_id, key_id`;
