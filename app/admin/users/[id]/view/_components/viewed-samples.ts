/** What the server reads for the customer view, for stories and tests. */
import type { PlanView } from '#lib/billing/views.ts';
import type { getViewedAccount, getViewedDashboard } from '#lib/customer-view/queries.ts';

export type Dashboard = Awaited<ReturnType<typeof getViewedDashboard>>;
export type Answers = Dashboard['answers'];
export type Plan = PlanView;
export type Account = Awaited<ReturnType<typeof getViewedAccount>>;

export const KEY = 'zo8sasbg4wz1ymqd5bgbpsyqkpyx3ybeuhcqyhmbjkcddf9gpmdy';
export const ID = '0197a000-0000-7000-8000-000000000001';
export const AT = '2026-11-23T10:00:00.000Z';
export const NOW = Date.parse(AT);

export const STATUS: Answers['userstatus'] = {
  has_subscription: true,
  is_manual: false,
  plan: {
    product: 'Premium access (small)',
    quantity: 2,
    status: 'active',
    key: KEY,
    ends_at: null,
    key_is_off: false,
    forbidden_flags: [],
  },
  usage_limit: { daily: 120_000, emails: 60_000, source: 'plan' },
  email: 'ada@example.com',
  is_admin: false,
};
const COUNTS = { checked: 120_000, hits: 900, errors: 3 };
const SERVER = { name: null, address: null, first_seen_at: AT, last_seen_at: AT, uses_old_key: false, ...COUNTS };
const SERVERS: Answers['servers'] = {
  ...{ has_key: true, is_reported: true, shows_addresses: true, others: null },
  servers: [
    { ...SERVER, id: 'q7R2_x9fK1mZ0aB3cD4eF5', name: 'mx1', address: '198.51.100.10' },
    { ...SERVER, id: '77kLp_x9fK1mZ0aB3cD4eF', uses_old_key: true },
  ],
};
const APP: Answers['connected-apps']['apps'][number] = {
  client_id: 'wiki',
  name: 'Team wiki',
  hosts: ['wiki.example.com'],
  scopes: ['openid', 'email'],
  first_used_at: AT,
  last_used_at: null,
};
export const FULL: Dashboard = {
  answers: {
    userstatus: STATUS,
    standing: {
      standing: 'over',
      limit: STATUS.usage_limit,
      last_day: { requests: 130_000, checked: 130_000, hits: 1000, errors: 0 },
      day_before: null,
      reaches_limit_at: null,
      last_request_at: AT,
      raise: null,
    },
    'last-request': {
      has_key: true,
      at: AT,
      server: 'fuzzy1',
      servers: ['fuzzy1'],
      first_match: null,
      waits_for_hosts: false,
      live_in_seconds: 0,
    },
    servers: SERVERS,
    'own-key': {
      public_key: KEY,
      is_external: false,
      created_at: AT,
      last_used_at: AT,
      old_keys: [{ public_key: KEY, works_until: '2026-11-24T10:00:00.000Z', last_used_at: null }],
    },
    'connected-apps': { apps: [APP] },
  },
  period: { ends_at: '2026-12-22T00:00:00.000Z', is_cancelled: false },
};
const NO_PLAN = { product: null, quantity: 0, status: null, key: null };
export const FREE: Dashboard = {
  answers: {
    userstatus: { ...STATUS, has_subscription: false, plan: { ...STATUS.plan, ...NO_PLAN } },
    standing: undefined,
    'last-request': {
      has_key: false,
      at: null,
      server: null,
      servers: [],
      first_match: null,
      waits_for_hosts: false,
      live_in_seconds: 0,
    },
    servers: { ...SERVERS, has_key: false, servers: [] },
    'own-key': undefined,
    'connected-apps': { apps: [] },
  },
  period: null,
};
/** Before the first request. */
export const NEW: Dashboard = {
  ...FULL,
  answers: { ...FULL.answers, 'last-request': { ...FULL.answers['last-request'], at: null, servers: [] } },
};
const OFF = { ...STATUS.plan, key: null, key_is_off: true };
export const SWITCHED_OFF: Dashboard = {
  ...FULL,
  answers: { ...FREE.answers, userstatus: { ...STATUS, plan: OFF }, standing: FULL.answers.standing },
};
const USED = { created_at: AT, last_used_at: null };
const BROWSER = { device: 'Firefox 145 on Linux', ip: '198.51.100.9' };
const LOGIN: Account['logins']['logins'][number] = {
  ...BROWSER,
  at: AT,
  outcome: 'refused',
  reason: 'credentials',
  is_confirmation: false,
};
export const ACCOUNT: Account = {
  'email-address': {
    email: 'ada@example.com',
    waiting: { new_email: 'ada@example.org', expires_at: AT },
    undoable: null,
  },
  'two-factor': { enabled: true, enabled_at: AT, recovery_codes_left: 8, has_passkeys: true },
  passkeys: { passkeys: [{ id: ID, name: 'Laptop', ...USED, is_backed_up: false, transports: [] }] },
  sessions: {
    sessions: [{ id: ID, ...BROWSER, created_at: AT, last_seen_at: AT, is_current: false, amr: ['pwd'] }],
  },
  logins: { logins: [LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, { ...LOGIN, outcome: 'ok', reason: null }] },
  'connected-apps': { apps: [APP] },
  members: {
    ...{ account_name: 'Example', two_factor_from: null, role: 'owner', invitations: [] },
    members: [{ user_id: ID, email: 'ada@example.com', role: 'owner', since: AT, two_factor: true, is_you: true }],
  },
  'usage-tokens': { usage_tokens: [{ id: ID, name: 'Grafana', prefix: 'ut_abcd', may_report: false, ...USED }] },
  'usage-alerts': { limit_80: true, limit_100: true, silent: false, new_source: true, silent_source: true },
  agreements: {
    agreements: [
      {
        document: 'terms',
        current_version: '2026-11-28',
        accepted: { version: '2026-11-28', at: AT, by: 'ada@example.com' },
      },
      { document: 'dpa', current_version: '2026-11-28', accepted: null },
    ],
  },
};
export const EMPTY_ACCOUNT: Account = {
  ...ACCOUNT,
  'email-address': { email: 'ada@example.com', waiting: null, undoable: null },
  'two-factor': { enabled: false, enabled_at: null, recovery_codes_left: 0, has_passkeys: false },
  passkeys: { passkeys: [] },
  sessions: { sessions: [] },
  logins: { logins: [] },
  'connected-apps': { apps: [] },
  'usage-tokens': { usage_tokens: [] },
};

