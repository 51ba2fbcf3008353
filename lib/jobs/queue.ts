import { setTimeout as sleep } from 'node:timers/promises';
import { fromPrisma, PgBoss, type Job } from 'pg-boss';
import { databaseConnection, Prisma, type Db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { processState } from '#lib/base/process-state.ts';
import { withoutAddresses } from '#lib/email-address/in-text.ts';
import { DEAD_LETTER, JOB_SQL } from './failing.ts';

/** Every job with its payload: ids or sealed text, never a secret, because payloads are stored in the database. */
export type JobPayloads = {
  'mail.send': { template: string; sealed: string };
  'password_reset.mail': { sealed: string };
  'verification.mail': { sealed: string };
  'fuzzy_key.retire': { id: number };
  'billing.sync': { subscription: string };
  'billing.cancel': { subscription: string };
  'billing.end_subscription': { subscription: string };
  'billing.end_unpaid': { subscription: string };
  'billing.void_invoices': { subscription: string };
  'billing.withdraw': { subscription: string };
  'billing.close_checkouts': { customer: string };
  'billing.follow_email': { userId: string };
  'billing.reconcile': object;
  'billing.sweep': object;
  'billing.cards': object;
  'usage.fold': object;
  'usage.alert': object;
  'usage.rank': object;
  'usage.sources': object;
  'usage.retain': object;
  'expired.sweep': object;
  'signing_keys.rotate': object;
  'subprocessors.announce': object;
  'oauth.logout': { clientId: string; userId: string; sid: string };
};
export type JobName = keyof JobPayloads;

/** What the worker does with a job. If it throws, the job is retried later. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N], jobId: string) => Promise<unknown> };

/**
 * A worker confirms its jobs every 3 s. A job not confirmed for 10 s, the minimum of pg-boss, goes to another worker.
 * pg-boss checks every 3 s, so a takeover takes less than 30 s (R29).
 */
const HEARTBEAT = { heartbeatSeconds: 10 };
const HEARTBEAT_REFRESH = { heartbeatRefreshSeconds: 3 };
const SUPERVISION = { superviseIntervalSeconds: 3, monitorIntervalSeconds: 3 };

/** Retries for about two hours with growing pauses, so that an hour without SMTP loses no email (R7). */
const RETRIES = {
  ...HEARTBEAT,
  retryLimit: 16,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 120,
};

/** Jobs over many rows may take up to an hour. Fewer retries are enough, because the schedule starts the next run. */
const WALK = {
  ...HEARTBEAT,
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 3600,
};

/** Retries for about a quarter of an hour: after that, the client's session has probably ended by itself. */
const LOGOUT = {
  ...HEARTBEAT,
  retryLimit: 9,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 60,
};

/** While a job waits in such a queue, another one with the same payload is not added: it would find nothing to do. */
const ONCE = { policy: 'short' };

const QUEUES: Record<JobName, object & { policy?: string }> = {
  'mail.send': RETRIES,
  'password_reset.mail': RETRIES,
  'verification.mail': RETRIES,
  'fuzzy_key.retire': RETRIES,
  'billing.sync': { ...RETRIES, ...ONCE },
  'billing.cancel': { ...RETRIES, ...ONCE },
  'billing.end_subscription': { ...RETRIES, ...ONCE },
  'billing.end_unpaid': { ...RETRIES, ...ONCE },
  'billing.void_invoices': { ...RETRIES, ...ONCE },
  'billing.withdraw': { ...RETRIES, ...ONCE },
  'billing.close_checkouts': RETRIES,
  'billing.follow_email': RETRIES,
  'billing.reconcile': { ...WALK, ...ONCE },
  'billing.sweep': WALK,
  'billing.cards': WALK,
  'usage.fold': WALK,
  'usage.alert': WALK,
  'usage.rank': WALK,
  'usage.sources': WALK,
  'usage.retain': WALK,
  'expired.sweep': WALK,
  'signing_keys.rotate': WALK,
  'subprocessors.announce': { ...WALK, ...ONCE },
  'oauth.logout': LOGOUT,
};

/** Cron schedules in UTC. One of the workers starts each run. */
const SCHEDULES: Partial<Record<JobName, string>> = {
  'billing.reconcile': '17 3 * * *',
  'billing.sweep': '23 * * * *',
  'billing.cards': '43 7 * * *',
  'usage.fold': '1-59/10 * * * *',
  'usage.alert': '*/10 * * * *',
  'usage.rank': '*/10 * * * *',
  'usage.sources': '5-59/10 * * * *',
  'usage.retain': '37 2 * * *',
  'expired.sweep': '*/10 * * * *',
  'signing_keys.rotate': '7 4 * * *',
};

const shared = processState<{ boss: Promise<PgBoss> }>('job queue');

/**
 * Queues a job in the caller's transaction: the job runs if and only if the transaction commits. `startAfter` is the
 * earliest start.
 */
export async function enqueue<N extends JobName>(
  tx: Db,
  name: N,
  payload: JobPayloads[N],
  { startAfter }: { startAfter?: Date } = {},
): Promise<void> {
  const boss = await (shared.boss ??= connect());
  await boss.send(name, payload, { db: fromPrisma(tx), ...onceKey(name, payload), ...(startAfter && { startAfter }) });
}

/** Queues many jobs in one statement. */
export async function enqueueAll<N extends JobName>(
  db: Db,
  name: N,
  payloads: readonly JobPayloads[N][],
): Promise<void> {
  const boss = await (shared.boss ??= connect());
  const jobs = payloads.map((data) => ({ data, ...onceKey(name, data) }));
  await boss.insert(name, jobs, { db: fromPrisma(db) });
}

/** pg-boss compares the keys of waiting jobs only in queues with this policy. */
const onceKey = (name: JobName, payload: object) =>
  QUEUES[name].policy === ONCE.policy ? { singletonKey: JSON.stringify(payload) } : {};

/**
 * Runs jobs again, by id or all of one queue, in the caller's transaction: dead letters go back into their queues, and
 * failing jobs do not wait for their next try. Returns how many.
 */
export async function requeue(tx: Db, which: { ids: string[] } | { sourceName: string }): Promise<number> {
  const boss = await (shared.boss ??= connect());
  const db = fromPrisma(tx);
  // A dead letter that could not be put back last time is in state failed; retry makes it wait again.
  if ('ids' in which) await boss.retry(DEAD_LETTER, which.ids, { db });
  const [ids, queue] = 'ids' in which ? [which.ids, null] : [null, which.sourceName];
  const hurried = await tx.$executeRaw`UPDATE pgboss.job j SET start_after = now()
    WHERE ${Prisma.raw(JOB_SQL.failing)} AND j.state = 'retry' AND (j.id = ANY(${ids}::uuid[]) OR j.name = ${queue})`;
  return hurried + (await boss.redrive(DEAD_LETTER, { ...which, limit: REQUEUE_LIMIT, db }));
}
const REQUEUE_LIMIT = 10_000;

/**
 * Creates the missing tables and queues of pg-boss; `url` must log in as their owner. Part of migrating; safe to
 * repeat.
 */
export async function installQueues(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false, bamIntervalSeconds: 10 });
  await boss.start();
  // Waits for the indexes of a new version of pg-boss, which the worker cannot build, because it owns no table.
  while ((await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress'))
    await sleep(200);
  await boss.createQueue(DEAD_LETTER);
  for (const [name, options] of Object.entries(QUEUES)) {
    const { policy = 'standard', ...changeable } = options;
    if (await boss.getQueue(name)) await boss.updateQueue(name, changeable);
    else await boss.createQueue(name, { ...options, deadLetter: DEAD_LETTER, notify: true });
    // pg-boss sets a policy only for a new queue. Each job has a copy of it, so only later jobs follow a change.
    const query = 'UPDATE pgboss.queue SET policy = $2 WHERE name = $1 AND policy IS DISTINCT FROM $2';
    await boss.getDb().executeSql(query, [name, policy]);
  }
  await boss.stop({ graceful: false });
}

/** Runs jobs until the returned function is called, which gives running jobs 8 s to finish. */
export async function startWorking(handlers: JobHandlers): Promise<() => Promise<void>> {
  const boss = new PgBoss({ ...databaseConnection(), ...SUPERVISION, max: 4, useListenNotify: true, migrate: false });
  boss.on('error', logQueueError);
  await boss.start();
  for (const name of Object.keys(QUEUES) as JobName[]) await workOn(boss, name, handlers[name]);
  for (const [name, cron] of Object.entries(SCHEDULES)) await boss.schedule(name, cron, {}, { tz: 'UTC' });
  return () => boss.stop({ graceful: true, timeout: 8000 });
}

/** pg-boss names the queue and the worker of an error that is about one. */
function logQueueError(error: Error): void {
  const queue: unknown = Reflect.get(error, 'queue');
  log().error({ err: error, ...(typeof queue === 'string' && { queue }) }, 'job queue failed');
}

/**
 * A notification wakes a worker for one job. Other waiting jobs (several at a time, due retries, a backlog) are found
 * by polling, which pg-boss slows down to 30 s while notifications work.
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

/** The error that is stored with a failed job: without email addresses, whose users may be deleted before the job. */
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
    boss.on('error', logQueueError);
    return await boss.start();
  } catch (error) {
    delete shared.boss; // so that the next call tries to connect again
    throw error;
  }
}

/** Closes the connection that `enqueue` uses. */
export async function closeQueue(): Promise<void> {
  const open = shared.boss;
  delete shared.boss;
  await (await open)?.stop({ graceful: false });
}
