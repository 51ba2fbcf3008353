import { useState } from 'react';
import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import { forgetLiveNumbers, LiveFacts, LiveNumbers } from './live-numbers.tsx';

export default { title: 'marketing/Live numbers' };

/** Each story starts as a new visit to the page, without stored numbers. */
function Visit({ answer, asFacts = false }: { answer: StubAnswer; asFacts?: boolean }) {
  useState(forgetLiveNumbers);
  return <StubServer answers={{ 'GET /api/live': answer }}>{asFacts ? <LiveFacts /> : <LiveNumbers />}</StubServer>;
}

const numbers = (requests: number, hosts: number) =>
  ok({
    live: {
      requests_last_day: requests,
      requests_per_second: requests / 86_400,
      hit_rate: 0.0417,
      storage_hosts: hosts,
      at: '2026-11-23T18:05:00.000Z',
    },
  });

export const Busy = () => <Visit answer={numbers(8_640_000, 4)} />;
export const Young = () => <Visit answer={numbers(12_960, 1)} />;
export const NoHost = () => <Visit answer={ok({ live: null })} />;
export const Failed = () => <Visit answer={refused(503, 'unavailable', 'The database is unavailable.')} />;
export const Facts = () => <Visit asFacts answer={numbers(8_640_000, 4)} />;
export const NoFacts = () => <Visit asFacts answer={ok({ live: null })} />;
