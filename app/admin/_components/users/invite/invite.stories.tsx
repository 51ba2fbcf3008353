import { StubScreen } from '#components/stories/stub-screen.tsx';
import { KEY, ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import { InvitationNotice } from './invitation-notice.tsx';
import { InviteUserButton } from './invite-user-button.tsx';

export default { title: 'admin/Invitations' };

const ID = '0197a000-0000-7000-8000-000000000001';
const CALL = `/admin/api/users/${ID}/invite`;
const FREE_KEY = {
  public_key: KEY,
  description: 'Free key',
  rank: 20,
  email: null,
  is_suspended: false,
  created_at: 1_700_000_000,
};
const done = ok({ status: 'ok' });

const inviting = (answers: StubAnswers) => (
  <StubScreen answers={answers}>
    <InviteUserButton />
  </StubScreen>
);
export const Inviting = () =>
  inviting({
    'POST /admin/api/users/invite': done,
    'GET /admin/api/unassociated-keys': ok({ keys: [FREE_KEY], total: 1, total_is_capped: false, next_cursor: null }),
  });
export const Taken = () =>
  inviting({
    'POST /admin/api/users/invite': refused(409, 'conflict', 'This address belongs to another user.', {
      fields: { email: 'This address belongs to another user.' },
    }),
  });
export const TooMany = () =>
  inviting({
    'POST /admin/api/users/invite': refused(429, 'rate_limited', 'Too many invitations.', { retryAfterSeconds: 60 }),
  });

const notice = (expiresAt: string | null, answers: StubAnswers) => (
  <StubScreen answers={answers}>
    <InvitationNotice userId={ID} email="new@example.com" expiresAt={expiresAt} />
  </StubScreen>
);
export const Pending = () => notice('2026-11-26T10:00:00.000Z', { [`POST ${CALL}`]: done, [`DELETE ${CALL}`]: done });
export const Expired = () =>
  notice(null, { [`POST ${CALL}`]: refused(409, 'conflict', 'This user already has a password.') });
export const NotRevoked = () =>
  notice('2026-11-26T10:00:00.000Z', { [`DELETE ${CALL}`]: refused(404, 'not_found', 'No invitation is pending.') });
