import type { JobState } from '#lib/jobs/schema.ts';

/** The query key of the jobs. */
export const JOBS = ['admin', 'jobs'];

export const LOAD_FAILED = 'Failed to load jobs. You may not have admin privileges.';

export const STATE_LABELS: Record<JobState, string> = { failed: 'Failed', waiting: 'Waiting', running: 'Running' };

export const EMPTY_TEXTS: Record<JobState, string> = {
  failed: 'No job has given up. A job that fails is tried again for hours before it comes here.',
  waiting: 'Nothing waits for its turn or its next try.',
  running: 'Nothing runs at this moment.',
};
