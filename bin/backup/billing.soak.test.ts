import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startPurchase } from '#lib/testing/buyer.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { ADMIN_SESSION, subscriberContext, systemContext } from '#lib/testing/context.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import '#lib/testing/database.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
let folder: string;
beforeAll(async () => {
  await db().signInSession.deleteMany({ where: { id: ADMIN_SESSION.id } }); // its user does not exist
  shop = await startPausedEmulator();
  folder = await mkdtemp(path.join(tmpdir(), 'backup-billing-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const withStripe = { stripe: () => shop.stripe };
const sync = (id: string) => readAndSync(systemContext(db(), withStripe), id);
const update = async (id: string, quantity: number) =>
  shop.stripe.subscriptions.update(id, { items: [{ id: await shop.itemOf(id), quantity }] });

async function person() {
  const user = await createUserRow(db());
  const buy = async () => {
    const ctx = subscriberContext(db(), user, withStripe);
    const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
    const id = await shop.pay(url.split('/').at(-1) ?? '');
    await sync(id);
    return id;
  };
  return { user, buy };
}

/** Runs a script with `url` as its database. Returns the exit code and stdout. */
async function run(command: string, url: string) {
  const settings = { DATABASE_URL: url, STRIPE_SECRET_KEY: shop.key, STRIPE_API_BASE: shop.base, LOG_LEVEL: 'error' };
  return promisify(execFile)(process.execPath, [command], { env: { ...process.env, ...settings } }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => error as { code: number; stdout: string },
  );
}

test('one reconcile after restoring an older state makes keys, limits and revenue match Stripe (R5, R15)', async () => {
  const [changer, leaver, newcomer] = [await person(), await person(), await person()];
  const [changed, left] = [await changer.buy(), await leaver.buy()];
  await backUp(env().DATABASE_URL, path.join(folder, 'backup'));
  await update(changed, 7);
  await shop.stripe.subscriptions.cancel(left);
  await newcomer.buy();
  for (const id of [changed, left]) await sync(id);

  const name = `restored_${randomBytes(6).toString('hex')}`;
  const of = (database: string) => Object.assign(new URL(inject('postgres').url), { pathname: `/${database}` }).href;
  await query(of('postgres'), `CREATE DATABASE ${name}`);
  try {
    await restore(of(name), path.join(folder, 'backup'));
    const verified = await run('bin/billing-verify.ts', of(name));
    expect(verified.code).toBe(1);
    for (const kind of ['status', 'quantity', 'key_quantity', 'key_state', 'revenue', 'user'])
      expect(verified.stdout).toMatch(new RegExp(`^${kind} of sub_`, 'm'));
    expect(await run('bin/billing-reconcile.ts', of(name))).toMatchObject({ code: 0 });
    expect(await run('bin/billing-verify.ts', of(name))).toMatchObject({ code: 0 });
    const keys = await query(
      of(name),
      'SELECT user_id::text, quantity FROM fuzzy_keys WHERE deleted_at IS NULL ORDER BY quantity',
    );
    expect(keys).toEqual([
      { user_id: newcomer.user.id, quantity: 1 },
      { user_id: changer.user.id, quantity: 7 },
    ]);
    const sums = await query(of(name), 'SELECT sum(yearly_pence)::int AS pence FROM revenue_movements');
    expect(sums).toEqual([{ pence: 12 * 2500 * 8 }]);
  } finally {
    await query(of('postgres'), `DROP DATABASE ${name} WITH (FORCE)`);
  }
}, 120_000);

async function query(url: string, statement: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<object>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
