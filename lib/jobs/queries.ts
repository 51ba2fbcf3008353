import { z } from 'zod';
import type { Admin, Context, System } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { trimmed } from '#lib/base/text/text.ts';
import { assertCursorFits, COUNT_LIMIT, countRows, encodeCursor, listQuery, toPage } from '#lib/http/list-query.ts';
import { DEAD_LETTER, JOB_SQL } from './failing.ts';
import { JOB_STATES, type JobState } from './schema.ts';
import type { JobListView, JobView } from './views.ts';

/** The query of `GET admin/api/jobs`. */
export const JobQuery = z.object({
  ...listQuery(['created_at'], '-created_at'),
  state: z.enum(JOB_STATES).default('failed'),
  queue: trimmed(200).optional(),
});
export type JobQuery = z.infer<typeof JobQuery>;

/** The number of jobs that need an admin: those that failed three times, and those that are no longer retried. */
export const countFailedJobs = (ctx: Context<Admin>) =>
  countRows(ctx.db, Prisma.sql`FROM pgboss.job j WHERE ${WHERE.failed}`);

/** The queues with failed jobs: how many, since when, the newest and its error. Reads at most 1,000 of the jobs. */
export const listFailedQueues = ({ db }: Context<Admin | System>) =>
  db.$queryRaw<{ queue: string; jobs: number; since: Date; newest: string; why: string | null }[]>`
    SELECT queue, count(*)::int AS jobs, min(created_on) AS since,
      (array_agg(id::text ORDER BY created_on DESC, id))[1] AS newest,
      (array_agg(why ORDER BY created_on DESC, id))[1] AS why
    FROM (SELECT coalesce(${QUEUE}, 'unknown') AS queue, j.id, j.created_on,
        coalesce(j.source_output, j.output) ->> 'message' AS why
      FROM pgboss.job j WHERE ${WHERE.failed} ORDER BY j.created_on DESC LIMIT ${COUNT_LIMIT}) AS failed
    GROUP BY queue ORDER BY queue`;

/** A page of failed, waiting or running jobs, and the number of jobs in each queue (R4). */
export async function listJobs(ctx: Context<Admin>, query: JobQuery): Promise<JobListView> {
  const { limit, sort, cursor, state, queue } = query;
  assertCursorFits(cursor, sort);
  const matches = Prisma.sql`${WHERE[state]} ${queue ? Prisma.sql`AND ${QUEUE} = ${queue}` : Prisma.empty}`;
  const [way, further] = sort.isDescending ? [Prisma.sql`DESC`, Prisma.sql`<`] : [Prisma.sql`ASC`, Prisma.sql`>`];
  const beyond = cursor
    ? Prisma.sql`AND (j.created_on, j.id) ${further} (${cursor.value}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT j.id::text, ${QUEUE} AS queue, j.state::text AS "jobState", j.start_after AS "startAfter", j.data, j.created_on AS "createdOn", j.created_on::text AS place,
      j.source_created_on AS "sourceCreatedOn", j.retry_count AS "retryCount",
      j.source_retry_count AS "sourceRetryCount", coalesce(j.source_output, j.output) ->> 'message' AS why
    FROM pgboss.job j WHERE ${matches} ${beyond} ORDER BY j.created_on ${way}, j.id ${way} LIMIT ${limit + 1}`;
  const { page, end } = toPage(rows, query, ({ place, id }) => ({ value: place, id }));
  return {
    jobs: page.map((row) => toView(row, state)),
    ...(await countRows(ctx.db, Prisma.sql`FROM pgboss.job j WHERE ${matches}`)),
    next_cursor: end && encodeCursor(end),
    queues: await countQueues(ctx),
  };
}

type Row = {
  id: string;
  queue: string | null;
  jobState: string;
  startAfter: Date;
  data: unknown;
  createdOn: Date;
  place: string;
  sourceCreatedOn: Date | null;
  retryCount: number;
  sourceRetryCount: number | null;
  why: string | null;
};

/** The queue that a job belongs to. A dead letter is in another one, and names it. */
const QUEUE = Prisma.raw(`CASE WHEN j.name = '${DEAD_LETTER}' THEN j.source_name ELSE j.name END`);
const WHERE: Record<JobState, Prisma.Sql> = {
  failed: Prisma.raw(`(${JOB_SQL.gaveUp} OR ${JOB_SQL.failing})`),
  waiting: Prisma.raw(`(${JOB_SQL.waiting})`),
  running: Prisma.raw(`(${JOB_SQL.running})`),
};

function toView(row: Row, state: JobState): JobView {
  const isRetried = row.jobState === 'retry';
  const hasGivenUp = state === 'failed' && !isRetried && row.jobState !== 'active';
  return {
    id: row.id,
    queue: row.queue ?? 'unknown',
    state: state === 'failed' && !hasGivenUp ? 'failing' : state,
    created_at: (row.sourceCreatedOn ?? row.createdOn).toISOString(),
    failed_at: hasGivenUp ? row.createdOn.toISOString() : null,
    retry_at: isRetried ? row.startAfter.toISOString() : null,
    tries: hasGivenUp ? (row.sourceRetryCount ?? 0) + 1 : row.retryCount + (isRetried ? 1 : 0),
    why: row.why,
    payload: shownPayload(row.data),
  };
}

const SHOWN_LENGTH = 200;

/** The ids and names in a payload. Sealed text is unreadable and left out (docs/decisions/0001). Exported for tests. */
export function shownPayload(data: unknown): JobView['payload'] {
  const entries = Object.entries(typeof data === 'object' && data !== null ? data : {});
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | number | boolean] =>
        !/sealed|secret|token|password/i.test(entry[0]) &&
        (typeof entry[1] === 'number' ||
          typeof entry[1] === 'boolean' ||
          (typeof entry[1] === 'string' && entry[1].length <= SHOWN_LENGTH)),
    ),
  );
}

async function countQueues(ctx: Context): Promise<JobListView['queues']> {
  return ctx.db.$queryRaw<JobListView['queues']>`
    SELECT q.name, coalesce(waiting, 0)::int AS waiting, coalesce(running, 0)::int AS running,
      coalesce(failed, 0)::int AS failed
    FROM pgboss.queue q LEFT JOIN (
      SELECT ${QUEUE} AS name, count(*) FILTER (WHERE ${WHERE.waiting}) AS waiting,
        count(*) FILTER (WHERE ${WHERE.running}) AS running, count(*) FILTER (WHERE ${WHERE.failed}) AS failed
      FROM pgboss.job j WHERE j.state IN ('created', 'retry', 'active', 'failed') GROUP BY 1) n ON n.name = q.name
    WHERE q.name <> ${DEAD_LETTER} AND q.name NOT LIKE '\\_\\_%' ORDER BY q.name`;
}
