import type { ReactNode } from 'react';
import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { LoginView, PasskeyView, SessionView } from '#lib/auth/views.ts';
import type { UsageTokenView } from '#lib/usage-tokens/views.ts';
import { Logins } from './logins.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { UsageAlerts } from './usage-alerts.tsx';
import { UsageTokens } from './usage-tokens.tsx';

export default { title: 'account/Sections' };

const AT = '2026-01-15T08:30:00.000Z';
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const story = (answers: StubAnswers, part: ReactNode) => <StubServer answers={answers}>{part}</StubServer>;

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

export const SessionsLoading = () => story({ [SESSIONS]: 'waiting' }, <Sessions />);
export const SessionsFailed = () => story({ [SESSIONS]: [DOWN, ok({ sessions: [CURRENT] })] }, <Sessions />);
export const SessionsFull = () =>
  story(
    {
      [SESSIONS]: [ok({ sessions: [CURRENT, OTHER] }), ok({ sessions: [CURRENT] })],
      [`DELETE /account/api/sessions/${OTHER.id}`]: ok({}),
      'DELETE /account/api/sessions': ok({ ended: 1 }),
    },
    <Sessions />,
  );
export const SessionNotEnded = () =>
  story(
    { [SESSIONS]: ok({ sessions: [CURRENT, OTHER] }), [`DELETE /account/api/sessions/${OTHER.id}`]: DOWN },
    <Sessions />,
  );

const TOKENS = 'GET /account/api/usage-tokens';
const TOKEN: UsageTokenView = {
  id: '6f1e0c5a-1f5c-4d6b-9c3e-000000000003',
  name: 'prometheus',
  prefix: 'rsp_a1b2',
  created_at: AT,
  last_used_at: null,
};
const created = { usage_token: TOKEN, token: 'rsp_a1b2c3d4e5' };

export const TokensLoading = () => story({ [TOKENS]: 'waiting' }, <UsageTokens />);
export const TokensFailed = () => story({ [TOKENS]: DOWN }, <UsageTokens />);
export const TokensEmpty = () =>
  story(
    {
      [TOKENS]: [ok({ usage_tokens: [] }), ok({ usage_tokens: [TOKEN] })],
      'POST /account/api/usage-tokens': [
        refused(422, 'invalid', 'Another token has this name.', { fields: { name: 'Choose another name.' } }),
        ok(created),
      ],
    },
    <UsageTokens />,
  );
export const TokensAtTheLimit = () =>
  story(
    {
      [TOKENS]: ok({
        usage_tokens: [1, 2, 3, 4, 5].map((number) => ({ ...TOKEN, id: `${TOKEN.id}${number}`, name: `mx${number}` })),
      }),
    },
    <UsageTokens />,
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

export const LoginsLoading = () => story({ [LOGINS]: 'waiting' }, <Logins />);
export const LoginsFailed = () => story({ [LOGINS]: DOWN }, <Logins />);
export const LoginsEmpty = () => story({ [LOGINS]: ok({ logins: [] }) }, <Logins />);
export const LoginsFull = () =>
  story({ [LOGINS]: ok({ logins: [REFUSED, LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, LOGIN] }) }, <Logins />);

const PASSKEYS = 'GET /account/api/passkeys';
const PASSKEY: PasskeyView = {
  id: '6f1e0c5a-1f5c-4d6b-9c3e-000000000004',
  name: 'Phone',
  created_at: AT,
  last_used_at: null,
  is_backed_up: true,
  transports: ['internal'],
};

export const PasskeysLoading = () => story({ [PASSKEYS]: 'waiting' }, <Passkeys />);
export const PasskeysFailed = () => story({ [PASSKEYS]: DOWN }, <Passkeys />);
export const PasskeysEmpty = () => story({ [PASSKEYS]: ok({ passkeys: [] }) }, <Passkeys />);
export const PasskeysFull = () =>
  story(
    {
      [PASSKEYS]: [ok({ passkeys: [PASSKEY] }), ok({ passkeys: [{ ...PASSKEY, name: 'Old phone' }] })],
      [`PATCH /account/api/passkeys/${PASSKEY.id}`]: ok({ ...PASSKEY, name: 'Old phone' }),
    },
    <Passkeys />,
  );

const ALERTS = 'GET /account/api/usage-alerts';
const SETTINGS = { limit_80: true, limit_100: false, silent: true };

export const AlertsLoading = () => story({ [ALERTS]: 'waiting' }, <UsageAlerts />);
export const AlertsFailed = () => story({ [ALERTS]: DOWN }, <UsageAlerts />);
export const AlertsFull = () =>
  story(
    { [ALERTS]: ok(SETTINGS), 'PUT /account/api/usage-alerts': [DOWN, ok({ ...SETTINGS, limit_100: true })] },
    <UsageAlerts />,
  );
