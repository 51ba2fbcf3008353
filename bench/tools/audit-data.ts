/** Fills an audit log of three years, one partition a month, as 100,000 customers would. */
import { statfs } from 'node:fs/promises';
import pg from 'pg';
import { idOfUser, makeManyUsers } from '#lib/testing/demo/many-users.ts';
import { fillSeconds, setting } from '../settings.ts';
import { useMemory } from './server-settings.ts';

const MONTHS = 36;
const USERS = 100_000;
/** Seconds for the rows and indexes of all months. */
const FILL_SECONDS = fillSeconds(270);
const CALIBRATED_ROWS = 100_000;
/** Bytes of an event with its index entries, and the bytes of the disk that stay free. */
const EVENT_BYTES = 800;
const FREE_BYTES = setting('FREE_GB', 20) * 1e9;

/**
 * Fills an empty database with `wanted` events, or as many as FILL_SECONDS and the disk allow. Nothing else may use the
 * database.
 */
export async function buildAuditLog(url: string, wanted: number): Promise<void> {
  await useMemory(url);
  await makeManyUsers(url, USERS);
  const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all(clients.map((client) => client.connect()));
  const [main] = clients;
  if (!main) throw new Error('no connection');
  try {
    for (const client of clients)
      await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'");
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    await makeRoom(main);
    await Promise.all(clients.map((client, month) => fillMonth(client, month, CALIBRATED_ROWS)));
    const affordable = (FILL_SECONDS / seconds()) * CALIBRATED_ROWS * clients.length;
    await main.query(`DROP TABLE ${[0, 1].map(partOf).join()}`);
    const each = Math.floor(Math.min(wanted, affordable, await eventsThatFit(main)) / MONTHS);
    let month = MONTHS;
    const fill = async (client: pg.Client) => {
      while (month > 0) await fillMonth(client, --month, each);
    };
    await Promise.all(clients.map(fill));
    await main.query('VACUUM ANALYZE audit_events');
    await main.query('CHECKPOINT');
    console.log(`${(each * MONTHS).toLocaleString('en-GB')} audit events created in ${seconds().toFixed(0)} s`);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function eventsThatFit(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const { bavail, bsize } = await statfs(rows[0]?.data_directory ?? '');
  return Math.max(0, bavail * bsize - FREE_BYTES) / EVENT_BYTES;
}

/** About how many events the audit log has, by the statistics of its partitions. */
export async function countAuditEvents(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "SELECT sum(greatest(reltuples, 0))::float AS n FROM pg_class WHERE relnamespace = 'audit_parts'::regnamespace AND relkind = 'r'",
  );
  return rows[0]?.n ?? 0;
}

/** The first day of the month that is `ago` months back, in UTC. */
function monthOf(ago: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago));
}

const partOf = (ago: number) => `audit_parts.audit_events_${monthOf(ago).toISOString().slice(0, 7).replace('-', '_')}`;

/** Removes all events and partitions of a new database, and makes room for those of the past months. */
async function makeRoom(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'audit_parts'::regnamespace AND relkind = 'r'",
  );
  await client.query(`DROP TABLE ${rows.map(({ name }) => name).join()}`);
  await client.query('SELECT start_last_audit_partition($1)', [monthOf(-1).toISOString().slice(0, 10)]);
  await client.query('SELECT ensure_audit_partition($1)', [monthOf(-3)]);
}

/** Adds a month's partition with `count` events in chronological order, and then its indexes. */
async function fillMonth(client: pg.Client, ago: number, count: number): Promise<void> {
  const part = partOf(ago);
  const [from, to] = [monthOf(ago), ago ? monthOf(ago - 1) : new Date()];
  await client.query(`CREATE TABLE ${part} (LIKE audit_events INCLUDING DEFAULTS)`);
  await client.query(
    `INSERT INTO ${part} (id, at, action, actor_kind, actor_id, target_id, data, ip, request_id)
     SELECT uuidv7($1::timestamptz + n * ($2::timestamptz - $1::timestamptz) / $3::int - clock_timestamp()),
       $1::timestamptz + n * ($2::timestamptz - $1::timestamptz) / $3::int, action,
       CASE WHEN action IN ('mail.sent', 'subscription.synced') THEN 'system'
         WHEN action = 'session.refused' THEN 'anonymous' WHEN action = 'user.blocked' THEN 'admin' ELSE 'subscriber' END,
       CASE WHEN action IN ('mail.sent', 'subscription.synced') THEN split_part(action, '.', 1)
         WHEN action <> 'session.refused' THEN user_id END,
       user_id, jsonb_build_object('session', gen_random_uuid(), 'amr', '["pwd"]'::jsonb, 'user_agent',
         'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'),
       format('192.0.%s.%s', u % 256, u / 256 % 256), gen_random_uuid()
     FROM (SELECT n, u, ${idOfUser('(u + 1)')}::text AS user_id, CASE ${actionOf('die')} ELSE 'session.started' END AS action
       FROM (SELECT n, (random() * ${USERS - 1})::int AS u, (random() * 9999)::int AS die
         FROM generate_series(0, $3::int - 1) n OFFSET 0) AS diced) AS made`,
    [from, to, count],
  );
  await client.query(`
    ALTER TABLE ${part} ADD PRIMARY KEY (at, id);
    CREATE INDEX ON ${part} (actor_id, at DESC);
    CREATE INDEX ON ${part} (target_id, at DESC);
    CREATE INDEX ON ${part} (action, at DESC, id DESC);
    CREATE INDEX ON ${part} (request_id);
    CREATE INDEX ON ${part} (ip, at DESC, id DESC);
    CREATE INDEX ON ${part} (actor_kind, at DESC, id DESC) WHERE actor_kind IN ('admin', 'server');
    ALTER TABLE ${part} ADD CHECK (at >= '${from.toISOString()}' AND at < '${monthOf(ago - 1).toISOString()}');
    ALTER TABLE audit_events ATTACH PARTITION ${part} FOR VALUES FROM ('${from.toISOString()}') TO ('${monthOf(ago - 1).toISOString()}')`);
}

/** Rare actions: the list of all actions that ever occurred must have them. */
const RARE = [
  'user',
  'fuzzy_key',
  'oauth_client',
  'storage_server',
  'signing_key',
  'billing_alert',
  'oauth_token',
].flatMap((noun) =>
  ['created', 'updated', 'removed', 'revoked', 'resolved', 'two_factor_removed'].map((verb) => `${noun}.${verb}`),
);

/** How many of 10,000 events have each action; the rest are logins. */
const ACTIONS: readonly [action: string, share: number][] = [
  ['mail.sent', 1200],
  ['session.refused', 1000],
  ['session.ended', 800],
  ['subscription.synced', 600],
  ['session.confirmed', 300],
  ['consent.granted', 200],
  ['user.password_changed', 100],
  ['user.usage_alerts_changed', 100],
  ['user.signed_up', 30],
  ['user.blocked', 9],
  ...RARE.map((action): [string, number] => [action, 1]),
];

/** The branches of a CASE that chooses an action for a random number below 10,000. */
function actionOf(die: string): string {
  let below = 0;
  return ACTIONS.map(([action, share]) => `WHEN ${die} < ${(below += share)} THEN '${action}'`).join(' ');
}
