import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import { HOUR } from '#lib/time.ts';
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
const NONE_YET = ok({ has_key: true, at: null, server: null });

export const Failed = () => story(DOWN);
export const NoKey = () => story(ok({ has_key: false, at: null, server: null }));
export const Waiting = () => story(NONE_YET);
/** The first poll fails, and the request arrives before the third. */
export const Arriving = () => story(DOWN, NONE_YET, ok({ has_key: true, at: hoursAgo(0), server: 'fuzzy1' }));
export const Working = () => story(ok({ has_key: true, at: hoursAgo(0), server: 'fuzzy1' }));
export const Silent = () => story(ok({ has_key: true, at: hoursAgo(5), server: 'fuzzy1' }));
