import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { warnOncePerMinute } from '#lib/base/log.ts';
import { writeHeartbeat } from '#lib/operation/heartbeat.ts';
import { release, runsFrom } from '#lib/base/settings/release.ts';
import '#lib/testing/database.ts';
import { metrics } from './metrics.ts';
import { watchOperation } from './operation-metrics.ts';

runsFrom(process.cwd());
let close = watchOperation(env().DATABASE_URL);
afterAll(() => close());
/** A scrape reads again after a second. */
beforeEach(async () => {
  await close();
  close = watchOperation(env().DATABASE_URL);
});

async function scrape(name: string): Promise<Record<string, number>> {
  const lines = (await metrics.metrics())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(
    lines.map((line) => {
      const [series = '', value = ''] = line.split(/ (?=\S+$)/);
      return [series.slice(name.length), value === '+Inf' ? Infinity : Number(value)];
    }),
  );
}

test('exports how long ago a worker was seen, and +Inf without one', async () => {
  expect(await scrape('worker_last_seen_seconds')).toEqual({ '': Infinity });
  await writeHeartbeat(db(), randomUUID());
  await close();
  close = watchOperation(env().DATABASE_URL);
  expect((await scrape('worker_last_seen_seconds'))['']).toBeLessThan(10);
});

test('exports the jobs of each queue, and those that failed three times', async () => {
  await db().$executeRaw`INSERT INTO pgboss.job (name, state, retry_count, start_after) VALUES
    ('mail.send', 'retry', 2, now()), ('mail.send', 'created', 0, now() - interval '10 minutes')`;
  expect(await scrape('jobs_failed')).toMatchObject({ '{queue="mail.send"}': 1, '{queue="billing.sync"}': 0 });
  expect(await scrape('jobs_waiting')).toMatchObject({ '{queue="mail.send"}': 2 });
  expect((await scrape('jobs_oldest_seconds'))['{queue="mail.send"}']).toBeGreaterThanOrEqual(600);
});

test('exports no verify, sweep or fold before the first, and an infinite age of the backup', async () => {
  for (const name of [
    'billing_differences',
    'stripe_events_missed',
    'usage_fold_age_seconds',
    'billing_check_age_seconds',
  ])
    expect([name, await scrape(name)]).toEqual([name, {}]);
  expect(await scrape('backup_age_seconds')).toEqual({ '': Infinity });
  expect(await scrape('wal_archive_failing')).toEqual({ '': 0 });
});

test('exports attempts to send emails and refusals by cause', async () => {
  await db().mailDay.create({ data: { day: new Date('2026-11-28'), sent: 5, failed: 2, refused: 1 } });
  expect(await scrape('mails_total')).toEqual({
    '{result="sent"}': 5,
    '{result="failed"}': 2,
    '{result="refused"}': 1,
  });
  for (let times = 0; times < 3; times++) warnOncePerMinute('of_this_test');
  expect(await scrape('setting_refusals_total')).toMatchObject({ '{cause="of_this_test"}': 3 });
});

test('exports the version and commit', async () => {
  const { version, commit } = release();
  expect(await scrape('build_info')).toEqual({ [`{version="${version}",commit="${commit ?? 'unknown'}"}`]: 1 });
});

test('leaves the series out while the database is unavailable, and exports the others', async () => {
  await close();
  close = watchOperation('postgresql://127.0.0.1:1/none');
  const text = await metrics.metrics();
  for (const name of ['worker_last_seen_seconds', 'backup_age_seconds', 'jobs_waiting', 'mails_total'])
    expect([name, await scrape(name)]).toEqual([name, {}]);
  expect(text).toContain('process_start_time_seconds ');
});
