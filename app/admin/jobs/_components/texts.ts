import type { JobState } from '#lib/jobs/schema.ts';

/** The query key of the jobs. */
export const JOBS = ['admin', 'jobs'];

export const LOAD_FAILED = 'Failed to load jobs. You may not have admin privileges.';

export const STATE_LABELS: Record<JobState, string> = { failed: 'Failed', waiting: 'Waiting', running: 'Running' };

export const EMPTY_TEXTS: Record<JobState, string> = {
  failed: 'A job is retried for hours before it appears here.',
  waiting: 'Nothing is due to run or to be retried.',
  running: 'A job appears here while it runs.',
};
