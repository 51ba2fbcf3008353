import { NOT_USED } from '#components/stories/last-request.ts';
import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import { HOUR } from '#lib/base/time.ts';
import { LastRequest } from './last-request.tsx';

export default { title: 'usage/Last request' };

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const story = (...answers: [StubAnswer, ...StubAnswer[]]) => (
  <StubServer answers={{ 'GET /account/api/last-request': answers }}>
    <LastRequest />
  </StubServer>
);

export const Loading = () => story('waiting');
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const NONE_YET = ok(NOT_USED);
const ONE = { ...NOT_USED, server: 'fuzzy1', servers: ['fuzzy1'] };

export const Failed = () => story(DOWN);
export const NoKey = () => story(ok({ ...NOT_USED, has_key: false }));
export const Waiting = () => story(NONE_YET);
/** The first poll fails, and the request arrives before the third. */
export const Arriving = () => story(DOWN, NONE_YET, ok({ ...ONE, at: hoursAgo(0) }));
export const Working = () => story(ok({ ...ONE, at: hoursAgo(0) }));
const MATCH = { at: hoursAgo(1), server: 'fuzzy2', list: null };
export const Matched = () =>
  story(ok({ ...ONE, at: hoursAgo(0), servers: ['fuzzy1', 'fuzzy2', 'fuzzy3'], first_match: MATCH }));
export const MatchedOnList = () => story(ok({ ...ONE, at: hoursAgo(0), first_match: { ...MATCH, list: 'premium' } }));
/** A request arrives before the match. */
export const MatchArriving = () =>
  story(ok({ ...ONE, at: hoursAgo(0) }), ok({ ...ONE, at: hoursAgo(0), first_match: MATCH }));
export const Silent = () => story(ok({ ...ONE, at: hoursAgo(5), servers: [], first_match: MATCH }));
