import { digestOf, hostAnswer, lookUp, removed, removing, report, storedOn } from '#components/stories/hash-reports.ts';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { KEY, LONG_TEXT, LONG_WORD, ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { LookUpView, ReportView } from '#lib/hash-reports/views.ts';
import { Reports } from './reports.tsx';

export default { title: 'account/Reports' };

const STATUS = {
  ...{ has_subscription: true, is_manual: false, email: 'ada@example.com', is_admin: false },
  plan: {
    ...{ product: 'Premium access (small)', quantity: 1, status: 'active', key: KEY, ends_at: null },
    ...{ key_is_off: false, forbidden_flags: [] },
  },
  usage_limit: { daily: 60_000, emails: 30_000, source: 'plan' },
};

const story = (answers: StubAnswers, search?: string) => (
  <StubScreen
    search={search}
    answers={{ 'GET /userstatus': ok(STATUS), 'GET /account/api/reports': ok({ reports: [] }), ...answers }}
  >
    <Reports />
  </StubScreen>
);
const list = (...reports: ReportView[]) => story({ 'GET /account/api/reports': ok({ reports }) });
/** The answers to a question that the URL names. */
const asked = (view: LookUpView, more: StubAnswers = {}) =>
  story({ [`GET /account/api/reports/look-ups/${view.id}`]: ok(view), ...more }, `?look_up=${view.id}`);

const BOTH = lookUp([storedOn(1), storedOn(2, { weight: 11.5, list: 'bulk', symbol: 'FUZZY_BULK' })]);

const FIRST_ANSWER = lookUp([storedOn(1), hostAnswer(2, 'waiting')], false);

export const Loading = () => story({ 'GET /userstatus': 'waiting' });
export const WithoutPlan = () =>
  story({ 'GET /userstatus': ok({ ...STATUS, has_subscription: false, plan: { ...STATUS.plan, key: null } }) });
export const Empty = () => list();
export const ListLoading = () => story({ 'GET /account/api/reports': 'waiting' });
export const ListFailed = () =>
  story({ 'GET /account/api/reports': refused(503, 'unavailable', 'The service is not available right now.') });

/** From a pasted text to a report. The first host answers at once, the second a second later. */
export const LookingUp = () =>
  story({
    'POST /account/api/reports/look-up': ok(FIRST_ANSWER),
    [`GET /account/api/reports/look-ups/${BOTH.id}`]: [ok(FIRST_ANSWER), ok(BOTH)],
    'POST /account/api/reports': [
      refused(503, 'unavailable', 'The service is not available right now.'),
      ok(report('waiting')),
    ],
  });
export const LookUpLimited = () =>
  story({
    'POST /account/api/reports/look-up': refused(429, 'rate_limited', 'Too many look-ups. Please try again later.', {
      retryAfterSeconds: 1800,
    }),
  });
export const Asking = () => asked(lookUp([hostAnswer(1, 'waiting'), hostAnswer(2, 'waiting')], false));
export const StoredOnBoth = () => asked(BOTH);
export const StoredNowhere = () => asked(lookUp([hostAnswer(1, 'not_stored'), hostAnswer(2, 'not_stored')]));
export const OldHosts = () => asked(lookUp([hostAnswer(1, 'cannot_inspect'), hostAnswer(2, 'no_answer')]));
export const MixedHosts = () =>
  asked(lookUp([storedOn(1, { since: null }), hostAnswer(2, 'cannot_inspect'), hostAnswer(3, 'not_stored')]));
export const NoHosts = () => asked(lookUp([]));
export const LookUpGone = () => {
  const { id } = BOTH;
  return story(
    { [`GET /account/api/reports/look-ups/${id}`]: refused(404, 'not_found', 'This look-up does not exist.') },
    `?look_up=${id}`,
  );
};

const QUESTION = { question: 'Did the recipients order this newsletter?' };
export const AllStates = () =>
  list(
    report('waiting'),
    report('asked', QUESTION),
    removing,
    removed,
    report('kept', {
      ...{ ...QUESTION, answer: 'Some of them did.' },
      reason: 'Recipients at 40 other domains marked the same text as spam.',
    }),
    report('gone', { note: '', digest: digestOf('c0ffee1234') }),
  );
export const LongTexts = () =>
  list(
    report('kept', { note: `${LONG_TEXT}\n${LONG_WORD}`, question: LONG_TEXT, answer: LONG_WORD, reason: LONG_TEXT }),
  );
export const Answering = () =>
  story({
    'GET /account/api/reports': [
      ok({ reports: [report('asked', QUESTION)] }),
      ok({ reports: [report('waiting', { ...QUESTION, id: report('asked').id, answer: 'Yes, in writing.' })] }),
    ],
    [`POST /account/api/reports/${report('asked').id}/answer`]: [
      refused(503, 'unavailable', 'The service is not available right now.'),
      ok(report('waiting', QUESTION)),
    ],
  });
