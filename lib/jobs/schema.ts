import { z } from 'zod';

/** `failed`: failed three times or more; `waiting`: for the first or next try. */
export const JOB_STATES = ['failed', 'waiting', 'running'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** `POST admin/api/jobs/run-again`: all failed jobs of a queue. */
export const RunQueueAgainInput = z.object({ queue: z.string().regex(/^[\w./-]{1,200}$/) });
export type RunQueueAgainInput = z.infer<typeof RunQueueAgainInput>;
