import { expect, test } from 'vitest';
import { db, inTransaction, type Db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { inRollback } from '#lib/testing/database.ts';
import { unique } from '#lib/testing/factories.ts';
import { enqueue, enqueueAll, installQueues, startWorking, type JobHandlers } from './queue.ts';

const waiting = async (tx: Db, template: string) =>
  (await tx.$queryRaw<{ state: string }[]>`SELECT state FROM pgboss.job WHERE data->>'template' = ${template}`).length;

test('adds a job when its transaction commits, and only then (R7)', async () => {
  const [undone, done] = [unique('undone'), unique('done')];
  await inRollback(async (tx) => {
    await enqueue(tx, 'mail.send', { template: undone, sealed: '' });
    expect(await waiting(tx, undone)).toBe(1);
    expect(await waiting(db(), undone)).toBe(0);
  });
  expect(await waiting(db(), undone)).toBe(0);
  await inTransaction(db(), (tx) => enqueue(tx, 'mail.send', { template: done, sealed: '' }));
  expect(await waiting(db(), done)).toBe(1);
});

test('drops the job of an inner transaction that fails, and keeps the job of the outer one', () =>
  inRollback(async (tx) => {
    const [inner, outer] = [unique('inner'), unique('outer')];
    await enqueue(tx, 'mail.send', { template: outer, sealed: '' });
    const failing = inTransaction(tx, async (savepoint) => {
      await enqueue(savepoint, 'mail.send', { template: inner, sealed: '' });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect([await waiting(tx, inner), await waiting(tx, outer)]).toEqual([0, 1]);
  }));

test('runs a job once, and retries it after a failure', async () => {
  const [good, flaky] = [unique('good'), unique('flaky')];
  const runs: string[] = [];
  const stop = await startWorking({
    'mail.send': async ({ template }) => {
      if (template === good || template === flaky) runs.push(template);
      if (template === flaky && runs.filter((run) => run === flaky).length === 1) throw new Error('SMTP is down');
    },
  } as Partial<JobHandlers> as JobHandlers);
  try {
    await enqueue(db(), 'mail.send', { template: good, sealed: '' });
    await enqueue(db(), 'mail.send', { template: flaky, sealed: '' });
    await expect.poll(() => runs.toSorted()).toEqual([flaky, flaky, good]);
  } finally {
    await stop();
  }
});

test('retries a failing job for at least two hours (R7)', async () => {
  const [queue] = await db().$queryRaw<{ limit: number; delay: number; longest: number }[]>`
    SELECT retry_limit AS limit, retry_delay AS delay, retry_delay_max AS longest FROM pgboss.queue WHERE name = 'mail.send'`;
  if (!queue) throw new Error('no queue');
  // pg-boss doubles the pause and adds up to as much again at random; this sum has no random part.
  const pauses = Array.from({ length: queue.limit }, (_, n) => Math.min(queue.longest, queue.delay * 2 ** n));
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThanOrEqual(2 * 60 * 60);
});

test("configures every queue to hand over a dead worker's jobs within 30 s (R29)", async () => {
  const queues = await db().$queryRaw<{ name: string; heartbeat: number | null; delay: number; limit: number }[]>`
    SELECT name, heartbeat_seconds AS heartbeat, retry_delay AS delay, retry_limit AS limit FROM pgboss.queue
    WHERE name <> 'dead_letter' AND name NOT LIKE '\\_\\_%'`;
  expect(queues.length).toBeGreaterThan(10);
  const LOOKS = 2 * 3; // a check every 3 s, and the latest one may just have missed the job
  for (const { name, heartbeat, delay, limit } of queues) {
    expect([name, limit > 0]).toEqual([name, true]);
    expect((heartbeat ?? Infinity) + LOOKS + 2 * delay, name).toBeLessThan(30);
  }
});

const waitingFor = async (tx: Db, subscription: string) =>
  (await tx.$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE data->>'subscription' = ${subscription}`).length;

test('queues a job once while it waits, for each payload, alone or among many', () =>
  inRollback(async (tx) => {
    const [one, other] = [unique('sub'), unique('sub')];
    for (let times = 0; times < 5; times++) await enqueue(tx, 'billing.sync', { subscription: one });
    await enqueueAll(tx, 'billing.sync', [{ subscription: one }, { subscription: other }, { subscription: other }]);
    expect([await waitingFor(tx, one), await waitingFor(tx, other)]).toEqual([1, 1]);
  }));

test('queues one reconcile for five clicks', () =>
  inRollback(async (tx) => {
    for (let clicks = 0; clicks < 5; clicks++) await enqueue(tx, 'billing.reconcile', {});
    expect(await tx.$queryRaw`SELECT 1 FROM pgboss.job WHERE name = 'billing.reconcile'`).toHaveLength(1);
  }));

test('gives an existing queue its policy, which pg-boss sets only for a new one', async () => {
  await db().$executeRaw`UPDATE pgboss.queue SET policy = 'standard' WHERE name = 'billing.reconcile'`;
  await installQueues(env().DATABASE_URL);
  const [queue] = await db().$queryRaw<object[]>`SELECT policy FROM pgboss.queue WHERE name = 'billing.reconcile'`;
  expect(queue).toEqual({ policy: 'short' });
});

test('stores an email for about two weeks at most, sent or not, as the privacy policy says', async () => {
  const kept = await db().$queryRaw<{ name: string; waiting: number; done: number }[]>`
    SELECT name, retention_seconds AS waiting, deletion_seconds AS done FROM pgboss.queue
    WHERE name IN ('mail.send', 'dead_letter') ORDER BY name`;
  const TWO_WEEKS = 14 * 24 * 60 * 60;
  expect(kept.map(({ name }) => name)).toEqual(['dead_letter', 'mail.send']);
  for (const { name, waiting, done } of kept) expect(Math.max(waiting, done), name).toBeLessThanOrEqual(TWO_WEEKS);
  expect(Math.max(...kept.map(({ waiting }) => waiting))).toBe(TWO_WEEKS);
});
