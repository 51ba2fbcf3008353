import type { JobState } from '#lib/jobs/schema.ts';
import type { JobView } from '#lib/jobs/views.ts';

/** The query key of the jobs. */
export const JOBS = ['admin', 'jobs'];

export const LOAD_FAILED = 'Failed to load jobs. You may not have admin privileges.';

export const STATE_LABELS: Record<JobView['state'], string> = {
  failed: 'Failed',
  failing: 'Failed, will be retried',
  waiting: 'Waiting',
  running: 'Running',
};

/** The table's caption already names the jobs. */
export const EMPTY: Record<JobState, { title: string; text: string }> = {
  failed: {
    title: 'Nothing has failed',
    text: 'A job appears here after its third failure, while it is still retried for hours.',
  },
  waiting: { title: 'Nothing is waiting', text: 'No job is due to run or to be retried.' },
  running: { title: 'Nothing is running', text: 'A job appears here while it runs.' },
};
