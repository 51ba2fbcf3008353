import { StubScreen } from '#components/stories/stub-screen.tsx';
import { ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { PlanChangePreview, PlanView } from '#lib/billing/views.ts';
import type { UsageGraph } from '#lib/usage/views.ts';
import { YourPlan } from './your-plan.tsx';

export default { title: 'account/Your plan' };

const PLAN: PlanView = {
  stripe: 'ok',
  subscription: {
    status: 'active',
    product: 'Premium access (small)',
    plan: 'starter',
    interval: 'month',
    quantity: 1,
    current_period_end: '2026-12-28T00:00:00Z',
    cancel_at: null,
    withdraw_until: null,
  },
  scheduled: null,
  waiting: null,
  card: { brand: 'visa', last4: '4242' },
  price: { amount: 2200, currency: 'gbp' },
};
const changed = (more: Partial<NonNullable<PlanView['subscription']>>): PlanView => ({
  ...PLAN,
  subscription: PLAN.subscription && { ...PLAN.subscription, ...more },
});
const NOW: PlanChangePreview = {
  currency: 'gbp',
  holds: 'now',
  holds_from: '2026-11-28T10:00:00Z',
  proration_date: 1_795_860_000,
  today: {
    amount: 3000,
    lines: [
      { description: 'Unused time on 1 × Starter', amount: -2500 },
      { description: 'Remaining time on 1 × Scale', amount: 5000 },
      { description: 'VAT', amount: 500 },
    ],
  },
  next: { amount: 6000, at: '2026-12-28T00:00:00Z', lines: [{ description: '1 × Scale', amount: 6000 }] },
  then: { amount: 6000, interval: 'month' },
};
const LATER: PlanChangePreview = {
  ...NOW,
  holds: 'period_end',
  holds_from: '2026-12-28T00:00:00Z',
  today: { amount: 0, lines: [] },
  next: { amount: 840, at: '2026-12-28T00:00:00Z', lines: [{ description: '1 × Personal', amount: 840 }] },
  then: { amount: 840, interval: 'month' },
};
const DAYS: UsageGraph = {
  series: [
    { name: 'checked', data: [12_000, 64_000, null, 70_000] },
    { name: 'hits', data: [1, 2, null, 3] },
    { name: 'errors', data: [0, 0, null, 1000] },
  ],
  legend: { selected: { checked: true, hits: true, errors: true } },
  xAxis: { data: ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'].map((day) => `${day}T00:00:00.000Z`) },
};
const STANDING = {
  standing: 'near',
  limit: { daily: 60_000, emails: 30_000, source: 'plan' },
  last_day: { requests: 48_000, checked: 48_000, hits: 100, errors: 0 },
  day_before: null,
  reaches_limit_at: null,
  last_request_at: null,
  raise: null,
};
const STATUS = {
  has_subscription: true,
  is_manual: false,
  plan: {
    product: 'Premium access (small)',
    quantity: 1,
    status: 'active',
    key: null,
    ends_at: null,
    key_is_off: false,
    forbidden_flags: [],
  },
  usage_limit: STANDING.limit,
  email: 'ada@example.com',
  is_admin: false,
};
const NOTHING_BILLED = {
  stripe: 'ok',
  is_manual: false,
  subscription: null,
  other_subscriptions: [],
  next_charge: null,
  open_invoice: null,
  card: null,
  invoices: [],
};
const COMPANY = { kind: 'company', po_number: 'PO 2026-77', invoice_email: 'accounts@example.com' };
const PRIVATE = { kind: 'private', po_number: null, invoice_email: null };
const story = (search: string, answers: StubAnswers) => (
  <StubScreen
    search={search}
    answers={{
      'GET /userstatus': ok(STATUS),
      'GET /account/api/billing': ok(NOTHING_BILLED),
      'GET /account/api/standing': ok(STANDING),
      'GET /account/api/billing/buyer': ok(COMPANY),
      'PUT /account/api/billing/buyer': ok({ ...COMPANY, po_number: 'PO 2027-1' }),
      'GET /usagegraph/720h': ok({ aggregate: DAYS }),
      ...answers,
    }}
  >
    <YourPlan />
  </StubScreen>
);

const READ = 'GET /account/api/billing/plan';
const PREVIEW = 'GET /account/api/billing/preview';
const CHANGE = 'POST /account/api/billing/change';
const SCALE: PlanView = changed({ plan: 'scale', product: 'Premium access' });
const SCHEDULED: PlanView = {
  ...PLAN,
  scheduled: { plan: 'personal', interval: 'month', quantity: 1, at: '2026-12-28T00:00:00Z' },
};

export const Loading = () => story('', { [READ]: 'waiting' });
export const Failed = () =>
  story('', { [READ]: refused(503, 'unavailable', 'The service is busy. Please try again.') });
export const StripeDown = () => story('', { [READ]: ok({ ...PLAN, stripe: 'unavailable' }) });
export const Full = () => story('', { [READ]: ok(PLAN) });
export const More = () =>
  story('?plan=scale', {
    [READ]: ok(PLAN),
    [PREVIEW]: ok(NOW),
    [CHANGE]: [
      ok({ outcome: 'differs', preview: { ...NOW, today: { amount: 3001, lines: NOW.today.lines } }, plan: PLAN }),
      ok({ outcome: 'changed', preview: null, plan: SCALE }),
    ],
  });
export const Less = () =>
  story('?plan=personal', {
    [READ]: ok(PLAN),
    [PREVIEW]: ok(LATER),
    [CHANGE]: ok({ outcome: 'scheduled', preview: null, plan: SCHEDULED }),
  });
export const Declined = () =>
  story('?plan=scale', {
    [READ]: ok(PLAN),
    [PREVIEW]: ok(NOW),
    [CHANGE]: refused(409, 'conflict', 'Your card was declined, and nothing was changed.'),
  });
export const Scheduled = () => story('', { [READ]: ok(SCHEDULED), 'DELETE /account/api/billing/change': ok(PLAN) });
export const WaitsForPayment = () =>
  story('', {
    [READ]: ok({
      ...PLAN,
      waiting: {
        amount: 3000,
        currency: 'gbp',
        plan: 'scale',
        interval: 'month',
        quantity: 1,
        until: '2026-11-29T09:00:00Z',
        page_url: 'https://pay.example/i/1',
      },
    }),
  });
export const Cancelling = () =>
  story('?cancel=1', {
    [READ]: ok(PLAN),
    'POST /account/api/billing/cancel': ok(changed({ cancel_at: '2026-12-28T00:00:00Z' })),
  });
export const Ending = () =>
  story('', {
    [READ]: ok(changed({ cancel_at: '2026-12-28T00:00:00Z' })),
    'POST /account/api/billing/resume': ok(PLAN),
  });
export const PastDue = () => story('?cancel=1', { [READ]: ok(changed({ status: 'past_due' })) });

const WITHDRAWABLE = changed({ withdraw_until: '2026-12-12' });
export const Withdrawable = () =>
  story('', { [READ]: ok(WITHDRAWABLE), 'GET /account/api/billing/buyer': ok(PRIVATE) });
export const Withdrawing = () =>
  story('?withdraw=1', {
    [READ]: ok(WITHDRAWABLE),
    'GET /account/api/billing/buyer': ok(PRIVATE),
    'POST /account/api/billing/withdraw': ok({ ...PLAN, subscription: null }),
  });

const without = (status: object, answers: StubAnswers = {}) =>
  story('', {
    [READ]: ok({ ...PLAN, subscription: null, card: null }),
    'GET /userstatus': ok({ ...STATUS, ...status }),
    ...answers,
  });
export const WithoutAPlan = () =>
  without({ has_subscription: false, plan: { ...STATUS.plan, product: null, quantity: 0, status: null } });
export const ManagedByUs = () => without({ is_manual: true, plan: { ...STATUS.plan, product: null } });
export const Unpaid = () =>
  without(
    { has_subscription: false, plan: { ...STATUS.plan, status: 'unpaid' } },
    {
      'GET /account/api/billing': ok({
        ...NOTHING_BILLED,
        subscription: {
          status: 'unpaid',
          product: 'Premium access (micro)',
          plan: 'personal',
          interval: 'month',
          quantity: 1,
          current_period_end: null,
          cancel_at: null,
          ended_at: null,
          awaits_payment: false,
        },
        open_invoice: { amount: 840, currency: 'gbp', next_attempt: null },
      }),
    },
  );
