import { StubScreen } from '#components/stories/stub-screen.tsx';
import { KEY, ok, refused, type StubAnswer } from '#components/stories/stub-server.tsx';
import { MINUTE } from '#lib/base/time.ts';
import type { ViewedAccount as Account, ViewedDashboard as Dashboard } from '#lib/customer-view/queries.ts';
import type { UsageGraphView } from '#lib/usage/views.ts';
import { ViewedAccount } from './account/viewed-account.tsx';
import { ViewedDashboard } from './dashboard/viewed-dashboard.tsx';
import { StartView } from './start-view.tsx';
import { ViewBanner } from './view-banner.tsx';
import { ViewedSetup } from './viewed-setup.tsx';
import { ViewedUsage } from './viewed-usage.tsx';

export default { title: 'admin/View as customer' };

const ID = '0197a000-0000-7000-8000-000000000001';
const AT = '2026-11-23T10:00:00.000Z';
const NOW = Date.parse(AT);
const CALL = `/admin/api/users/${ID}/view`;
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');

const STATUS: Dashboard['status'] = {
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
const SERVERS: Dashboard['servers'] = {
  ...{ has_key: true, is_reported: true, shows_addresses: true, others: null },
  servers: [
    { ...SERVER, id: 'q7R2_x9fK1mZ0aB3cD4eF5', name: 'mx1', address: '198.51.100.10' },
    { ...SERVER, id: '77kLp_x9fK1mZ0aB3cD4eF', uses_old_key: true },
  ],
};
const FULL: Dashboard = {
  status: STATUS,
  standing: {
    standing: 'over',
    limit: STATUS.usage_limit,
    last_day: { requests: 130_000, checked: 130_000, hits: 1000, errors: 0 },
    day_before: null,
    reaches_limit_at: null,
    last_request_at: AT,
    raise: null,
  },
  lastRequest: { has_key: true, at: AT, server: 'fuzzy1', servers: ['fuzzy1'], first_match: null },
  servers: SERVERS,
  key: {
    public_key: KEY,
    is_external: false,
    created_at: AT,
    last_used_at: AT,
    old_keys: [{ public_key: KEY, works_until: '2026-11-24T10:00:00.000Z', last_used_at: null }],
  },
  period: { ends_at: '2026-12-22T00:00:00.000Z', is_cancelled: false },
  apps: [],
};
const FREE: Dashboard = {
  status: {
    ...STATUS,
    has_subscription: false,
    plan: {
      product: null,
      quantity: 0,
      status: null,
      key: null,
      ends_at: null,
      key_is_off: false,
      forbidden_flags: [],
    },
  },
  standing: null,
  lastRequest: { has_key: false, at: null, server: null, servers: [], first_match: null },
  servers: { ...SERVERS, has_key: false, servers: [] },
  key: null,
  period: null,
  apps: [],
};
const USED = { created_at: AT, last_used_at: null };
const ACCOUNT: Account = {
  status: STATUS,
  twoFactor: { enabled: true, enabled_at: AT, recovery_codes_left: 8, has_passkeys: true },
  passkeys: [{ id: ID, name: 'Laptop', ...USED, is_backed_up: false, transports: [] }],
  sessions: [
    {
      id: ID,
      device: 'Firefox 145 on Linux',
      ip: '198.51.100.9',
      created_at: AT,
      last_seen_at: AT,
      is_current: false,
      amr: ['pwd'],
    },
  ],
  logins: [
    {
      at: AT,
      outcome: 'refused',
      reason: 'credentials',
      is_confirmation: false,
      device: 'Firefox 145 on Linux',
      ip: '198.51.100.9',
    },
  ],
  apps: [],
  usage_tokens: [{ id: ID, name: 'Grafana', prefix: 'ut_abcd', ...USED }],
  alerts: { limit_80: true, limit_100: true, silent: false, new_source: true, silent_source: true },
};

const start = (answer: StubAnswer, hasEmail = true) => (
  <StubScreen answers={{ [`POST ${CALL}`]: answer }}>
    <StartView userId={ID} hasEmail={hasEmail} />
  </StubScreen>
);
const banner = (answer: StubAnswer, minutes = 15) => (
  <StubScreen answers={{ [`DELETE ${CALL}`]: answer }}>
    <ViewBanner userId={ID} email="ada@example.com" until={new Date(Date.now() + minutes * MINUTE).toISOString()} />
  </StubScreen>
);

export const Start = () => start(ok({ id: ID, expires_at: AT }));
export const StartWithoutEmail = () => start('waiting', false);
export const StartFailed = () => start(DOWN);
export const Banner = () => banner('waiting');
export const BannerFailed = () => banner(DOWN);
export const FullDashboard = () => <ViewedDashboard dashboard={FULL} now={NOW} />;
export const FreeDashboard = () => <ViewedDashboard dashboard={FREE} now={NOW} />;
export const FullAccount = () => <ViewedAccount account={ACCOUNT} />;
export const EmptyAccount = () => (
  <ViewedAccount account={{ ...ACCOUNT, passkeys: [], sessions: [], logins: [], usage_tokens: [] }} />
);
const DATA = { checked: [30, 60], hits: [3, 6], errors: [0, 0] };
const USAGE: UsageGraphView = {
  aggregate: {
    series: (['checked', 'hits', 'errors'] as const).map((name) => ({ name, data: DATA[name] })),
    legend: { selected: { checked: true, hits: true, errors: true } },
    xAxis: { data: ['2026-11-23T08:00:00.000Z', '2026-11-23T09:00:00.000Z'] },
  },
};
const usage = (status: Dashboard['status']) => (
  <StubScreen answers={{ [`GET /admin/api/user/${ID}/usage/24h`]: ok(USAGE) }}>
    <ViewedUsage userId={ID} status={status} />
  </StubScreen>
);
export const Usage = () => usage(STATUS);
export const UsageWithoutPlan = () => usage(FREE.status);
const setup = (publicKey: string | null) => (
  <StubScreen answers={{}}>
    <ViewedSetup publicKey={publicKey} forbiddenFlags={[]} />
  </StubScreen>
);
export const Setup = () => setup(KEY);
export const SetupWithoutKey = () => setup(null);
