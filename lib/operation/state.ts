import { z } from 'zod';
import type { Db } from '#lib/base/db/db.ts';
import { DEAD_LETTER, JOB_SQL, OVERDUE_SECONDS } from '#lib/jobs/failing.ts';

const State = z.object({
  /** processes that ran in the last day, the last seen first */
  workers: z.array(z.object({ version: z.string(), commit: z.string().nullable(), seen_s: z.number() })),
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: z.number(),
      running: z.number(),
      /** failed three times or more, and will be tried again */
      failing: z.number(),
      /** failed every try */
      gave_up: z.number(),
      /** seconds since the job that waits longest could have started; 0 if none waits */
      oldest_s: z.number(),
    }),
  ),
  /** all emails so far, and the refused ones of today and yesterday */
  mail: z.object({ sent: z.number(), failed: z.number(), refused: z.number(), refused_lately: z.number() }),
  /** storage hosts that were not removed */
  hosts: z.array(z.object({ name: z.string(), seen_s: z.number(), was_seen: z.boolean() })),
  /** the billing checks that have run */
  runs: z.array(z.object({ name: z.string(), age_s: z.number(), differences: z.number(), events: z.number() })),
  /** since `usage.fold` last ended; null if pg-boss remembers none */
  fold_s: z.number().nullable(),
  /** since the last backup of any kind; null if none was noted */
  backup_s: z.number().nullable(),
  /** whether PostgreSQL's last attempt to archive WAL failed */
  is_archive_failing: z.boolean(),
});
/** What an operator must know of everything behind the web process. Ages are in seconds by the database's clock. */
export type OperationState = z.infer<typeof State>;

const seconds = (since: string) => `extract(epoch FROM now() - ${since})::float8`;
const listOf = (fields: string, from: string) =>
  `(SELECT coalesce(json_agg(json_build_object(${fields})), '[]') ${from})`;
const countOf = (condition: string) => `count(*) FILTER (WHERE ${condition})`;

/** One statement, so that a scrape costs one round trip. */
export const OPERATION_SQL = `SELECT json_build_object(
  'workers', ${listOf(
    `'version', version, 'commit', commit, 'seen_s', ${seconds('seen_at')}`,
    'FROM (SELECT * FROM worker_processes ORDER BY seen_at DESC LIMIT 100) w',
  )},
  'queues', ${listOf(
    `'name', q.name, 'waiting', coalesce(waiting, 0), 'running', coalesce(running, 0), 'failing', coalesce(failing, 0),
     'gave_up', coalesce(gave_up, 0), 'oldest_s', coalesce(oldest_s, 0)`,
    `FROM pgboss.queue q LEFT JOIN (
       SELECT CASE WHEN j.name = '${DEAD_LETTER}' THEN j.source_name ELSE j.name END AS name, ${countOf(JOB_SQL.waiting)} AS waiting,
         ${countOf(JOB_SQL.running)} AS running, ${countOf(JOB_SQL.failing)} AS failing,
         ${countOf(JOB_SQL.gaveUp)} AS gave_up, max(${OVERDUE_SECONDS}) AS oldest_s
       FROM pgboss.job j WHERE j.state IN ('created', 'retry', 'active', 'failed') GROUP BY 1) n ON n.name = q.name
     WHERE q.name <> '${DEAD_LETTER}' AND q.name NOT LIKE '\\_\\_%'`,
  )},
  'mail', (SELECT json_build_object('sent', coalesce(sum(sent), 0), 'failed', coalesce(sum(failed), 0),
    'refused', coalesce(sum(refused), 0),
    'refused_lately', coalesce(sum(refused) FILTER (WHERE day >= (now() AT TIME ZONE 'UTC')::date - 1), 0)) FROM mail_days),
  'hosts', ${listOf(
    `'name', name, 'seen_s', ${seconds('coalesce(last_seen_at, created_at)')}, 'was_seen', last_seen_at IS NOT NULL`,
    'FROM storage_servers WHERE removed_at IS NULL',
  )},
  'runs', ${listOf(
    `'name', name, 'age_s', ${seconds('ran_at')}, 'differences', coalesce((report -> 'differences' ->> 'count')::int, 0),
     'events', CASE name WHEN 'sweep' THEN coalesce((report ->> 'events')::int, 0) ELSE 0 END`,
    'FROM billing_runs',
  )},
  'fold_s', (SELECT ${seconds('max(completed_on)')} FROM pgboss.job WHERE name = 'usage.fold' AND state = 'completed'),
  'backup_s', (SELECT ${seconds('max(finished_at)')} FROM backup_runs),
  'is_archive_failing', (SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
    FROM pg_stat_archiver)
) AS state`;

/** Reads the state from a row that `OPERATION_SQL` returned. */
export const parseOperation = (row: unknown): OperationState => z.object({ state: State }).parse(row).state;

/** The state, read by a connection of the process. */
export async function readOperation(db: Db): Promise<OperationState> {
  const [row] = await db.$queryRawUnsafe<unknown[]>(OPERATION_SQL);
  return parseOperation(row);
}
