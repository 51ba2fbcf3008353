import { z } from 'zod';

/** failed: gave up after every try; waiting: for its first or next try. */
export const JOB_STATES = ['failed', 'waiting', 'running'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** One job as admins see it. Times are ISO 8601 UTC. */
export type JobView = {
  id: string;
  queue: string;
  state: JobState;
  created_at: string;
  /** when it gave up */
  failed_at: string | null;
  /** how often it was tried */
  tries: number;
  /** what the last try said */
  why: string | null;
  /** what it was told, but for sealed and long values */
  payload: Record<string, string | number | boolean>;
};

/** `GET admin/api/jobs`. */
export type JobListView = {
  jobs: JobView[];
  total: number;
  total_is_capped: boolean;
  next_cursor: string | null;
  queues: { name: string; waiting: number; running: number; failed: number }[];
};

/** `POST admin/api/jobs/run-again`: all that failed in a queue. */
export const RunQueueAgainInput = z.object({ queue: z.string().regex(/^[\w./-]{1,200}$/) });
export type RunQueueAgainInput = z.infer<typeof RunQueueAgainInput>;
