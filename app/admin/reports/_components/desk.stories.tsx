import { deskReport, hostAnswer, removed, removing, storedOn } from '#components/stories/hash-reports.ts';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { LONG_TEXT, LONG_WORD, ok, refused, REQUEST_ID, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { DeskReport } from '#lib/hash-reports/views.ts';
import type { DeskState } from './desk-keys.ts';
import { DeskTabs } from './desk-tabs.tsx';
import { Desk } from './desk.tsx';

export default { title: 'admin/Report desk' };

const FIRST = deskReport(0);
const SECOND = deskReport(1, {
  note: '',
  reporter: { ...FIRST.reporter, email: 'new@example.net', reports: 1, removed: 0, kept: 0, standing: 'new' },
  answers: [hostAnswer(1, 'cannot_inspect'), storedOn(2), hostAnswer(3, 'no_answer')],
  similar: { reports: 0, customers: 0 },
  hits: null,
});
const THIRD = deskReport(2, {
  note: LONG_TEXT,
  reporter: { ...FIRST.reporter, email: LONG_WORD, reports: 9, removed: 1, kept: 8, standing: 'poor' },
  answers: [hostAnswer(1, 'not_stored'), hostAnswer(2, 'waiting')],
  pasted: null,
});

const page = (reports: DeskReport[], next: string | null = null) =>
  ok({ reports, next_cursor: next, waiting: reports.length });
const story = (answers: StubAnswers, state: DeskState = 'waiting') => (
  <StubScreen answers={answers}>
    <DeskTabs current={state} />
    <Desk state={state} />
  </StubScreen>
);
const judgeOf = ({ id }: DeskReport) => `POST /admin/api/reports/${id}/judge`;
const decided = (of: DeskReport, more: Partial<DeskReport>): DeskReport => ({ ...of, version: 2, ...more });
/** What the server answers to each verdict on the three reports. */
const JUDGED = {
  [judgeOf(FIRST)]: ok(decided(FIRST, { state: 'removing', hosts: removing.hosts, host_count: 2 })),
  [judgeOf(SECOND)]: ok(decided(SECOND, { state: 'kept', reason: 'Marked as spam elsewhere.' })),
  [judgeOf(THIRD)]: ok(decided(THIRD, { state: 'asked', question: 'Who sends it?' })),
};

export const Loading = () => story({ 'GET /admin/api/reports': 'waiting' });
export const Failed = () =>
  story({ 'GET /admin/api/reports': refused(503, 'unavailable', 'The service is not available right now.') });
export const Empty = () => story({ 'GET /admin/api/reports': page([]) });
export const Queue = () => story({ 'GET /admin/api/reports': page([FIRST, SECOND, THIRD]), ...JUDGED });
export const LeastKnown = () => story({ 'GET /admin/api/reports': page([SECOND]) });
export const LongestTexts = () => story({ 'GET /admin/api/reports': page([THIRD]) });
export const NextPage = () =>
  story({ 'GET /admin/api/reports': [page([FIRST], 'more'), page([SECOND, THIRD])], ...JUDGED });

/** Another admin was first with the first report; the server is unavailable for the second, once. */
export const TooLate = () =>
  story({
    'GET /admin/api/reports': page([FIRST, SECOND]),
    [judgeOf(FIRST)]: {
      status: 409,
      body: {
        ...{ error: 'Another admin was first.', code: 'conflict', request_id: REQUEST_ID },
        report: decided(FIRST, { state: 'kept', reason: 'A known campaign.' }),
      },
    },
    [judgeOf(SECOND)]: [
      refused(503, 'unavailable', 'The service is not available right now.'),
      ok(decided(SECOND, { state: 'gone' })),
    ],
  });

const QUESTION = { question: 'Did the recipients order this newsletter?' };
export const AskedBack = () =>
  story(
    {
      'GET /admin/api/reports': page([
        { ...FIRST, ...QUESTION, state: 'asked' },
        { ...SECOND, ...QUESTION, answer: 'Some did.', state: 'asked' },
      ]),
    },
    'asked',
  );
export const Decided = () =>
  story(
    {
      'GET /admin/api/reports': page([
        { ...removed, ...rest(FIRST), state: 'removed' },
        { ...removing, ...rest(SECOND), state: 'removing' },
        { ...THIRD, state: 'kept', reason: LONG_TEXT },
      ]),
    },
    'done',
  );

function rest({ id, digest, version, reporter, pasted, answers, similar, hits }: DeskReport) {
  return { id, digest, version, reporter, pasted, answers, similar, hits };
}
