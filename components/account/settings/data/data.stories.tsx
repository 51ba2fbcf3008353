import { ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { YourData } from './your-data.tsx';

export default { title: 'account/Your data' };

const DELETE = 'DELETE /account/api';
const EXPORT = 'GET /account/api/export';
const STALE = refused(403, 'reauthentication_required', 'Please log in again.');
const userStatus = (plan: { product: string | null; status: string | null }) =>
  ok({ email: 'ada@example.com', is_manual: false, plan });
const person = (role: string, isYou: boolean) => ({ role, is_you: isYou });
const members = (...others: string[]) =>
  ok({ role: 'owner', members: [person('owner', true), ...others.map((role) => person(role, false))] });
const story = (answers: StubAnswers) => (
  <StubScreen
    answers={{
      'GET /account/api/email': ok({ email: 'ada@example.com', waiting: null, undoable: null }),
      'GET /userstatus': userStatus({ product: null, status: null }),
      'GET /account/api/members': members(),
      ...answers,
    }}
  >
    <YourData />
    <DeleteAccount />
  </StubScreen>
);

export const Full = () =>
  story({ [EXPORT]: ok({ exported_at: '2026-01-15T08:30:00.000Z', profile: {} }), [DELETE]: ok({ status: 'ok' }) });
const withPlan = (cancelAt: string | null) =>
  story({
    'GET /userstatus': userStatus({ product: 'Premium access (small)', status: 'active' }),
    'GET /account/api/billing': ok({ subscription: { status: 'active', cancel_at: cancelAt } }),
  });
export const HasPlan = () => withPlan(null);
export const HasCancelledPlan = () => withPlan('2026-12-01T09:30:00.000Z');
/** The plan stays with the other owner. */
export const CoOwner = () =>
  story({
    'GET /userstatus': userStatus({ product: 'Premium access (small)', status: 'active' }),
    'GET /account/api/members': members('technical', 'owner'),
  });
/** The plan was bought in another tab. */
export const Subscribed = () =>
  story({
    [DELETE]: refused(
      409,
      'conflict',
      'Your account has a subscription that has not ended. End it under Manage Billing first.',
    ),
  });
/** The login is not fresh. The page does not know that two-factor is on until the password alone is refused. */
export const NotFresh = () =>
  story({
    [EXPORT]: [STALE, ok({ exported_at: '2026-01-15T08:30:00.000Z', profile: {} })],
    [DELETE]: STALE,
    'POST /login/again': [
      refused(422, 'invalid', 'Please correct the marked fields.', {
        fields: { password: 'The password is incorrect.' },
      }),
      refused(422, 'invalid', 'Please correct the marked fields.', { fields: { code: 'Please enter the code.' } }),
      ok({ status: 'ok' }),
    ],
  });
