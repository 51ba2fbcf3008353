import { setTimeout as sleep } from 'node:timers/promises';
import { fromPrisma, PgBoss, type Job } from 'pg-boss';
import { log } from '#lib/log.ts';
import { databaseConnection, type Db } from '#lib/db.ts';
import { withoutAddresses } from '#lib/users/address-in-text.ts';

/** Every job and what it is told. A payload holds ids or sealed text, never a secret: it stands in the database. */
export type JobPayloads = {
  'mail.send': { template: string; sealed: string };
  'password_reset.mail': { sealed: string };
  'verification.mail': { sealed: string };
  'fuzzy_key.retire': { id: number };
  'billing.sync': { subscription: string };
  'billing.cancel': { subscription: string };
  'billing.void_invoices': { subscription: string };
  'billing.close_checkouts': { customer: string };
  'billing.follow_email': { userId: string };
  'billing.reconcile': object;
  'billing.cards': object;
  'usage.alert': object;
  'usage.rank': object;
  'usage.retain': object;
  'expired.sweep': object;
  'signing_keys.rotate': object;
};
export type JobName = keyof JobPayloads;

/** What the worker does with a job; throwing means: try again later. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N], jobId: string) => Promise<unknown> };

/** Where jobs end that failed every try; an admin looks at them and runs them again (R4). */
export const DEAD_LETTER = 'dead_letter';

/**
 * A worker says every 3 s that it still has its jobs; a job of which that was not said for 10 s, the least that pg-boss
 * takes, is given to another worker. Looked at every 3 s, so that this takes less than 30 s altogether (R29).
 */
const HEARTBEAT = { heartbeatSeconds: 10 };
const HEARTBEAT_REFRESH = { heartbeatRefreshSeconds: 3 };
const SUPERVISION = { superviseIntervalSeconds: 3, monitorIntervalSeconds: 3 };

/** Retries for about two hours with growing pauses, so that an hour without SMTP loses nothing (R7). */
const RETRIES = {
  ...HEARTBEAT,
  ...{ retryLimit: 16, retryDelay: 2, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 },
};

/** A walk through everything: it may take its time, and the next night comes by itself. */
const WALK = {
  ...HEARTBEAT,
  ...{ retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 300, expireInSeconds: 3600 },
};

const QUEUES: Record<JobName, object> = {
  'mail.send': RETRIES,
  'password_reset.mail': RETRIES,
  'verification.mail': RETRIES,
  'fuzzy_key.retire': RETRIES,
  'billing.sync': RETRIES,
  'billing.cancel': RETRIES,
  'billing.void_invoices': RETRIES,
  'billing.close_checkouts': RETRIES,
  'billing.follow_email': RETRIES,
  'billing.reconcile': WALK,
  'billing.cards': WALK,
  'usage.alert': WALK,
  'usage.rank': WALK,
  'usage.retain': WALK,
  'expired.sweep': WALK,
  'signing_keys.rotate': WALK,
};

/** Jobs that begin by themselves, in UTC (cron); one worker of all begins each. */
const SCHEDULES: Partial<Record<JobName, string>> = {
  'billing.reconcile': '17 3 * * *',
  'billing.cards': '43 7 * * *',
  'usage.alert': '*/10 * * * *',
  'usage.rank': '*/10 * * * *',
  'usage.retain': '37 2 * * *',
  'expired.sweep': '*/10 * * * *',
  'signing_keys.rotate': '7 4 * * *',
};

const globals = globalThis as { boss?: Promise<PgBoss> };

/**
 * Puts a job into the queue inside the caller's transaction: it runs when, and only when, that commits.
 * `uniqueKey` makes a second job with the same key, while the first waits, a no-op; `startAfter` is when it may start.
 */
export async function enqueue<N extends JobName>(
  tx: Db,
  name: N,
  payload: JobPayloads[N],
  { uniqueKey, startAfter }: { uniqueKey?: string; startAfter?: Date } = {},
): Promise<void> {
  const boss = await (globals.boss ??= connect());
  await boss.send(name, payload, {
    db: fromPrisma(tx),
    ...(uniqueKey && { singletonKey: uniqueKey }),
    ...(startAfter && { startAfter }),
  });
}

/**
 * Puts jobs that failed every try back into their queues, one by its id or all of a queue, in the caller's transaction.
 * Returns how many.
 */
export async function requeue(tx: Db, which: { ids: string[] } | { sourceName: string }): Promise<number> {
  const boss = await (globals.boss ??= connect());
  const db = fromPrisma(tx);
  // One that found its place taken the last time has to be made to wait again.
  if ('ids' in which) await boss.retry(DEAD_LETTER, which.ids, { db });
  return boss.redrive(DEAD_LETTER, { ...which, limit: REQUEUE_LIMIT, db });
}
const REQUEUE_LIMIT = 10_000;

/** Creates the queue's tables and queues when they are missing, as their owner; part of migrating, safe to repeat. */
export async function installQueues(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false, bamIntervalSeconds: 10 });
  await boss.start();
  // Indexes that a new version of pg-boss builds beside everything else: the worker owns no table, so not by it.
  while ((await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress'))
    await sleep(200);
  await boss.createQueue(DEAD_LETTER);
  for (const [name, options] of Object.entries(QUEUES)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, deadLetter: DEAD_LETTER, notify: true });
  }
  await boss.stop({ graceful: false });
}

/** Runs jobs until the returned function is called, which lets running ones finish within 8 s. */
export async function startWorking(handlers: JobHandlers): Promise<() => Promise<void>> {
  const boss = new PgBoss({ ...databaseConnection(), ...SUPERVISION, max: 4, useListenNotify: true, migrate: false });
  boss.on('error', (error) => log().error({ err: error }, 'job queue'));
  await boss.start();
  for (const name of Object.keys(QUEUES) as JobName[]) await workOn(boss, name, handlers[name]);
  for (const [name, cron] of Object.entries(SCHEDULES)) await boss.schedule(name, cron, {}, { tz: 'UTC' });
  return () => boss.stop({ graceful: true, timeout: 8000 });
}

/**
 * A notification wakes a worker for one job; what else waits (several at once, retries that fall due, a backlog) is
 * found by polling, which pg-boss slows down to 30 s while notifications work.
 */
const WORK = {
  ...HEARTBEAT_REFRESH,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
  burstWhenReadyExceeds: 1,
  localConcurrency: 2,
};

async function workOn<N extends JobName>(boss: PgBoss, name: N, handle: JobHandlers[N]) {
  await boss.work(name, WORK, async (jobs: Job<JobPayloads[N]>[]) => {
    for (const job of jobs) {
      try {
        await handle(job.data, job.id);
        log().info({ job: name, id: job.id }, 'job done');
      } catch (error) {
        log().error({ err: error, job: name, id: job.id }, 'job failed');
        throw keptFailure(error);
      }
    }
  });
}

/** What stands beside a failed job until its row goes: the text, without the addresses of people, who may be gone before. */
const keptFailure = (error: unknown): Error =>
  new Error(withoutAddresses(error instanceof Error ? error.message : String(error)));

async function connect(): Promise<PgBoss> {
  try {
    const boss = new PgBoss({
      ...databaseConnection(),
      max: 1,
      supervise: false,
      schedule: false,
      migrate: false,
    });
    boss.on('error', (error) => log().error({ err: error }, 'job queue'));
    return await boss.start();
  } catch (error) {
    delete globals.boss; // the database may be back at the next call
    throw error;
  }
}

/** Ends the sender's connection. */
export async function closeQueue(): Promise<void> {
  const open = globals.boss;
  delete globals.boss;
  await (await open)?.stop({ graceful: false });
}
