import { KEY } from '#components/stories/samples.ts';
import { ok, StubServer } from '#components/stories/stub-server.tsx';
import { ContactsProvider } from '#components/layout/footer/contacts.tsx';
import { contactsOf, LOCAL_SITE, SALES_URL } from '#lib/site-environment.ts';
import { Dashboard } from './dashboard.tsx';

export default { title: 'account/Dashboard' };

const LIMIT = { daily: 60_000, emails: 30_000, source: 'plan' };

const dashboard = (lastRequestAt: string | null) => (
  <StubServer
    answers={{
      'GET /userstatus': ok({
        has_subscription: true,
        is_manual: false,
        plan: { product: 'Premium access (small)', quantity: 1, status: 'active', key: KEY, forbidden_flags: [] },
        usage_limit: LIMIT,
        email: 'ada@example.com',
        is_admin: false,
      }),
      'GET /account/api/last-request': ok({
        has_key: true,
        at: lastRequestAt,
        server: lastRequestAt && 'fuzzy1',
        servers: lastRequestAt ? ['fuzzy1'] : [],
        first_match: lastRequestAt && { at: lastRequestAt, server: 'fuzzy1', list: null },
      }),
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
    <ContactsProvider contacts={contactsOf({ ...LOCAL_SITE, SALES_URL })}>
      <Dashboard />
    </ContactsProvider>
  </StubServer>
);

export const BeforeTheFirstRequest = () => dashboard(null);
export const InUse = () => dashboard(new Date().toISOString());
