import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import { MovementQuery, listMovements } from '#lib/billing/revenue/movements.ts';
import { FuzzyKeyListQuery, listFuzzyKeys } from '#lib/fuzzy-keys/console/list.ts';
import { listStorageServers } from '#lib/storage/queries.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { rankKeysByUsage } from '#lib/usage/ranking/rank-keys.ts';
import { listUsers, UserListQuery } from '#lib/users/list.ts';
import { getAttention, getOverview as readOverview } from './overview.ts';

/** The middle of a month in which no other rows exist. */
const NOW = new Date('2031-05-15T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const getOverview = async (ctx: Parameters<typeof readOverview>[0]) => ({
  ...(await readOverview(ctx)),
  ...(await getAttention(ctx)),
});

async function pay(store: Db, userId: string, status: string, at: Date, yearlyPence: number, kind = 'new') {
  const { stripeSubscriptionId } = await createSubscriptionRow(store, { accountId: userId, status });
  await store.revenueMovement.create({
    data: { at, kind, cause: 'purchase', yearlyPence, currency: 'gbp', stripeSubscriptionId, userId },
  });
}

test('sums up this month’s revenue and past due subscriptions, and lists the rows behind the new revenue', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, undefined, { now: NOW });
    const before = await getOverview(ctx);
    const { id, email } = await createUserRow(store);
    await pay(store, id, 'active', ago(60 * DAY), 12_000);
    await pay(store, id, 'past_due', ago(2 * DAY), 30_000);
    const { figures, pastDue, from, to } = await getOverview(ctx);
    expect([from, to]).toEqual(['2031-05-01', '2031-05-15']);
    const monthly = (of: typeof figures, name: string) => of.find((each) => each.name === name)?.monthly_pence ?? 0;
    expect(monthly(figures, 'new') - monthly(before.figures, 'new')).toBe(2500);
    expect(monthly(figures, 'mrr_start') - monthly(before.figures, 'mrr_start')).toBe(1000);
    expect(monthly(figures, 'mrr_end') - monthly(before.figures, 'mrr_end')).toBe(3500);
    expect(pastDue.subscriptions - before.pastDue.subscriptions).toBe(1);
    expect(pastDue.monthlyPence - before.pastDue.monthlyPence).toBe(2500);
    const rows = figures.find(({ name }) => name === 'new')?.rows;
    const { movements } = await listMovements(ctx, MovementQuery.parse(rows));
    expect(movements.map((row) => [row.email, row.yearly_pence])).toEqual([[email, 30_000]]);
  }));

test('folds the sums of the ledger when they have many rows, and shows the same revenue', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, undefined, { now: NOW });
    const { id } = await createUserRow(store);
    await pay(store, id, 'active', ago(DAY), 12_000);
    await store.$executeRaw`
      INSERT INTO tallies.revenue SELECT 'gbp', '2031-05-14', 'new', 12 * (-1) ^ n, 0 FROM generate_series(1, 600) n`;
    const rows = async () =>
      (await store.$queryRaw<object[]>`SELECT FROM tallies.revenue WHERE day = '2031-05-14' AND kind = 'new'`).length;
    const { figures } = await getOverview(ctx);
    expect(await rows()).toBe(1);
    expect((await getOverview(ctx)).figures).toEqual(figures);
  }));

test('follows past due subscriptions through changes of status and price', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, undefined, { now: NOW });
    const before = (await getOverview(ctx)).pastDue;
    const change = async () => {
      const { subscriptions, monthlyPence } = (await getOverview(ctx)).pastDue;
      return [subscriptions - before.subscriptions, monthlyPence - before.monthlyPence];
    };
    const { id: userId } = await createUserRow(store);
    const { id, stripeSubscriptionId } = await createSubscriptionRow(store, { accountId: userId, status: 'active' });
    const move = (yearlyPence: number, kind: string) =>
      store.revenueMovement.create({
        data: { at: NOW, kind, cause: 'purchase', yearlyPence, currency: 'gbp', stripeSubscriptionId, userId },
      });
    const setStatus = (status: string) => store.subscription.update({ where: { id }, data: { status } });
    await move(1200, 'new');
    expect(await change()).toEqual([0, 0]);
    await setStatus('past_due');
    expect(await change()).toEqual([1, 100]);
    await move(2400, 'expansion');
    await store.$executeRaw`SELECT tallies.fold()`;
    expect(await change()).toEqual([1, 300]);
    await setStatus('canceled');
    expect(await change()).toEqual([0, 0]);
    await setStatus('past_due');
    await store.subscription.delete({ where: { id } });
    expect(await change()).toEqual([0, 0]);
  }));

