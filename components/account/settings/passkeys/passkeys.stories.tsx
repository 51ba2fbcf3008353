import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { PasskeyView } from '#lib/auth/views.ts';
import { Passkeys } from './passkeys.tsx';

export default { title: 'account/Passkeys' };

const AT = '2026-01-15T08:30:00.000Z';
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const story = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <Passkeys />
  </StubServer>
);

const PASSKEYS = 'GET /account/api/passkeys';
const PASSKEY: PasskeyView = {
  id: '6f1e0c5a-1f5c-4d6b-9c3e-000000000004',
  name: 'Phone',
  created_at: AT,
  last_used_at: null,
  is_backed_up: true,
  transports: ['internal'],
};

export const Loading = () => story({ [PASSKEYS]: 'waiting' });
export const Failed = () => story({ [PASSKEYS]: DOWN });
export const Empty = () => story({ [PASSKEYS]: ok({ passkeys: [] }) });
export const Full = () =>
  story({
    [PASSKEYS]: [ok({ passkeys: [PASSKEY] }), ok({ passkeys: [{ ...PASSKEY, name: 'Old phone' }] })],
    [`PATCH /account/api/passkeys/${PASSKEY.id}`]: ok({ ...PASSKEY, name: 'Old phone' }),
  });
