import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { countFailedJobs, JobQuery, listJobs, shownPayload } from './queries.ts';
import { runJobAgain, runQueueAgain } from './service.ts';

const list = (store: Db, query: Record<string, string> = {}) => listJobs(adminContext(store), JobQuery.parse(query));

/** Inserts what pg-boss keeps of a job that failed every try. */
async function gaveUp(store: Db, data: object, queue = 'mail.send'): Promise<string> {
  const [row] = await store.$queryRaw<{ id: string }[]>`
    INSERT INTO pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
    VALUES ('dead_letter', ${JSON.stringify(data)}::jsonb, ${queue}, gen_random_uuid(), '2026-11-20T10:00:00Z', 12,
      '{"message": "the server is down", "stack": "at /srv/app/x.ts"}') RETURNING id::text`;
  return row?.id ?? '';
}
const waiting = (store: Db) => store.$queryRaw<{ data: unknown }[]>`
  SELECT data FROM pgboss.job WHERE name = 'mail.send' AND state = 'created' AND data->>'template' LIKE 'test %'`;

test('lists a dead letter with its reason, times and tries, without sealed values (R4)', () =>
  inRollback(async (store) => {
    const id = await gaveUp(store, { template: 'test a', sealed: 'AAAA' });
    const { jobs, queues, total } = await list(store);
    expect(jobs.find((job) => job.id === id)).toEqual({
      id,
      queue: 'mail.send',
      state: 'failed',
      created_at: '2026-11-20T10:00:00.000Z',
      tries: 13,
      failed_at: expect.any(String),
      retry_at: null,
      why: 'the server is down',
      payload: { template: 'test a' },
    });
    expect(total).toBe(jobs.length);
    expect(queues.find(({ name }) => name === 'mail.send')).toEqual({
      name: 'mail.send',
      waiting: expect.any(Number),
      running: 0,
      failed: total,
    });
    expect(queues.map(({ name }) => name)).not.toContain('dead_letter');
  }));

test('lists a job with the failed ones from its third failure, and runs it again without waiting for the next try', () =>
  inRollback(async (store) => {
    await store.$executeRaw`DELETE FROM pgboss.job`;
    await store.$executeRaw`INSERT INTO pgboss.job (name, state, retry_count, start_after, output, data) VALUES
      ('mail.send', 'retry', 1, now() + interval '1 hour', '{"message": "twice"}', '{"template": "test twice"}'),
      ('mail.send', 'retry', 2, now() + interval '1 hour', '{"message": "thrice"}', '{"template": "test thrice"}')`;
    const { jobs, queues, total } = await list(store);
    expect(jobs).toMatchObject([
      { state: 'failing', queue: 'mail.send', tries: 3, failed_at: null, retry_at: expect.any(String), why: 'thrice' },
    ]);
    expect([total, queues.find(({ name }) => name === 'mail.send')]).toMatchObject([1, { waiting: 2, failed: 1 }]);
    expect(await countFailedJobs(adminContext(store))).toMatchObject({ total: 1 });
    expect(await runJobAgain(adminContext(store), jobs[0]?.id ?? '')).toEqual({ run_again: 1 });
    const due = await store.$queryRaw<
      object[]
    >`SELECT output->>'message' AS m FROM pgboss.job WHERE start_after <= now()`;
    expect(due).toEqual([{ m: 'thrice' }]);
    expect(await runQueueAgain(adminContext(store), { queue: 'mail.send' })).toEqual({ run_again: 1 });
    expect((await list(store, { state: 'waiting' })).jobs.map(({ tries }) => tries).toSorted()).toEqual([2, 3]);
  }));

test('runs a dead letter again once, and answers not_found to a second admin', () =>
  inRollback(async (store) => {
    const id = await gaveUp(store, { template: 'test b', sealed: 'BBBB' });
    const ctx = adminContext(store);
    expect(await runJobAgain(ctx, id)).toEqual({ run_again: 1 });
    expect(await waiting(store)).toEqual([{ data: { template: 'test b', sealed: 'BBBB' } }]);
    expect((await list(store)).jobs.map((job) => job.id)).not.toContain(id);
    await expect(runJobAgain(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.auditEvent.findMany({ where: { actorId: ctx.actor.userId } })).toMatchObject([
      { action: 'job.run_again', targetId: id },
    ]);
  }));

test('runs all dead letters of a queue again, and keeps those of other queues', () =>
  inRollback(async (store) => {
    for (const letter of ['c', 'd']) await gaveUp(store, { template: `test ${letter}` });
    const other = await gaveUp(store, { id: 1 }, 'fuzzy_key.retire');
    const ctx = adminContext(store);
    expect(await runQueueAgain(ctx, { queue: 'mail.send' })).toEqual({ run_again: 2 });
    expect(await waiting(store)).toHaveLength(2);
    expect((await list(store)).jobs.map(({ id }) => id)).toEqual([other]);
    expect(await runQueueAgain(ctx, { queue: 'no.such.queue' })).toEqual({ run_again: 0 });
    expect(await store.auditEvent.findMany({ where: { actorId: ctx.actor.userId } })).toMatchObject([
      { action: 'job.run_again', data: { queue: 'mail.send', count: 2 } },
    ]);
  }));

test.each(['-created_at', 'created_at'])('lists waiting jobs of a queue page by page in the order %s', (sort) =>
  inRollback(async (store) => {
    await store.$executeRaw`DELETE FROM pgboss.job`;
    // Two jobs are from the same moment.
    await store.$executeRaw`INSERT INTO pgboss.job (name, data, created_on)
      SELECT 'mail.send', jsonb_build_object('template', 'test ' || n), now() - make_interval(hours => greatest(n, 2))
      FROM generate_series(1, 5) n`;
    const seen: unknown[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const query = { state: 'waiting', queue: 'mail.send', limit: '2', sort, ...(cursor && { cursor }) };
      const page = await list(store, query);
      seen.push(...page.jobs.map(({ payload }) => payload.template));
      cursor = page.next_cursor;
    }
    expect(seen.toSorted()).toEqual(['test 1', 'test 2', 'test 3', 'test 4', 'test 5']);
    const isOldestFirst = sort === 'created_at';
    expect(isOldestFirst ? seen.slice(0, 3) : seen.slice(2).toReversed()).toEqual(['test 5', 'test 4', 'test 3']);
    expect(await list(store, { state: 'waiting', queue: 'fuzzy_key.retire' })).toMatchObject({ jobs: [], total: 0 });
  }),
);

test.each([
  [
    { id: 7, ok: true },
    { id: 7, ok: true },
  ],
  [{ sealed: 'x', resetToken: 'x', client_secret: 'x', password: 'x' }, {}],
  [{ text: 'x'.repeat(201), nested: { token: 'x' }, list: [1] }, {}],
  [null, {}],
])('reduces the payload %j to %j (S83)', (data, shown) => {
  expect(shownPayload(data)).toEqual(shown);
});
