import { KEY, ok, refused, type StubAnswer, StubServer } from '#components/stories/stub-server.tsx';
import type { UserDetailsView } from '#lib/billing/views.ts';
import type { UsageGraphView } from '#lib/usage/views.ts';
import { UserUsage } from './user-usage.tsx';

export default { title: 'admin/User usage' };

const ID = '0197a000-0000-7000-8000-000000000001';
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const ADA: UserDetailsView = {
  has_subscription: true,
  is_manual: false,
  plan: {
    product: 'Personal usage',
    quantity: 1,
    status: 'active',
    key: KEY,
    ends_at: null,
    key_is_off: false,
    forbidden_flags: [],
  },
  usage_limit: { daily: 4000, emails: 2000, source: 'plan' },
  email: 'ada@example.com',
  is_admin: true,
  user: {
    id: ID,
    email: 'ada@example.com',
    email_verified: true,
    is_admin: true,
    country: 'NL',
    has_stripe: true,
    custom_limits: { daily_limit: null, is_blocked: false, custom_key: null, notes: null },
    subscriptions: [
      {
        stripe_subscription_id: 'sub_1',
        stripe_subscription_status: 'active',
        stripe_product_id: 'prod_1',
        stripe_quantity: 1,
        public_key: KEY,
        product: 'Personal usage',
        cancel_at: null,
        quantity: 1,
        key_description: null,
        key_state: 'on',
        is_external: false,
      },
    ],
    plan: {
      product: 'Personal usage',
      status: 'active',
      quantity: 1,
      public_key: KEY,
      cancel_at: null,
      others: 0,
    },
    version: 1,
    has_password: true,
    has_two_factor: false,
    blocked_at: null,
    created_at: '2026-01-15T08:30:00.000Z',
    last_seen_at: null,
  },
};
/** A user without an email address and without a key. */
const GONE: UserDetailsView = {
  ...ADA,
  plan: { ...ADA.plan, key: null },
  email: null,
  user: { ...ADA.user, email: null, email_verified: false, subscriptions: [] },
};
const NO_USAGE: UsageGraphView = {
  aggregate: {
    series: [{ name: 'checked', data: [null, null] }],
    legend: { selected: { checked: true, hits: true, errors: true } },
    xAxis: { data: ['2026-11-20T00:00:00.000Z', '2026-11-20T01:00:00.000Z'] },
  },
};

const story = (status: readonly [StubAnswer, ...StubAnswer[]], usage: readonly [StubAnswer, ...StubAnswer[]]) => (
  <StubServer
    answers={{ [`GET /admin/api/user/${ID}/status`]: status, [`GET /admin/api/user/${ID}/usage/24h`]: usage }}
  >
    <UserUsage userId={ID} />
  </StubServer>
);

export const Loading = () => story(['waiting'], ['waiting']);
export const Full = () => story([ok(ADA)], [ok(NO_USAGE)]);
export const WithoutKey = () => story([ok(GONE)], ['waiting']);
export const Unknown = () => story([refused(404, 'not_found', 'This user does not exist.')], ['waiting']);
export const Failed = () => story([DOWN, ok(GONE)], ['waiting']);
export const UsageFailed = () => story([ok(ADA)], [DOWN, ok(NO_USAGE)]);
