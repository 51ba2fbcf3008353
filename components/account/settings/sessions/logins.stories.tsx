import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { LoginView } from '#lib/auth/views.ts';
import { Logins } from './logins.tsx';

export default { title: 'account/Login history' };

const AT = '2026-01-15T08:30:00.000Z';
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const story = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <Logins />
  </StubServer>
);

const LOGINS = 'GET /account/api/logins';
const LOGIN: LoginView = {
  at: AT,
  outcome: 'ok',
  reason: null,
  is_confirmation: false,
  device: 'Firefox 145 on Linux',
  ip: '192.0.2.7',
};
const REFUSED: LoginView = { ...LOGIN, outcome: 'refused', reason: 'credentials' };

export const Loading = () => story({ [LOGINS]: 'waiting' });
export const Failed = () => story({ [LOGINS]: DOWN });
export const Empty = () => story({ [LOGINS]: ok({ logins: [] }) });
export const Outcomes = () =>
  story({
    [LOGINS]: ok({
      logins: [
        { ...REFUSED, reason: 'second_factor' },
        { ...LOGIN, is_confirmation: true },
        { ...LOGIN, ip: '192.0.2.8' },
      ],
    }),
  });
const SEVEN = { [LOGINS]: ok({ logins: [REFUSED, LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, LOGIN] }) };
export const Full = () => story(SEVEN);
