import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { getRevenue, RevenueQuery } from '#lib/billing/revenue/revenue-figures.ts';
import { db } from '#lib/base/db/db.ts';
import { unseal } from '#lib/base/crypto.ts';
import { publicKeyOf } from '#lib/fuzzy-keys/key-pair.ts';
import { FUZZY_KEY_PURPOSE } from '#lib/fuzzy-keys/service.ts';
import { listFailedQueues } from '#lib/jobs/queries.ts';
import { authenticateStorageServer } from '#lib/storage/service.ts';
import { logInByPassword } from '#lib/testing/demo/lived-in-account.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'seed-test-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const ADMIN = { ADMIN_EMAIL: 'Admin@Example.com', ADMIN_PASSWORD: 'Correct-Horse-7' };
const DEMO = { ...ADMIN, SEED: 'demo', DEMO_PASSWORD: 'Battery-Staple-8' };

/** Runs the seed, and returns its exit code and output. */
async function seed(settings: Record<string, string>) {
  const env = { ...process.env, ADMIN_EMAIL: '', ADMIN_PASSWORD: '', DATA_DIR: dataDir, ...settings };
  const run = promisify(execFile)(process.execPath, ['prisma/seed.ts'], { env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
}
const counts = async () =>
  Promise.all([
    db().user.count(),
    db().fuzzyKey.count(),
    db().usagePoint.count(),
    db().auditEvent.count(),
    db().oAuthClient.count(),
    db().revenueMovement.count(),
  ]);

/**
 * Checks that the ledger has movements of every kind in order, and that those of a subscription add up to its price
 * now.
 */
async function expectConsistentLedger() {
  const prices: Record<string, number> = { personal: 700, starter: 2500, scale: 5000 };
  const yearly: Record<string, number> = { personal: 8400, starter: 28_500, scale: 55_000 };
  for (const { stripeSubscriptionId, plan, interval, quantity, status } of await db().subscription.findMany()) {
    const { _sum } = await db().revenueMovement.aggregate({
      where: { stripeSubscriptionId },
      _sum: { yearlyPence: true },
    });
    const price = interval === 'year' ? (yearly[plan ?? ''] ?? NaN) : 12 * (prices[plan ?? ''] ?? NaN);
    const isCharged = status === 'active' || status === 'past_due';
    expect([stripeSubscriptionId, _sum.yearlyPence]).toEqual([stripeSubscriptionId, isCharged ? price * quantity : 0]);
  }
  const movements = await db().revenueMovement.findMany({ orderBy: { id: 'asc' } });
  expect(new Set(movements.map(({ kind }) => kind))).toEqual(
    new Set(['new', 'expansion', 'contraction', 'churn', 'reactivation']),
  );
  expect(movements.map(({ at }) => at.getTime())).toEqual(
    movements.map(({ at }) => at.getTime()).toSorted((a, b) => a - b),
  );
  const ctx = adminContext(db(), undefined, { now: new Date() });
  const { figures } = await getRevenue(ctx, RevenueQuery.parse({}));
  const customers = await db().subscription.count({ where: { status: { in: ['active', 'past_due'] } } });
  expect(figures.find(({ name }) => name === 'mrr_end')).toMatchObject({ customers });
}

test.each<[string, Record<string, string>, string]>([
  ['a weak password', { ...ADMIN, ADMIN_PASSWORD: 'weak' }, 'ADMIN_PASSWORD is too weak'],
  ['no password', { ...ADMIN, ADMIN_PASSWORD: '' }, 'ADMIN_PASSWORD is missing'],
  ['an invalid address', { ...ADMIN, ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL is not a valid email address'],
  ['an unknown SEED', { SEED: 'more' }, 'SEED'],
  ['no password for the samples', { SEED: 'demo', DEMO_PASSWORD: '' }, 'DEMO_PASSWORD is missing'],
])('exits with one line and creates nothing for %s', async (_name, settings, text) => {
  const { code, stderr } = await seed({ SEED: 'none', ...settings });
  expect(code).toBe(1);
  expect(stderr).toContain(text);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).not.toContain('weak\n');
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
});

test('creates the first admin once with SEED=none, and ignores a later password', async () => {
  expect(await seed({ ...ADMIN, SEED: 'none' })).toMatchObject({ code: 0, stderr: '' });
  const again = await seed({ ...ADMIN, SEED: 'none', ADMIN_PASSWORD: 'Another-Horse-8' });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/is already an admin/), stderr: '' });
  expect(await db().user.findMany()).toMatchObject([{ email: 'admin@example.com', isAdmin: true }]);
  await logInByPassword(anonymousContext(db()), { email: 'admin@example.com', password: ADMIN.ADMIN_PASSWORD });
  expect(await db().auditEvent.findMany({ where: { actorId: 'seed' } })).toMatchObject([
    { action: 'user.created', actorKind: 'system' },
  ]);
});

test('creates users, keys, servers and consistent usage only once with SEED=demo', async () => {
  const first = await seed(DEMO);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(await db().user.count({ where: { isAdmin: true } })).toBe(3);
  await logInByPassword(anonymousContext(db()), {
    email: 'personal-monthly@demo.example',
    password: DEMO.DEMO_PASSWORD,
  });

  const keys = await db().fuzzyKey.findMany();
  expect(new Set(keys.map(({ rankId }) => rankId))).toEqual(new Set([0, 10, 20, 50, 75, 90]));
  for (const { publicKey, privateKeySealed } of keys)
    if (privateKeySealed) expect(publicKeyOf(unseal(privateKeySealed, FUZZY_KEY_PURPOSE).toString())).toBe(publicKey);
  const sums = ['usage_points', 'usage_hours', 'usage_days'].map((table) =>
    db().$queryRawUnsafe<object[]>(
      `SELECT key_id, server_id, sum(checked)::int AS c, sum(hits)::int AS h, sum(errors)::int AS e FROM ${table} GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
  );
  const [points, hours, days] = await Promise.all(sums);
  expect(points?.length).toBeGreaterThan(20);
  expect(hours).toEqual(points);
  expect(days).toEqual(points);

  await expectConsistentLedger();
  expect((await listFailedQueues(adminContext(db()))).map(({ queue, jobs }) => [queue, jobs])).toEqual([
    ['mail.send', 1],
  ]);
  const file = path.join(dataDir, 'demo-servers.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { servers: { name: string; token: string }[] };
  for (const server of kept.servers) {
    await authenticateStorageServer(anonymousContext(db()), server);
    expect(first.stdout).not.toContain(server.token);
  }
  const before = await counts();
  expect(await seed(DEMO)).toMatchObject({ code: 0, stdout: expect.stringMatching(/is already an admin/), stderr: '' });
  expect(await counts()).toEqual(before);
});
