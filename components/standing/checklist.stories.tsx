import { NOT_USED } from '#components/stories/last-request.ts';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { KEY, ok, type StubAnswer } from '#components/stories/stub-server.tsx';
import { HOUR } from '#lib/base/time.ts';
import { Checklist, ChecklistProgress } from './checklist.tsx';

export default { title: 'standing/Checklist' };

const NEW = { ...NOT_USED, live_in_seconds: 70 };
const AT = new Date(Date.UTC(2026, 10, 28, 11, 41)).toISOString();
const HELLO = { ...NOT_USED, at: AT, server: 'fuzzy1', servers: ['fuzzy1'] };
const DONE = { ...HELLO, first_match: { at: AT, server: 'fuzzy1', list: 'premium' } };
const STANDING = {
  standing: 'fine',
  limit: { daily: 60_000, emails: 30_000, source: 'plan' },
  last_day: { requests: 412, checked: 412, hits: 37, errors: 0 },
  day_before: null,
  reaches_limit_at: null,
  last_request_at: new Date(Date.now() - HOUR).toISOString(),
  raise: null,
};

const answers = (...last: object[]) => ({
  'GET /account/api/last-request': last.map(ok) as [StubAnswer, ...StubAnswer[]],
  'GET /account/api/standing': ok(STANDING),
});
const story = (...last: object[]) => (
  <StubScreen answers={answers(...last)}>
    <Checklist publicKey={KEY} forbiddenFlags={[]} />
  </StubScreen>
);

export const KeyNotLive = () => story(NEW);
export const KeyLive = () => story(NOT_USED);
export const Hello = () => story(HELLO);
export const Protected = () => story(DONE);
/** All four steps, as the storage hosts report them. */
export const TurningGreen = () => story(NEW, NOT_USED, HELLO, DONE);
export const InOneLine = () => (
  <StubScreen answers={answers(HELLO)}>
    <ChecklistProgress />
  </StubScreen>
);
