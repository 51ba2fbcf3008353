import type { JobState } from '#lib/jobs/schema.ts';

/** The query key of the jobs. */
export const JOBS = ['admin', 'jobs'];

export const LOAD_FAILED = 'Failed to load jobs. You may not have admin privileges.';

export const STATE_LABELS: Record<JobState, string> = { failed: 'Failed', waiting: 'Waiting', running: 'Running' };

export const EMPTY_TEXTS: Record<JobState, string> = {
  failed: 'No failed jobs. A job is retried for hours before it appears here.',
  waiting: 'No job is waiting to run or to be retried.',
  running: 'No job is running.',
};
