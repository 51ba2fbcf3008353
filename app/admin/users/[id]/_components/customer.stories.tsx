import { KEY, ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import type { InboxEntryView, InboxView } from '#lib/admin/inbox/views.ts';
import type { BillingView } from '#lib/billing/views.ts';
import type { AdminUserDetailView } from '#lib/users/views.ts';
import { Customer } from './customer.tsx';
import { PAST_DUE_ENTRY } from '../../../overview/_components/inbox/past-due-entry.ts';

export default { title: 'admin/Customer' };

const ID = '0197a000-0000-7000-8000-000000000001';
const AT = '2026-11-24T08:30:00.000Z';
const SUBSCRIPTION = {
  ...{ stripe_subscription_id: 'sub_ada', stripe_subscription_status: 'past_due', stripe_product_id: 'prod_1' },
  ...{ stripe_quantity: 1, public_key: KEY, product: 'Premium access (small)', cancel_at: null, quantity: 1 },
  ...{ key_description: 'Stripe sub_ada', key_state: 'on' as const, is_external: false },
};
const DETAIL: AdminUserDetailView = {
  user: {
    ...{ id: ID, email: 'postmaster@example.com', email_verified: true, is_admin: false, country: 'DE' },
    ...{ has_stripe: true, subscriptions: [SUBSCRIPTION], version: 1, has_password: true, has_two_factor: false },
    ...{ blocked_at: null, created_at: '2026-01-15T08:30:00.000Z', last_seen_at: AT },
    custom_limits: { daily_limit: null, is_blocked: false, custom_key: null, notes: 'Pays by bank transfer' },
    plan: {
      ...{ product: 'Premium access (small)', status: 'past_due', quantity: 1, public_key: KEY, cancel_at: null },
      others: 0,
    },
  },
  stripe_customer_id: 'cus_ada',
  stripe_urls: { sub_ada: 'https://dashboard.stripe.com/subscriptions/sub_ada' },
  set_by_admin: {},
  keys: [
    {
      ...{ id: 7, version: 1, description: 'Stripe sub_ada', public_key: KEY, key_id: KEY.slice(0, 13), email: null },
      ...{ user_id: ID, rank: 50, quantity: 1, rate: null, is_external: false, is_owner_blocked: false },
      ...{ subscription_status: 'past_due', replaced_by: null, plan: 'starter', requests: 40_000, networks: 3 },
      ...{ daily_limit: 60_000, type: 'stripe', state: 'on', deleted: false, created_at: AT, deleted_at: null },
      ...{ last_used_at: AT, works_until: null },
    },
  ],
  networks: {},
  sessions: { count: 1, last: { device: 'Firefox', ip: '192.0.2.7', last_seen_at: AT } },
  two_factor: { totp: true, passkeys: 1 },
  connected_apps: 0,
  accounts: [
    {
      ...{ id: ID, name: 'postmaster@example.com', role: 'owner', stripe_customer_id: 'cus_ada' },
      members: [
        {
          ...{ user_id: ID, email: 'postmaster@example.com', role: 'owner', since: '2026-01-15T08:30:00.000Z' },
          ...{ two_factor: true, admin_reason: null },
        },
      ],
    },
  ],
};
const INVOICE = { number: 'RP-0042', created: AT, amount: 3000, currency: 'gbp', status: 'open' };
const BILLING: BillingView = {
  ...{ stripe: 'ok', is_manual: false, next_charge: null, card: null, other_subscriptions: [] },
  subscription: {
    ...{ status: 'past_due', product: 'Premium access (small)', plan: 'starter', interval: 'month', quantity: 1 },
    ...{ current_period_end: '2026-12-24T08:30:00.000Z', cancel_at: null, ended_at: null, awaits_payment: false },
  },
  open_invoice: { amount: 3000, currency: 'gbp', next_attempt: '2026-11-29T08:30:00.000Z' },
  invoices: [
    { ...INVOICE, pdf_url: 'https://stripe.example/1.pdf', page_url: 'https://stripe.example/1' },
    { ...INVOICE, number: 'RP-0031', status: 'paid', pdf_url: 'https://stripe.example/2.pdf', page_url: null },
  ],
};
const inbox = (entries: InboxEntryView[]): InboxView => ({ entries, counts: [], aside: 0, currency: 'gbp' });

const story = (answers: StubAnswers = {}) => (
  <StubScreen
    answers={{
      [`GET /admin/api/users/${ID}`]: ok(DETAIL),
      [`GET /admin/api/users/${ID}/billing`]: ok(BILLING),
      'GET /admin/api/inbox': ok(inbox([PAST_DUE_ENTRY])),
      ...answers,
    }}
  >
    <Customer id={ID} site="https://premium.example" />
  </StubScreen>
);

export const PastDue = () => story();
export const ManyNetworks = () =>
  story({
    [`GET /admin/api/users/${ID}`]: ok({
      ...DETAIL,
      keys: DETAIL.keys.map((key) => ({ ...key, networks: 12 })),
      networks: {
        7: Array.from({ length: 12 }, (_, index) => ({
          id: `${index}Qx7kz0aVt3m9pLs2Yb1cw`,
          ...{ first_seen_at: AT, last_seen_at: AT, share: index ? 0.02 : 0.78 },
        })),
      },
    }),
  });
/** The founder has left, and an admin has made the technical member an owner. */
export const HandedOver = () => {
  const since = '2026-10-02T08:30:00.000Z';
  const members = [
    { ...{ user_id: ID, email: 'postmaster@example.com', role: 'owner' as const, since, two_factor: true } },
    {
      user_id: ID.replace(/1$/, '2'),
      email: 'billing@example.com',
      role: 'billing' as const,
      since,
      two_factor: false,
    },
  ].map((member, index) => ({ ...member, admin_reason: index ? null : 'The founder left the company, ticket 1234' }));
  const account = { name: 'Example GmbH', role: 'owner' as const, stripe_customer_id: 'cus_ada', members };
  const accounts = [{ id: ID.replace(/1$/, '9'), ...account }, ...DETAIL.accounts];
  return story({ [`GET /admin/api/users/${ID}`]: ok({ ...DETAIL, accounts }) });
};
export const NothingBought = () =>
  story({
    [`GET /admin/api/users/${ID}`]: ok({
      ...DETAIL,
      user: { ...DETAIL.user, email: null, has_stripe: false, subscriptions: [], plan: null },
      keys: [],
      stripe_customer_id: null,
    }),
    [`GET /admin/api/users/${ID}/billing`]: ok({ ...BILLING, subscription: null, open_invoice: null, invoices: null }),
    'GET /admin/api/inbox': ok(inbox([])),
  });
export const StripeIsAway = () =>
  story({
    [`GET /admin/api/users/${ID}/billing`]: ok({
      ...{ ...BILLING, stripe: 'unavailable', open_invoice: null, invoices: null },
    }),
  });
export const Loading = () => story({ [`GET /admin/api/users/${ID}`]: 'waiting' });
export const Failed = () =>
  story({ [`GET /admin/api/users/${ID}`]: refused(500, 'internal', 'Something went wrong.') });
