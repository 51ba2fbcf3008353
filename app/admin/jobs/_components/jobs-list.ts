import { parseAsStringLiteral } from 'nuqs/server';
import { shortText } from '#components/layout/state/short-text.ts';
import { paths } from '#lib/base/paths.ts';
import { JOB_STATES, type JobState } from '#lib/jobs/schema.ts';
import type { JobView } from '#lib/jobs/views.ts';
import { type Change, defineList } from '../../_components/lists/define-list.ts';

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
const EMPTY: Record<JobState, { title: string; text: string }> = {
  failed: {
    title: 'Nothing has failed',
    text: 'A job appears here after its third failure, while it is still retried for hours.',
  },
  waiting: { title: 'Nothing is waiting', text: 'No job is due to run or to be retried.' },
  running: { title: 'Nothing is running', text: 'A job appears here while it runs.' },
};

export const jobsList = defineList({
  path: paths.adminJobs,
  key: JOBS,
  name: 'The list of jobs',
  noun: 'job',
  parsers: {
    state: parseAsStringLiteral(JOB_STATES).withDefault('failed'),
    queue: shortText(200),
    sort: parseAsStringLiteral(['-created_at', 'created_at']).withDefault('-created_at'),
    job: shortText(100),
  },
  filters: ['queue'],
  order: ['state', 'sort'],
  beside: 'job',
  failed: LOAD_FAILED,
  none: ({ state }) => EMPTY[state],
  noMatch: ({ state }) => ({ ...EMPTY[state], text: 'No job of this queue is in this state.' }),
});
export type JobsView = ReturnType<typeof jobsList.load>;
export type JobsChange = Change<JobsView>;