const standing = (name: 'unpaid' | 'past_due' | 'silent' | 'near', status: string): Dashboard => ({
  ...FULL,
  answers: {
    ...FULL.answers,
    userstatus: { ...STATUS, plan: { ...STATUS.plan, status } },
    standing: FULL.answers.standing && {
      ...FULL.answers.standing,
      standing: name,
      raise: { plan: 'scale', interval: 'month', quantity: 1, daily: 200_000, pounds: 50 },
    },
  },
});
export const STANDINGS = {
  unpaid: standing('unpaid', 'unpaid'),
  'past due': standing('past_due', 'past_due'),
  silent: standing('silent', 'active'),
  'near the limit': standing('near', 'active'),
};

export const SUBSCRIPTION: Plan['subscription'] = {
  status: 'active',
  product: 'Premium access (small)',
  plan: 'starter',
  interval: 'month',
  quantity: 2,
  current_period_end: '2026-12-22T00:00:00.000Z',
  cancel_at: null,
  withdraw_until: null,
};
/** What the server reads for the page about the plan. */
export const planAnswersOf = ({ answers }: Dashboard, subscription: Plan['subscription']) => ({
  userstatus: answers.userstatus,
  standing: answers.standing,
  plan: { stripe: 'unavailable', subscription, scheduled: null, waiting: null, card: null } satisfies Plan,
});
