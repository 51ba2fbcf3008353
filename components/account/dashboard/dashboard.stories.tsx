import { ContactsProvider } from '#components/layout/footer/contacts.tsx';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { NOT_USED } from '#components/stories/last-request.ts';
import { KEY, ok, refused, type StubAnswer, StubServer } from '#components/stories/stub-server.tsx';
import { may, type Role } from '#lib/accounts/roles.ts';
import { contactsOf, LOCAL_SITE } from '#lib/base/settings/site-environment.ts';
import { MEMBERSHIP } from '../membership.ts';
import { Dashboard } from './dashboard.tsx';

export default { title: 'account/Dashboard' };

const LIMIT = { daily: 60_000, emails: 30_000, source: 'plan' };

const lastRequest = (at: string | null): StubAnswer =>
  ok({
    ...NOT_USED,
    at,
    server: at && 'fuzzy1',
    servers: at ? ['fuzzy1'] : [],
    first_match: at && { at, server: 'fuzzy1', list: null },
    live_in_seconds: at ? 0 : 70,
  });

/** `later`: a request that arrives while the page is open. */
const dashboard = (lastRequestAt: string | null, later = lastRequestAt, role: Role = 'owner') => (
  <StubServer
    answers={{
      'GET /userstatus': ok({
        has_subscription: true,
        is_manual: false,
        plan: {
          product: 'Premium access (small)',
          quantity: 1,
          status: 'active',
          key: may(role, 'operate') ? KEY : null,
          ends_at: null,
          key_is_off: false,
          forbidden_flags: [],
        },
        usage_limit: LIMIT,
        email: 'ada@example.com',
        is_admin: false,
      }),
      // The steps ask, too, when they appear.
      'GET /account/api/last-request': [lastRequest(lastRequestAt), lastRequest(lastRequestAt), lastRequest(later)],
      'GET /account/api/standing': ok({
        standing: lastRequestAt ? 'fine' : 'waiting',
        limit: LIMIT,
        last_day: null,
        day_before: null,
        reaches_limit_at: null,
        last_request_at: lastRequestAt,
        raise: null,
      }),
      'GET /account/api/servers': 'waiting',
      'GET /account/api/key': 'waiting',
      'GET /account/api/billing': 'waiting',
      'GET /usagegraph/24h': 'waiting',
    }}
  >
    <ContactsProvider contacts={contactsOf(LOCAL_SITE)}>
      <FirstAnswers
        answers={[{ key: [MEMBERSHIP], data: { role, hasOthers: false, lacksFactor: false } }]}
        at={Date.now()}
      >
        <Dashboard />
      </FirstAnswers>
    </ContactsProvider>
  </StubServer>
);

export const BeforeTheFirstRequest = () => dashboard(null);
export const FirstRequestArrives = () => dashboard(null, new Date().toISOString());
export const InUse = () => dashboard(new Date().toISOString());

export const AsViewer = () => dashboard(new Date().toISOString(), undefined, 'viewer');

export const StatusFails = () => (
  <StubServer answers={{ 'GET /userstatus': [refused(500, 'internal', 'Something went wrong.'), 'waiting'] }}>
    <Dashboard />
  </StubServer>
);
