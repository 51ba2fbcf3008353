import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { SessionView } from '#lib/auth/views.ts';
import { Sessions } from './sessions.tsx';

export default { title: 'account/Sessions' };

const AT = '2026-01-15T08:30:00.000Z';
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const story = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <Sessions />
  </StubServer>
);

const SESSIONS = 'GET /account/api/sessions';
const CURRENT: SessionView = {
  id: '6f1e0c5a-1f5c-4d6b-9c3e-000000000001',
  device: 'Firefox 145 on Linux',
  ip: '192.0.2.7',
  created_at: AT,
  last_seen_at: AT,
  is_current: true,
  amr: ['pwd'],
};
const OTHER: SessionView = {
  ...CURRENT,
  id: '6f1e0c5a-1f5c-4d6b-9c3e-000000000002',
  device: 'Safari on iPhone',
  is_current: false,
};

export const Loading = () => story({ [SESSIONS]: 'waiting' });
export const Failed = () => story({ [SESSIONS]: [DOWN, ok({ sessions: [CURRENT] })] });
export const Full = () =>
  story({
    [SESSIONS]: [ok({ sessions: [CURRENT, OTHER] }), ok({ sessions: [CURRENT] })],
    [`DELETE /account/api/sessions/${OTHER.id}`]: ok({}),
    'DELETE /account/api/sessions': ok({ ended: 1 }),
  });
export const NotEnded = () =>
  story({ [SESSIONS]: ok({ sessions: [CURRENT, OTHER] }), [`DELETE /account/api/sessions/${OTHER.id}`]: DOWN });
