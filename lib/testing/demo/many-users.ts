import pg from 'pg';

const BATCH = 100_000;
const TABLES = ['users', 'accounts', 'memberships', 'subscriptions', 'fuzzy_keys', 'revenue_movements'];

/**
 * Adds users until there are `count` of them, or for `seconds`; rebuilding the indexes then takes about as long. Half
 * have a subscription and its key, some a key from an admin; active and past due subscriptions have revenue. SQL
 * generates them: a million takes about a minute. The keys have no private half, so they are in no key map. Returns the
 * number of these users.
 */
export async function makeManyUsers(url: string, count: number, seconds = Infinity): Promise<number> {
  const start = performance.now();
  const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all(clients.map((client) => client.connect()));
  const [main] = clients;
  if (!main) throw new Error('no connection');
  try {
    for (const client of clients) await client.query("SET maintenance_work_mem = '1GB'; SET synchronous_commit = off");
    const { rows } = await main.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM users WHERE email LIKE '%.many.example'",
    );
    let made = rows[0]?.n ?? 0;
    if (made >= count) return made;
    const rebuild = await dropIndexes(main);
    const fill = async (client: pg.Client) => {
      while (made < count && performance.now() - start < seconds * 1000) {
        const span = [made + 1, (made = Math.min(made + BATCH, count))];
        for (const statement of [USERS, ACCOUNTS, SUBSCRIPTIONS, MOVEMENTS, BOUGHT_KEYS, GIVEN_KEYS])
          await client.query(statement, span);
      }
    };
    await Promise.all(clients.map(fill));
    for (const statement of rebuild) await main.query(statement);
    await main.query(`VACUUM ANALYZE ${TABLES.join(', ')}, tallies.deltas, tallies.revenue`);
    return made;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/**
 * Drops indexes, because filling a table without them is several times faster, but keeps the one that a trigger of
 * subscriptions needs. Returns statements to recreate them.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; statement: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS statement FROM pg_index i
     WHERE i.indrelid = ANY($1::regclass[]) AND NOT i.indisunique
       AND i.indexrelid::regclass::text <> 'revenue_movements_stripe_subscription_id_idx'`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ statement }) => statement);
}

/** A number from 0 to 99,999 that looks random and is the same in every run. */
const dice = (salt: string) => `(abs(hashtextextended('${salt}' || n, 0)) % 100000)`;
const pick = (salt: string, ...values: string[]) =>
  `(ARRAY['${values.join("','")}'])[1 + ${dice(salt)} % ${values.length}]`;

const FIRST = ['anna', 'ben', 'carla', 'dmitri', 'elena', 'farid', 'greta', 'hugo', 'ines', 'jonas', 'katya', 'lars'];
const LAST = [
  'meyer',
  'novak',
  'olsen',
  'petrov',
  'quint',
  'rossi',
  'silva',
  'tanaka',
  'ueda',
  'varga',
  'weber',
  'young',
];

/** Ascending, as real ids are: random ids would be inserted all over the indexes, which takes long for ten million. */
const id = (kind: string, n = 'n') =>
  `('01900000-' || left(md5('${kind}'), 4) || '-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** SQL for the id of the `n`th user. */
export const idOfUser = (n: string): string => id('user', n);
const people = 'FROM generate_series($1::int, $2::int) n';

const USERS = `
  INSERT INTO users (id, email, email_verified_at, is_admin, country, blocked_at, notes, last_seen_at, created_at, updated_at)
  SELECT ${id('user')},
    ${pick('first', ...FIRST)} || '.' || ${pick('last', ...LAST)} || n || '@host' || ${dice('host')} % 5000 || '.many.example',
    CASE WHEN ${dice('verified')} >= 5000 THEN now() END,
    ${dice('admin')} < 5,
    ${pick('country', 'DE', 'GB', 'US', 'FR', 'PL')},
    CASE WHEN ${dice('blocked')} < 500 THEN now() END,
    CASE WHEN ${dice('notes')} < 3000 THEN 'Pays by bank transfer, invoice ' || n END,
    CASE WHEN ${dice('seen')} < 80000 THEN now() - ${dice('last seen')} * interval '10 minutes' END,
    now() - ${dice('created')} * interval '15 minutes' - n * interval '1 second', now()
  ${people}`;

/** Their accounts, which a trigger has opened while it exists (lib/accounts/open-account.ts). */
const ACCOUNTS = `
  WITH opened AS (
    INSERT INTO accounts (id, stripe_customer_id, daily_limit, blocked_at)
    SELECT ${id('user')}, CASE WHEN n % 2 = 0 THEN 'cus_many_' || n END,
      CASE WHEN ${dice('limit')} < 1000 THEN 50000 END, CASE WHEN ${dice('blocked')} < 500 THEN now() END
    ${people}
    ON CONFLICT (id) DO UPDATE SET stripe_customer_id = excluded.stripe_customer_id, daily_limit = excluded.daily_limit)
  INSERT INTO memberships (account_id, user_id, role) SELECT ${id('user')}, ${id('user')}, 'owner' ${people}
  ON CONFLICT DO NOTHING`;

const STATUS = `CASE WHEN ${dice('status')} < 80000 THEN 'active' WHEN ${dice('status')} < 83000 THEN 'past_due'
  WHEN ${dice('status')} < 85000 THEN 'trialing' WHEN ${dice('status')} < 97000 THEN 'canceled'
  WHEN ${dice('status')} < 98500 THEN 'unpaid' WHEN ${dice('status')} < 99900 THEN 'incomplete_expired' ELSE 'paused' END`;

const SUBSCRIPTIONS = `
  INSERT INTO subscriptions (id, user_id, stripe_subscription_id, stripe_customer_id, status, stripe_price_id,
    stripe_product_id, product_name, plan, interval, quantity, started_at, synced_at)
  SELECT ${id('subscription')}, ${id('user')}, 'sub_many_' || n, 'cus_many_' || n, ${STATUS}, 'price_many', 'prod_many',
    'Premium access (small)', 'starter', 'month', 1, now() - ${dice('started')} * interval '15 minutes', now()
  ${people} WHERE n % 2 = 0`;

/** The revenue of active and past due subscriptions. */
const MOVEMENTS = `
  INSERT INTO revenue_movements (at, kind, cause, yearly_pence, currency, stripe_subscription_id, user_id)
  SELECT now() - ${dice('started')} * interval '15 minutes', 'new', 'purchase', 30000, 'gbp', 'sub_many_' || n, ${id('user')}
  ${people} WHERE n % 2 = 0 AND ${dice('status')} < 83000`;

/** SQL for a public key: 51 letters of Rspamd's base32 alphabet and a `y`. */
const PUBLIC_KEY = `left(translate(lower(encode(sha256(('key' || n)::bytea), 'base64') || encode(sha256(('yek' || n)::bytea),
  'base64')), '+/=lv02' || chr(10), 'abcdefgh'), 51) || 'y'`;

const keys = (description: string, subscription: string, which: string) => `
  INSERT INTO fuzzy_keys (description, public_key, key_id, rank, email, user_id, subscription_id)
  SELECT description, public_key, left(public_key, 13), 50, u.email, u.id, subscription_id
  FROM (SELECT n, ${description} AS description, ${PUBLIC_KEY} AS public_key, ${subscription} AS subscription_id
        ${people} WHERE ${which}) k JOIN users u ON u.id = ${id('user', 'k.n')}`;

const BOUGHT_KEYS = keys("'Stripe cus_many_' || n || ' sub_many_' || n", id('subscription'), 'n % 2 = 0');
const GIVEN_KEYS = keys("'Manual key ' || n", 'NULL::uuid', `n % 2 = 1 AND ${dice('given')} < 6000`);
