import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { BillingView } from '#lib/billing/views.ts';
import { BillingPanel } from './billing-panel.tsx';
import { useBilling } from './use-billing.ts';

type Subscription = NonNullable<BillingView['subscription']>;

const STARTER: Subscription = {
  status: 'active',
  product: 'Premium access (small)',
  plan: 'starter',
  interval: 'month',
  quantity: 1,
  current_period_end: '2026-12-01T00:00:00Z',
  cancel_at: null,
  ended_at: null,
  awaits_payment: false,
};
const BILLING: BillingView = {
  stripe: 'ok',
  is_manual: false,
  subscription: STARTER,
  other_subscriptions: [],
  next_charge: { amount: 3000, currency: 'gbp', at: '2026-12-01T00:00:00Z' },
  open_invoice: null,
  card: { brand: 'visa', last4: '4242', expires: '12/2030' },
  invoices: [],
};
/** On the dashboard; `isWhole`: on the page of the plan. */
function show(...shown: Parameters<typeof panelOf>) {
  render(panelOf(...shown));
  return screen.findByRole('region', { name: 'Billing' });
}
const Arrived = () => useBilling().data && <p>arrived</p>;
function panelOf(billing: BillingView, answers: StubAnswers = {}, isWhole = false) {
  return (
    <StubScreen
      answers={{
        'GET /userstatus': refused(401, 'unauthenticated', 'Please log in.'),
        'GET /account/api/billing': ok(billing),
        ...answers,
      }}
    >
      <BillingPanel isSummary={!isWhole} />
      <Arrived />
    </StubScreen>
  );
}
const linksIn = (place: HTMLElement) =>
  within(place)
    .queryAllByRole<HTMLAnchorElement>('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const ALL = ['Plan and invoices', '/plan#billing'];

test('shows the plan, its period and quantity, the next charge with VAT, and the card', async () => {
  const panel = await show(BILLING);
  expect(panel.textContent).toContain('Starter, monthly, quantity 1Active');
  expect(panel.textContent).toContain('£30.00 with VAT');
  expect(panel.textContent).toContain('Visa ending in 4242, valid until 12/2030');
  expect(linksIn(panel)).toEqual([ALL, ['Change plan', '/plan'], ['Cancel plan', '/plan?cancel=1']]);
});

test('shows a yearly plan with its quantity', async () => {
  const subscription: Subscription = { ...STARTER, product: 'Premium access', interval: 'year', quantity: 3 };
  const panel = await show({ ...BILLING, subscription });
  expect(panel.textContent).toContain('Scale, yearly, quantity 3');
});

test('shows the end date of a cancelled plan and a link to resume it, but no next charge', async () => {
  const subscription: Subscription = { ...STARTER, cancel_at: '2026-12-01T00:00:00Z' };
  const panel = await show({ ...BILLING, subscription, next_charge: null });
  within(panel).getByText('Ends 1 December 2026');
  expect(within(panel).queryByText('Next charge')).toBeNull();
  expect(linksIn(panel)).toEqual([ALL, ['Resume plan', '/plan']]);
});

test('shows the unpaid amount and when the payment is retried', async () => {
  const open = { amount: 3000, currency: 'gbp', next_attempt: '2026-12-04T00:00:00Z' };
  const panel = await show({
    ...BILLING,
    subscription: { ...STARTER, status: 'past_due' },
    next_charge: null,
    open_invoice: open,
  });
  expect(panel.textContent).toMatch(/Not paid£30\.00, next attempt on 4 December 2026, 00:00 UTC/);
  within(panel).getByText('Past due');
  expect(within(panel).getByText('£30.00').className).toContain('text-amber');
});

test('shows the amount of an unpaid plan in red, with a link to pay it', async () => {
  const open = { amount: 3000, currency: 'gbp', next_attempt: null };
  const panel = await show({
    ...BILLING,
    subscription: { ...STARTER, status: 'unpaid' },
    next_charge: null,
    open_invoice: open,
  });
  expect(within(panel).getByText('£30.00', { selector: 'span' }).className).toContain('text-red');
  expect(linksIn(panel)).toEqual([ALL, ['Pay £30.00', '/billing?flow=pay']]);
});

test('keeps the plan visible and offers "Try again" while Stripe is unavailable (R6)', async () => {
  const user = userEvent.setup();
  const panel = await show(
    { ...BILLING, stripe: 'unavailable', next_charge: null, invoices: null },
    {
      'GET /account/api/billing': [
        ok({ ...BILLING, stripe: 'unavailable', next_charge: null, invoices: null }),
        ok(BILLING),
      ],
    },
  );
  within(panel).getByText('Our payment provider does not answer right now.');
  expect(panel.textContent).toContain('Starter, monthly, quantity 1');
  expect(within(panel).queryByRole('link', { name: 'Change plan' })).toBeNull();
  await user.click(within(panel).getByRole('button', { name: 'Try again' }));
  await within(panel).findByText('£30.00');
});

test('lists invoices with links to their PDFs, six at first', async () => {
  const user = userEvent.setup();
  const invoices = Array.from({ length: 8 }, (_, n) => ({
    amount: 3000,
    currency: 'gbp',
    number: `R-${n}`,
    created: '2026-11-01T00:00:00Z',
    status: 'paid',
    pdf_url: `https://pay.example/${n}.pdf`,
    page_url: null,
  }));
  const panel = await show({ ...BILLING, invoices }, {}, true);
  const files = () => linksIn(panel).filter(([text]) => text?.startsWith('PDF'));
  expect(files()).toHaveLength(6);
  expect(files()[0]).toEqual(['PDF of invoice R-0', 'https://pay.example/0.pdf']);
  await user.click(within(panel).getByRole('button', { name: 'Show all 8' }));
  expect(files()).toHaveLength(8);
});

test('leaves out on the page of the plan what that page has, and on the dashboard the invoices', async () => {
  const invoice = { amount: 3000, currency: 'gbp', number: 'R-1', created: '2026-11-01T00:00:00Z', status: 'paid' };
  const billing = { ...BILLING, invoices: [{ ...invoice, pdf_url: null, page_url: null }] };
  const whole = await show(billing, {}, true);
  expect(whole.textContent).not.toContain('Starter, monthly');
  expect(linksIn(whole)).toEqual([]);
  within(whole).getByRole('table', { name: 'Invoices' });
  cleanup();
  const summary = await show(billing);
  expect(within(summary).queryByRole('table')).toBeNull();
});

test('says on the dashboard that a manual plan costs nothing here, and nothing of it below the plan itself', async () => {
  const manual = { ...BILLING, is_manual: true, subscription: null, next_charge: null, card: null };
  const panel = await show(manual);
  within(panel).getByText(/^Your plan is managed by us/);
  cleanup();
  const status = { has_subscription: true, is_manual: true };
  render(panelOf(manual, { 'GET /userstatus': ok(status) }, true));
  await screen.findByText('arrived');
  expect(screen.queryByRole('region', { name: 'Billing' })).toBeNull();
});
