import { fromPrisma, PgBoss, type Job } from 'pg-boss';
import { log } from '#lib/log.ts';
import { env } from '#lib/env.ts';
import type { Db } from '#lib/db.ts';

/** Every job and what it is told. A payload holds ids or sealed text, never a secret: it stands in the database. */
export type JobPayloads = {
  'mail.send': { template: string; sealed: string };
};
export type JobName = keyof JobPayloads;

/** What the worker does with a job; throwing means: try again later. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N], jobId: string) => Promise<void> };

/** Where jobs end that failed every try; an admin looks at them and runs them again (R4). */
const DEAD_LETTER = 'dead_letter';

/** Retries for about two hours with growing pauses, so that an hour without SMTP loses nothing (R7). */
const RETRIES = { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 };

const QUEUES: Record<JobName, object> = { 'mail.send': RETRIES };

const globals = globalThis as { boss?: Promise<PgBoss> };

/**
 * Puts a job into the queue inside the caller's transaction: it runs when, and only when, that commits.
 * `uniqueKey` makes a second job with the same key, while the first waits, a no-op.
 */
export async function enqueue<N extends JobName>(
  tx: Db,
  name: N,
  payload: JobPayloads[N],
  uniqueKey?: string,
): Promise<void> {
  const boss = await (globals.boss ??= connect());
  await boss.send(name, payload, { db: fromPrisma(tx), ...(uniqueKey && { singletonKey: uniqueKey }) });
}

/** Creates the queue's tables and queues when they are missing; part of migrating, safe to repeat. */
export async function installQueues(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(DEAD_LETTER);
  for (const [name, options] of Object.entries(QUEUES)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, deadLetter: DEAD_LETTER, notify: true });
  }
  await boss.stop({ graceful: false });
}

/** Runs jobs until the returned function is called, which lets running ones finish within 8 s. */
export async function startWorking(handlers: JobHandlers): Promise<() => Promise<void>> {
  const boss = new PgBoss({ connectionString: env().DATABASE_URL, max: 4, useListenNotify: true });
  boss.on('error', (error) => log().error({ err: error }, 'job queue'));
  await boss.start();
  for (const name of Object.keys(QUEUES) as JobName[]) await workOn(boss, name, handlers[name]);
  return () => boss.stop({ graceful: true, timeout: 8000 });
}

/**
 * A notification wakes a worker for one job; what else waits (several at once, retries that fall due, a backlog) is
 * found by polling, which pg-boss slows down to 30 s while notifications work.
 */
const WORK = {
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
        throw error;
      }
    }
  });
}

async function connect(): Promise<PgBoss> {
  try {
    const boss = new PgBoss({
      connectionString: env().DATABASE_URL,
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
