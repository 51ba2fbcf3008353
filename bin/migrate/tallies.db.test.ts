import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { onCluster, urlOf } from '#lib/testing/cluster.ts';
import { migrate } from './migrate.ts';

/** The migrations before keys and the ledger were counted, and those that created the triggers. */
const BEFORE = '20261124110000_staged_usage';
const KEY_TRIGGERS = '20261124120000_key_counts';
const LEDGER_TRIGGERS = '20261124130000_revenue_tallies';

const USER = `INSERT INTO users (id) VALUES ('01900000-0000-7000-8000-000000000001')`;
const SUBSCRIPTION = `
  INSERT INTO subscriptions (id, user_id, stripe_subscription_id, stripe_customer_id, status, stripe_price_id,
    stripe_product_id, product_name, interval, quantity, started_at, synced_at)
  VALUES (gen_random_uuid(), '01900000-0000-7000-8000-000000000001', $1, 'cus', 'past_due', 'price', 'prod', 'name', 'month', 1, now(), now())`;
const MOVEMENT = `
  INSERT INTO revenue_movements (at, kind, cause, yearly_pence, currency, stripe_subscription_id, user_id)
  VALUES ('2026-11-01', 'new', 'purchase', $2, 'gbp', $1, '01900000-0000-7000-8000-000000000001')`;
const KEY = `INSERT INTO fuzzy_keys (description, public_key, key_id, email, deleted_at)
  VALUES ($1, $2::char(52), left($2::char(52), 13), $3, $4)`;

let name: string;
let client: pg.Client;
const run = (statement: string, ...values: unknown[]) => client.query(statement, values);

beforeEach(async () => {
  name = `tallies_${randomBytes(6).toString('hex')}`;
  await onCluster(`CREATE DATABASE ${name}`);
  await migrate(urlOf(name), BEFORE);
  client = new pg.Client({ connectionString: urlOf(name) });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await onCluster(`DROP DATABASE ${name} WITH (FORCE)`);
});

test('counts keys and the ledger from before their triggers once, whatever changes in the meantime (R13)', async () => {
  const addKey = (description: string, email: string | null = null, deletedAt: string | null = null) =>
    run(KEY, description, createKeyPair().publicKey, email, deletedAt);
  for (const description of ['given', 'Stripe cus_1 sub_1', 'to delete', 'to change']) await addKey(description);
  await addKey('with email', 'a@test.example');
  await addKey('deleted', null, '2026-11-01');
  await run(USER);
  for (const id of ['sub_late', 'sub_paid']) {
    await run(SUBSCRIPTION, id);
    await run(MOVEMENT, id, 1000);
  }

  await migrate(urlOf(name), KEY_TRIGGERS);
  await addKey('new', 'b@test.example');
  await run("DELETE FROM fuzzy_keys WHERE description = 'to delete'");
  await run("UPDATE fuzzy_keys SET deleted_at = now() WHERE description = 'to change'");
  await run('SELECT tallies.fold()');

  await migrate(urlOf(name), LEDGER_TRIGGERS);
  await run(MOVEMENT, 'sub_late', 200);
  await run("UPDATE subscriptions SET status = 'active' WHERE stripe_subscription_id = 'sub_paid'");

  await migrate(urlOf(name));
  const { rows } = await client.query<{ name: string; n: number }>(
    `SELECT name, sum(delta)::int AS n FROM tallies.deltas
     WHERE name LIKE 'keys %' OR name LIKE 'past due %' GROUP BY name ORDER BY name`,
  );
  expect(Object.fromEntries(rows.map((row) => [row.name, row.n]))).toEqual({
    'keys active': 4,
    'keys deleted': 2,
    'keys manual': 1,
    'keys stripe': 1,
    'keys with email': 2,
    'past due pence gbp': 1200,
  });
  const sums = await client.query(
    'SELECT sum(yearly_pence)::int AS pence, sum(movements)::int AS movements FROM tallies.revenue',
  );
  expect(sums.rows).toEqual([{ pence: 2200, movements: 3 }]);
});
