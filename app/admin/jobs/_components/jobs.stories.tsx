import { ok, refused, type StubAnswer, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import type { JobView } from '#lib/jobs/views.ts';
import { RefreshButton } from '../../_components/frame/refresh-button.tsx';
import { JobsScreen } from './jobs-screen.tsx';
import { JOBS } from './jobs-list.ts';

export default { title: 'admin/Jobs' };

const JOB: JobView = {
  id: '0197a000-0000-7000-8000-000000000001',
  queue: 'mail.send',
  state: 'failed',
  created_at: '2026-01-15T08:30:00.000Z',
  failed_at: '2026-01-15T18:30:00.000Z',
  retry_at: null,
  tries: 13,
  why: '451 later, please',
  payload: { template: 'email_taken' },
};
const list = (jobs: JobView[], failed = 2) =>
  ok({
    jobs,
    total: jobs.length,
    total_is_capped: false,
    next_cursor: null,
    queues: [
      { name: 'mail.send', waiting: 1, running: 0, failed },
      { name: 'webhook', waiting: 0, running: 0, failed: 0 },
    ],
  });
const story = (answer: StubAnswer | [StubAnswer, ...StubAnswer[]], more: StubAnswers = {}, search?: string) => (
  <StubScreen
    answers={{ 'GET /admin/api/jobs': answer, 'GET /admin/api/views': ok({ views: [] }), ...more }}
    search={search}
  >
    <RefreshButton queryKey={JOBS} />
    <JobsScreen />
  </StubScreen>
);
const runAgain = (answer: StubAnswer) => ({ [`POST /admin/api/jobs/${JOB.id}/run-again`]: answer });

export const Loading = () => story('waiting');
const failure = refused(503, 'unavailable', 'The service is not available right now.');
export const Failed = () => story([failure, list([])]);
export const RefreshFailed = () => story([list([JOB]), failure, list([JOB])]);
export const Empty = () => story(list([]));
export const EmptyRunning = () => story(list([]), {}, '?state=running&queue=webhook');
export const Full = () => story([list([JOB]), list([], 0)], runAgain(ok({ status: 'ok', run_again: 1 })));
export const AllOfAQueue = () =>
  story([list([JOB]), list([], 0)], { 'POST /admin/api/jobs/run-again': ok({ status: 'ok', run_again: 2 }) });
/** Another admin has run the job again. */
export const Gone = () =>
  story(
    [list([JOB]), list([], 0)],
    runAgain(refused(404, 'not_found', 'This job has not failed, or no longer exists.')),
  );
