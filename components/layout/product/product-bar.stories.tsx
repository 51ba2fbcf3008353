import { Toaster } from '#components/ui/overlays/toast.tsx';
import { MEMBERSHIP, type Membership } from '#components/account/membership.ts';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { LONG_WORD, ok, refused, StubServer } from '#components/stories/stub-server.tsx';
import { ProductBar } from './product-bar.tsx';

export default { title: 'layout/Product bar' };

const ID = '6f1e0c5a-1f5c-4d6b-9c3e-000000000001';
const accounts = (role: Membership['role'], name = 'Example Ltd') =>
  ok({
    accounts: [
      { id: ID, name: 'ada@example.com', role: 'owner', is_current: false },
      { id: ID.replace(/1$/, '2'), name, role, is_current: true },
    ],
  });
const story = (membership: Membership, name?: string) => (
  <StubServer
    answers={{
      'GET /userstatus': 'waiting',
      'GET /account/api/accounts': accounts(membership.role, name),
      'PUT /account/api/accounts': refused(503, 'unavailable', 'The service is not available right now.'),
    }}
  >
    <FirstAnswers answers={[{ key: [MEMBERSHIP], data: membership }]} at={Date.parse('2026-01-15T08:30:00.000Z')}>
      <ProductBar />
      <Toaster />
    </FirstAnswers>
  </StubServer>
);

export const Owner = () => story({ role: 'owner', hasOthers: false, lacksFactor: false });
export const Technical = () => story({ role: 'technical', hasOthers: true, lacksFactor: false });
export const LongName = () => story({ role: 'owner', hasOthers: true, lacksFactor: false }, LONG_WORD);

/** The setup guide, whose HTML is the same for all users. */
export const OnStaticPage = () => (
  <StubServer
    answers={{ 'GET /userstatus': ok({ plan: {}, is_admin: false }), 'GET /account/api/accounts': accounts('viewer') }}
  >
    <ProductBar />
  </StubServer>
);
