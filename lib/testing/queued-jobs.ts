import type { Db } from '#lib/base/db/db.ts';
import type { JobName, JobPayloads } from '#lib/jobs/queue.ts';

/** The payloads of a queue's jobs, oldest first. */
export async function queuedJobs<N extends JobName>(store: Db, name: N): Promise<JobPayloads[N][]> {
  // The jobs of one transaction have the same time, so the order of its statements (cmin) decides. The places of rows
  // (ctid) have no order: VACUUM frees places, and new rows take them.
  const jobs = await store.$queryRaw<{ data: JobPayloads[N] }[]>`
    SELECT data FROM pgboss.job WHERE name = ${name} ORDER BY created_on, cmin::text::int`;
  return jobs.map(({ data }) => data);
}
