import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import { AuthLinks } from './auth-links.tsx';

export default { title: 'layout/Login state' };

const story = (answer: StubAnswer) => (
  <StubServer answers={{ 'GET /userstatus': answer, 'GET /logout': ok({ status: 'ok' }) }}>
    <AuthLinks />
  </StubServer>
);

export const Unknown = () => story('waiting');
export const Visitor = () => story(ok(null));
export const Refused = () => story(refused(401, 'unauthenticated', 'Please log in.'));
export const Unavailable = () => story(refused(500, 'internal', 'Something went wrong.'));
export const LoggedIn = () =>
  story(
    ok({
      has_subscription: false,
      is_manual: false,
      plan: {
        product: null,
        quantity: 0,
        status: null,
        key: null,
        ends_at: null,
        key_is_off: false,
        forbidden_flags: [],
      },
      usage_limit: { daily: null, emails: null, source: 'none' },
      email: 'ada@example.com',
      is_admin: false,
    }),
  );
