import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok, refused, sent, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { BillingView, PlanChangePreview } from '#lib/billing/views.ts';
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
  next_charge: { amount: 3000, currency: 'gbp', at: '2026-12-01T00:00:00Z' },
  open_invoice: null,
  card: { brand: 'visa', last4: '4242', expires: '12/2030' },
  invoices: [],
};
const PREVIEW: PlanChangePreview = {
  currency: 'gbp',
  holds: 'now',
  holds_from: '2026-11-20T00:00:00Z',
  proration_date: 1_795_132_800,
  today: { amount: 33_000, lines: [{ description: 'Premium access', amount: 33_000 }] },
  next: { amount: 18_000, at: '2026-12-01T00:00:00Z', lines: [] },
  then: { amount: 18_000, interval: 'month' },
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
  expect(panel.textContent).toContain('Starter Premium access (small), monthly, quantity 1Active');
  expect(panel.textContent).toContain('£30.00 with VAT');
  expect(panel.textContent).toContain('Visa ending in 4242, valid until 12/2030');
  expect(linksIn(panel)).toEqual([['Cancel plan', '/billing?flow=cancel']]);
});

test('shows a yearly plan with its quantity', async () => {
  const subscription: Subscription = { ...STARTER, product: 'Premium access', interval: 'year', quantity: 3 };
  const panel = await show({ ...BILLING, subscription });
  expect(panel.textContent).toContain('Scale Premium access, yearly, quantity 3');
});

test('shows the end date of a cancelled plan and a link to resume it, but no next charge', async () => {
  const subscription: Subscription = { ...STARTER, cancel_at: '2026-12-01T00:00:00Z' };
  const panel = await show({ ...BILLING, subscription, next_charge: null });
  within(panel).getByText('ends on 2026-12-01');
  expect(within(panel).queryByText('Next charge')).toBeNull();
  expect(linksIn(panel)).toEqual([['Resume plan', '/billing']]);
});

test('shows the unpaid amount and when the payment is retried', async () => {
  const open = { amount: 3000, currency: 'gbp', next_attempt: '2026-12-04T00:00:00Z' };
  const panel = await show({
    ...BILLING,
    subscription: { ...STARTER, status: 'past_due' },
    next_charge: null,
    open_invoice: open,
  });
  expect(panel.textContent).toMatch(/Not paid£30\.00, tried again 2026-12-04 00:00 UTC/);
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
  expect(panel.textContent).toContain('Starter Premium access (small), monthly, quantity 1');
  expect(within(panel).queryByRole('button', { name: 'Change plan' })).toBeNull();
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

describe('the dialog that changes the plan', () => {
  const open = async (answers: StubAnswers) => {
    const user = userEvent.setup();
    const panel = await show(BILLING, answers);
    await user.click(within(panel).getByRole('button', { name: 'Change plan' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Change plan' })) };
  };
  const amounts = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
    dialog.getAllByRole('term').map((term) => term.parentElement?.textContent);
  const PREVIEWS = 'GET /account/api/billing/preview';
  const plansIn = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
    within(dialog.getByLabelText('Plan'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  test('shows prices per unit and without VAT, and none beside the current plan, whose price may be older', async () => {
    const { user, dialog } = await open({ [PREVIEWS]: ok(PREVIEW) });
    expect(plansIn(dialog)).toEqual([
      'Personal, £7 a month per unit, plus VAT',
      'Starter, your plan',
      'Scale, £50 a month per unit, plus VAT',
    ]);
    await user.click(dialog.getByLabelText('Yearly'));
    expect(plansIn(dialog)[1]).toBe('Starter, £285 a year per unit, plus VAT');
  });

  test('shows Stripe’s preview of the charge, and links to Stripe’s confirmation', async () => {
    const { user, dialog } = await open({ [PREVIEWS]: [ok(PREVIEW), ok({ ...PREVIEW, due_now: true })] });
    expect(dialog.queryByRole('link', { name: 'Continue to confirm' })).toBeNull();
    dialog.getByText(/^This is what you have now\./);
    await user.selectOptions(dialog.getByLabelText('Plan'), 'scale');
    await dialog.findByRole('row', { name: 'VAT £55.00' });
    dialog.getByRole('row', { name: 'Total £330.00' });
    dialog.getByText('Your next invoice, 2026-12-01');
    expect(amounts(dialog)).toEqual(['Due today£0.00', 'Next invoice, 2026-12-01£330.00', 'Then monthly£180.00']);
    dialog.getByText('200,000 requests a day');
    await user.click(dialog.getByLabelText('Yearly'));
    await dialog.findByText('Charged when you confirm');
    expect(dialog.getByRole('link', { name: 'Continue to confirm' }).getAttribute('href')).toBe(
      '/billing?flow=change&plan=scale&interval=year&quantity=1',
    );
  });

  test('refuses a quantity that is not a whole number from 1 to 100, and requests no preview', async () => {
    const { user, dialog } = await open({ [PREVIEWS]: ok(PREVIEW) });
    const quantity = dialog.getByLabelText('Quantity');
    sent.length = 0;
    for (const wrong of ['0', '101', '1.5', 'x']) {
      await user.clear(quantity);
      await user.paste(wrong);
      dialog.getByText('A whole number from 1 to 100.');
      expect(dialog.queryByRole('link', { name: 'Continue to confirm' })).toBeNull();
    }
    expect(sent).toEqual([]);
    await user.clear(quantity);
    await user.type(quantity, '3');
    await dialog.findByText('180,000 requests a day');
  });

  test('shows why there is no preview', async () => {
    const { user, dialog } = await open({ [PREVIEWS]: refused(503, 'unavailable', 'Our payment provider is down.') });
    await user.selectOptions(dialog.getByLabelText('Plan'), 'scale');
    await dialog.findByText('Our payment provider is down.');
  });
});