test('sums up the live subscriptions that were cancelled for a later day, and lists their users', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, undefined, { now: NOW });
    const { leaving: before } = await getOverview(ctx);
    const { id, email } = await createUserRow(store);
    await pay(store, id, 'active', ago(60 * DAY), 12_000);
    await store.subscription.updateMany({ where: { accountId: id }, data: { cancelAt: ago(-DAY) } });
    const other = await createUserRow(store);
    await pay(store, other.id, 'canceled', ago(60 * DAY), 12_000);
    await store.subscription.updateMany({
      where: { accountId: other.id },
      data: { cancelAt: ago(DAY), endedAt: ago(DAY) },
    });
    const { leaving } = await getOverview(ctx);
    expect(leaving.subscriptions - before.subscriptions).toBe(1);
    expect(leaving.monthlyPence - before.monthlyPence).toBe(1000);
    const { users } = await listUsers(ctx, UserListQuery.parse({ subscription: 'leaving', limit: '200' }));
    expect(users.map((user) => user.email)).toContain(email);
    expect(users.map((user) => user.email)).not.toContain(other.email);
  }));

test('counts as many keys over the limit and silent keys as the filtered lists show', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, undefined, { now: NOW });
    const before = await getOverview(ctx);
    const search = unique('overview');
    const key = (name: string, fields: Parameters<typeof createKeyRow>[1] = {}) =>
      createKeyRow(store, { description: `${search} ${name}`, ...fields });
    const over = await key('over', { lastUsedAt: ago(MINUTE) });
    await key('within', { lastUsedAt: ago(23 * HOUR) });
    await key('silent', { lastUsedAt: ago(25 * HOUR) });
    await key('forgotten', { lastUsedAt: ago(8 * DAY) });
    await key('never used');
    await key('suspended', { lastUsedAt: ago(25 * HOUR), suspendedAt: NOW });
    await key('deleted', { lastUsedAt: ago(25 * HOUR), deletedAt: NOW });
    const again = await key('silent, and used since the job ran', { lastUsedAt: ago(25 * HOUR) });
    await rankKeysByUsage(systemContext(store, { now: NOW }));
    await store.fuzzyKey.update({ where: { id: again.id }, data: { lastUsedAt: NOW } });
    await store.rankedUsage.update({ where: { keyId: over.id }, data: { isOverLimit: true } });
    const { overLimit, silentKeys } = await getOverview(ctx);
    expect(overLimit.total - before.overLimit.total).toBe(1);
    expect(silentKeys.total - before.silentKeys.total).toBe(1);
    const listed = async (attention: string) => {
      const { keys, total } = await listFuzzyKeys(ctx, FuzzyKeyListQuery.parse({ search, attention }));
      return [total, ...keys.map(({ description }) => description)];
    };
    expect(await listed('over')).toEqual([1, `${search} over`]);
    expect(await listed('silent')).toEqual([1, `${search} silent`]);
  }));

test('names the same silent storage hosts as the filtered list, and counts failed jobs', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, undefined, { now: NOW });
    await store.storageServer.updateMany({ data: { removedAt: NOW } });
    const before = await getOverview(ctx);
    await createServerRow(store, { name: 'a-late', lastSeenAt: ago(4 * MINUTE) });
    await createServerRow(store, { name: 'b-never' });
    await createServerRow(store, { name: 'c-connected', lastSeenAt: ago(2 * MINUTE) });
    await createServerRow(store, { name: 'd-removed', lastSeenAt: ago(DAY), removedAt: NOW });
    await store.$executeRaw`
      INSERT INTO pgboss.job (name, data, source_name, source_id, source_created_on)
      VALUES ('dead_letter', '{}'::jsonb, 'mail.send', gen_random_uuid(), now())`;
    const { silentServers, failedJobs } = await getOverview(ctx);
    expect(silentServers).toEqual(['a-late', 'b-never']);
    const { servers } = await listStorageServers(ctx, { attention: 'silent' });
    expect(servers.map(({ name }) => name)).toEqual(silentServers);
    expect(failedJobs.total - before.failedJobs.total).toBe(1);
  }));
