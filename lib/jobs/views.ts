import { z } from 'zod';
import { JOB_STATES } from './schema.ts';

/** One job as admins see it. Times are ISO 8601 UTC. */
export const JobView = z.object({
  id: z.uuid(),
  queue: z.string(),
  state: z.enum([...JOB_STATES, 'failing']).describe('`failed`: every try failed; `failing`: will be tried again'),
  created_at: z.iso.datetime(),
  failed_at: z.iso.datetime().nullable().describe('when the last try failed'),
  retry_at: z.iso.datetime().nullable().describe('earliest start of the next try'),
  tries: z.int().describe('number of tries'),
  why: z.string().nullable().describe('error of the last try'),
  payload: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe('the payload without sealed and long values'),
});
export type JobView = z.infer<typeof JobView>;

/** `GET admin/api/jobs`. */
export const JobListView = z.object({
  jobs: z.array(JobView),
  total: z.int().describe('rows that match the filters, counted up to 1,000'),
  total_is_capped: z.boolean().describe('more rows match than `total`'),
  next_cursor: z.string().nullable(),
  queues: z.array(z.object({ name: z.string(), waiting: z.int(), running: z.int(), failed: z.int() })),
});
export type JobListView = z.infer<typeof JobListView>;

/** `POST admin/api/jobs/run-again` and `POST admin/api/jobs/{id}/run-again`. */
export const RunAgainView = z.object({
  status: z.literal('ok'),
  run_again: z.int().describe('number of jobs put back into their queue'),
});
