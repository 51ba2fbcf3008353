import { ContactsProvider } from '#components/layout/footer/contacts.tsx';
import { NOT_USED } from '#components/stories/last-request.ts';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { KEY, ok, refused, type StubAnswer } from '#components/stories/stub-server.tsx';
import { contactsOf, LOCAL_SITE } from '#lib/base/settings/site-environment.ts';
import { SetupGuide } from './setup-guide.tsx';

export default { title: 'account/Setup guide' };

const status = (plan: object) =>
  ok({
    has_subscription: true,
    is_manual: false,
    plan: { key: null, ends_at: null, key_is_off: false, forbidden_flags: [], ...plan },
  });
const LOGGED_OUT = refused(401, 'unauthenticated', 'Please log in.');
const LAST_REQUEST = {
  'GET /account/api/last-request': ok(NOT_USED),
  'GET /account/api/doctor': ok({ own_address: '192.0.2.1', has_key: true, check: null }),
};
const story = (answer: StubAnswer | [StubAnswer, ...StubAnswer[]]) => (
  <StubScreen answers={{ 'GET /userstatus': answer, ...LAST_REQUEST }}>
    <SetupGuide />
  </StubScreen>
);

export const LoggedOut = () => story(LOGGED_OUT);
export const Failed = () => story([refused(500, 'internal', 'Something went wrong.'), LOGGED_OUT]);
export const WithoutKey = () => story(status({}));
export const WithKey = () => story(status({ key: KEY }));
export const WithDiscovery = () => (
  <StubScreen answers={{ 'GET /userstatus': status({ key: KEY }), ...LAST_REQUEST }}>
    <ContactsProvider contacts={{ ...contactsOf(LOCAL_SITE), fuzzyDomain: 'fuzzy.example.net' }}>
      <SetupGuide />
    </ContactsProvider>
  </StubScreen>
);
export const WithoutBulk = () => story(status({ key: KEY, ends_at: null, key_is_off: false, forbidden_flags: [1] }));
export const BulkOnly = () => story(status({ key: KEY, ends_at: null, key_is_off: false, forbidden_flags: [8] }));
