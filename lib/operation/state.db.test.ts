import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { release } from '#lib/base/settings/release.ts';
import { inRollback } from '#lib/testing/database.ts';
import { writeHeartbeat } from './heartbeat.ts';
import { readOperation } from './state.ts';

const queue = async (tx: Db, name: string) => (await readOperation(tx)).queues.find((each) => each.name === name);

test('shows a worker with its version from its first heartbeat, and for how long it was not seen', () =>
  inRollback(async (tx) => {
    await tx.workerProcess.deleteMany();
    expect((await readOperation(tx)).workers).toEqual([]);
    const id = randomUUID();
    for (let beats = 0; beats < 2; beats++) await writeHeartbeat(tx, id);
    expect((await readOperation(tx)).workers).toEqual([{ ...release(), seen_s: expect.closeTo(0, 0) }]);
    await tx.$executeRaw`UPDATE worker_processes SET seen_at = now() - interval '5 minutes'`;
    expect((await readOperation(tx)).workers[0]?.seen_s).toBeCloseTo(300, 0);
    await tx.$executeRaw`UPDATE worker_processes SET seen_at = now() - interval '25 hours'`;
    await writeHeartbeat(tx, randomUUID());
    expect((await readOperation(tx)).workers).toHaveLength(1);
  }));

test.each([
  ['created', 0, 'now()', { waiting: 1, running: 0, failing: 0, gave_up: 0 }],
  ['retry', 1, 'now()', { waiting: 1, running: 0, failing: 0, gave_up: 0 }],
  ['retry', 2, 'now()', { waiting: 1, running: 0, failing: 1, gave_up: 0 }],
  ['active', 2, 'now()', { waiting: 0, running: 1, failing: 0, gave_up: 0 }],
  ['active', 3, 'now()', { waiting: 0, running: 1, failing: 1, gave_up: 0 }],
  ['completed', 5, 'now()', { waiting: 0, running: 0, failing: 0, gave_up: 0 }],
])('counts a job in state %s after %i retries', (state, retries, _start, counts) =>
  inRollback(async (tx) => {
    await tx.$executeRaw`DELETE FROM pgboss.job`;
    await tx.$executeRaw`INSERT INTO pgboss.job (name, state, retry_count)
      VALUES ('mail.send', ${state}::pgboss.job_state, ${retries})`;
    expect(await queue(tx, 'mail.send')).toEqual({ name: 'mail.send', ...counts, oldest_s: expect.closeTo(0, 0) });
  }),
);

test('counts a dead letter in the queue that it came from', () =>
  inRollback(async (tx) => {
    await tx.$executeRaw`INSERT INTO pgboss.job (name, source_name) VALUES ('dead_letter', 'billing.sync')`;
    expect(await queue(tx, 'billing.sync')).toMatchObject({ waiting: 0, gave_up: 1, oldest_s: 0 });
  }));

test('measures how long a job could have run, and not a job that is for later', () =>
  inRollback(async (tx) => {
    await tx.$executeRaw`INSERT INTO pgboss.job (name, created_on, start_after) VALUES
      ('mail.send', now() - interval '1 hour', now() - interval '4 minutes'),
      ('fuzzy_key.retire', now() - interval '1 hour', now() + interval '1 hour')`;
    expect((await queue(tx, 'mail.send'))?.oldest_s).toBeCloseTo(240, 0);
    expect((await queue(tx, 'fuzzy_key.retire'))?.oldest_s).toBe(0);
  }));

test('measures the age of hosts, billing checks, folds and backups', () =>
  inRollback(async (tx) => {
    const before = await readOperation(tx);
    expect([before.backup_s, before.is_archive_failing]).toEqual([null, false]);
    await tx.$executeRaw`INSERT INTO storage_servers (name, token_hash, created_at, last_seen_at, removed_at) VALUES
      ('fresh', 'a', now() - interval '5 seconds', NULL, NULL),
      ('silent', 'b', now() - interval '1 day', now() - interval '10 minutes', NULL),
      ('gone', 'c', now() - interval '1 day', now() - interval '9 minutes', now())`;
    await tx.$executeRaw`INSERT INTO billing_runs (name, ran_at, report) VALUES
      ('verify', now() - interval '1 hour', '{"differences": {"count": 2, "names": []}}'),
      ('sweep', now() - interval '2 hours', '{"events": 3, "failed": {"count": 0, "names": []}}')`;
    await tx.$executeRaw`INSERT INTO pgboss.job (name, state, completed_on)
      VALUES ('usage.fold', 'completed', now() - interval '31 minutes')`;
    await tx.$executeRaw`SELECT note_backup('pgbackrest')`;
    await tx.$executeRaw`UPDATE backup_runs SET finished_at = now() - interval '2 days'`;
    const { hosts, runs, fold_s, backup_s } = await readOperation(tx);
    expect(hosts.filter(({ name }) => ['fresh', 'silent', 'gone'].includes(name))).toEqual([
      { name: 'fresh', seen_s: expect.closeTo(5, 0), was_seen: false },
      { name: 'silent', seen_s: expect.closeTo(600, 0), was_seen: true },
    ]);
    expect(runs.toSorted((a, b) => a.age_s - b.age_s)).toEqual([
      { name: 'verify', age_s: expect.closeTo(3600, 0), differences: 2, events: 0 },
      { name: 'sweep', age_s: expect.closeTo(7200, 0), differences: 0, events: 3 },
    ]);
    expect(fold_s).toBeCloseTo(31 * 60, 0);
    expect(backup_s).toBeCloseTo(2 * 86_400, 0);
    await tx.$executeRaw`SELECT note_backup('pgbackrest')`;
    expect((await readOperation(tx)).backup_s).toBeCloseTo(0, 0);
  }));
