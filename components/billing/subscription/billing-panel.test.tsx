import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { BillingView } from '#lib/billing/views.ts';
import { BillingPanel } from './billing-panel.tsx';

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
function show(billing: BillingView, answers: StubAnswers = {}) {
  render(
    <StubServer
      answers={{
        'GET /userstatus': refused(401, 'unauthenticated', 'Please log in.'),
        'GET /account/api/billing': ok(billing),
        ...answers,
      }}
    >
      <BillingPanel />
    </StubServer>,
  );
  return screen.findByRole('region', { name: 'Billing' });
}
const linksIn = (place: HTMLElement) =>
  within(place)
    .queryAllByRole<HTMLAnchorElement>('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('shows the plan, its period and quantity, the next charge with VAT, and the card', async () => {
  const panel = await show(BILLING);
  expect(panel.textContent).toContain('Starter, monthly, quantity 1Active');
  expect(panel.textContent).toContain('£30.00 with VAT');
  expect(panel.textContent).toContain('Visa ending in 4242, valid until 12/2030');
  expect(linksIn(panel)).toEqual([
    ['Change plan', '/plan'],
    ['Cancel plan', '/plan?cancel=1'],
  ]);
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
  expect(linksIn(panel)).toEqual([['Resume plan', '/plan']]);
});

test('shows the unpaid amount and when the payment is retried', async () => {
  const open = { amount: 3000, currency: 'gbp', next_attempt: '2026-12-04T00:00:00Z' };
  const panel = await show({
    ...BILLING,
    subscription: { ...STARTER, status: 'past_due' },
    next_charge: null,
    open_invoice: open,
  });
  expect(panel.textContent).toMatch(/Not paid£30\.00, tried again 4 December 2026, 00:00 UTC/);
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
  expect(linksIn(panel)).toEqual([['Pay £30.00', '/billing?flow=pay']]);
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
  const panel = await show({ ...BILLING, invoices });
  const files = () => linksIn(panel).filter(([text]) => text?.startsWith('PDF'));
  expect(files()).toHaveLength(6);
  expect(files()[0]).toEqual(['PDF of invoice R-0', 'https://pay.example/0.pdf']);
  await user.click(within(panel).getByRole('button', { name: 'Show all 8' }));
  expect(files()).toHaveLength(8);
});
