import { LONG_WORD, ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { MembersView, MemberView } from '#lib/accounts/views.ts';
import { Members } from './members.tsx';

export default { title: 'account/Members' };

const AT = '2026-01-15T08:30:00.000Z';
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const member = (n: number, role: MemberView['role'], email: string, isYou = false): MemberView => ({
  ...{ user_id: `6f1e0c5a-1f5c-4d6b-9c3e-00000000000${n}`, role, email, since: AT, two_factor: n % 2 === 0 },
  is_you: isYou,
});
const ALONE: MembersView = {
  account_name: null,
  two_factor_from: null,
  role: 'owner',
  members: [member(1, 'owner', 'ada@example.com', true)],
  invitations: [],
};
const GRACE = { id: '6f1e0c5a-1f5c-4d6b-9c3e-0000000000aa', email: 'grace@example.com', role: 'billing' } as const;
const INVITED: MembersView = {
  ...ALONE,
  account_name: 'Example Ltd',
  invitations: [{ ...GRACE, expires_at: '2026-01-18T08:30:00.000Z' }],
};
const COMPANY: MembersView = {
  ...INVITED,
  two_factor_from: '2026-12-15T00:00:00.000Z',
  members: [...ALONE.members, member(2, 'technical', LONG_WORD), member(3, 'viewer', 'eve@example.com')],
};
const story = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <Members />
  </StubServer>
);
const MEMBERS = 'GET /account/api/members';

export const Loading = () => story({ [MEMBERS]: 'waiting' });
export const Failed = () => story({ [MEMBERS]: DOWN });
export const Alone = () =>
  story({
    [MEMBERS]: [ok(ALONE), ok(INVITED)],
    'PUT /account/api/account-name': ok({ status: 'ok' }),
    'POST /account/api/invitations': [
      refused(409, 'conflict', 'This person already has this role, or is an owner.'),
      ok({ status: 'ok' }),
    ],
  });
export const Company = () =>
  story({
    [MEMBERS]: [ok(COMPANY), ok(INVITED)],
    [`PATCH /account/api/members/${COMPANY.members[2]?.user_id}`]: ok({ status: 'ok' }),
    [`DELETE /account/api/members/${COMPANY.members[2]?.user_id}`]: ok({ status: 'ok' }),
    [`DELETE /account/api/invitations/${GRACE.id}`]: ok({ status: 'ok' }),
  });
export const AsViewer = () => story({ [MEMBERS]: ok({ ...COMPANY, role: 'viewer', invitations: [] }) });
