import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import type { UsageGraph } from '#lib/usage/views.ts';
import { trafficText } from './choose-plan.tsx';
import { lossOf } from './plan-texts.ts';
import * as stories from './your-plan.stories.tsx';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('shows the plan and its use, emails first', async () => {
  render(<stories.Full />);
  await screen.findByText('£22 a month plus VAT, next invoice on 28 December 2026');
  expect((await screen.findByText(/^In the last 24 hours/)).textContent).toBe(
    'In the last 24 hours: about 24,000 of 30,000 emails (48,000 of 60,000 requests)',
  );
  screen.getByText(/^This is your current plan/);
  expect(screen.getByRole('radio', { name: /^Starter/ }).closest('label')?.textContent).toContain(
    '£22 a month plus VAT',
  );
});

test('shows what more costs now, next and later, and how it would have fared', async () => {
  render(<stories.More />);
  await screen.findByText('Charged when you confirm');
  expect(screen.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
    'Due today£30.00',
    'Next invoice, 28 December 2026£60.00',
    'Then monthly£60.00',
  ]);
  await screen.findByText('Scale covers your last 3 days with traffic.');
  screen.getByText('Your card ending in 4242 is charged £30.00 now. Your new limits apply as soon as it is paid.');
});

test('changes nothing for other amounts than those that were shown, and says what holds after the change', async () => {
  render(<stories.More />);
  await press('Pay £30.00 and change');
  await screen.findByText('The amounts have changed. Nothing was charged or changed.');
  expect(sent.at(-1)).toMatchObject({
    body: { plan: 'scale', proration_date: 1_795_860_000, today: 3000, then: 6000 },
  });
  await press('Pay £30.01 and change');
  await screen.findByText(/^You are on Scale now: 100,000 emails a day \(200,000 requests\)\./);
});

test('schedules a smaller plan, and keeps the present one when asked', async () => {
  const { unmount } = render(<stories.Less />);
  await press('Change on 28 December 2026');
  await screen.findByText('You change to Personal on 28 December 2026. Until then you keep Starter.');
  screen.getByText('Your plan changes to Personal on 28 December 2026.');
  unmount();
  render(<stories.Scheduled />);
  await press('Keep my plan');
  await screen.findByText('You keep Starter.');
});

test('says before a smaller plan what it takes away, and nothing of the kind for more', async () => {
  const { unmount } = render(<stories.Less />);
  await screen.findByText(
    'You lose the fuzzy bulk service, and your limit falls from 30,000 emails a day (60,000 requests) to 2,000 emails a day (4,000 requests).',
  );
  unmount();
  render(<stories.More />);
  await screen.findByText('Charged when you confirm');
  expect(screen.queryByText(/^You lose|^Your limit falls/)).toBeNull();
});

test.each([
  [{ plan: 'scale', quantity: 1 }, { plan: 'starter', quantity: 1 }, /^Your limit falls from 100,000 emails/],
  [{ plan: 'starter', quantity: 1 }, { plan: 'personal', quantity: 20 }, /^You lose the fuzzy bulk service\.$/],
] as const)('says of %j changed to %j only what is lost', (from, to, text) => {
  expect(lossOf(from, to)).toMatch(text);
});

test('cancels with a reason, says until when the key works, and resumes in one click', async () => {
  const { unmount } = render(<stories.Cancelling />);
  await userEvent.click(await screen.findByLabelText('It costs too much'));
  await userEvent.type(screen.getByLabelText('What should we know? (optional)'), 'Too much');
  await press('Confirm cancellation');
  await screen.findByText('Your key works until then. Nothing more is charged.');
  expect(screen.getAllByText(/^Your plan ends on 28 December 2026/), 'one notice').toHaveLength(1);
  expect(sent.find(({ request }) => request === 'POST /account/api/billing/cancel')).toMatchObject({
    body: { reason: 'too_expensive', comment: 'Too much' },
  });
  unmount();
  render(<stories.Ending />);
  await press('Resume plan');
  await screen.findByText('Your Starter plan continues.');
});

test('says that a past due plan ends at once, and offers no change', async () => {
  render(<stories.PastDue />);
  await screen.findByText(/^The last payment for Starter failed, so your plan and your key end at once/);
  expect(screen.queryByText('Change plan')).toBeNull();
  expect((await screen.findByRole('link', { name: 'Pay now' })).getAttribute('href')).toBe('/billing?flow=pay');
});

test('leads to the page of an invoice that waits for its payment', async () => {
  render(<stories.WaitsForPayment />);
  const link = await screen.findByRole('link', { name: 'Complete the payment' });
  expect(link.getAttribute('href')).toBe('https://pay.example/i/1');
});

test('shows why a change was refused', async () => {
  render(<stories.Declined />);
  await press('Pay £30.00 and change');
  within(await screen.findByRole('alert')).getByText('Your card was declined, and nothing was changed.');
});

test('refuses a quantity that cannot be bought', async () => {
  render(<stories.Full />);
  const quantity = await screen.findByLabelText('Quantity');
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '101');
  await screen.findByText('A whole number from 1 to 100.');
});

test.each([
  [[], 'There was no traffic in the last 30 days to compare with.'],
  [[60_000, 60_001, null, 90_000], 'Starter is too small for 2 of your last 3 days with traffic.'],
  [[60_000], 'Starter covers your last 1 day with traffic.'],
])('compares %j with Starter', (checked, text) => {
  const graph = { series: [{ name: 'checked', data: checked }], xAxis: { data: [] } } as unknown as UsageGraph;
  expect(trafficText(graph, { plan: 'starter', quantity: 1 })).toBe(text);
});

test('withdraws in two steps, and says what comes back', async () => {
  const { unmount } = render(<stories.Withdrawable />);
  await screen.findByText('You can withdraw without a reason until the end of 12 December 2026.');
  expect(screen.queryByRole('textbox', { name: 'PO number' }), 'a private buyer has none').toBeNull();
  await press('Withdraw from this contract');
  await screen.findByRole('button', { name: 'Confirm withdrawal' });
  unmount();
  render(<stories.Withdrawing />);
  await press('Confirm withdrawal');
  await screen.findByText(/^You withdrew from your contract. All that you paid goes back to your card or account/);
  expect(sent.some(({ request }) => request === 'POST /account/api/billing/withdraw')).toBe(true);
});

test('saves a PO number and an address for the next invoices of a company', async () => {
  render(<stories.Full />);
  const po = await screen.findByRole('textbox', { name: 'PO number' });
  await userEvent.clear(po);
  await userEvent.type(po, 'PO 2027-1');
  await press('Save');
  await screen.findByText('Your next invoices are made out like this.');
  expect(sent.find(({ request }) => request.startsWith('PUT'))).toEqual({
    request: 'PUT /account/api/billing/buyer',
    body: { po_number: 'PO 2027-1', invoice_email: 'accounts@example.com' },
  });
});

test.each([
  ['without a plan', stories.WithoutAPlan, /^You have no plan now\./, ['See the plans']],
  ['with a plan that we manage', stories.ManagedByUs, /^Your plan is managed by us/, [/support@|@/]],
  ['whose plan is unpaid', stories.Unpaid, /^Your subscription is unpaid: your key does not work\./, ['Pay £8.40 now']],
] as const)('says to a customer %s what there is, and offers no change', async (_, Story, text, links) => {
  render(<Story />);
  await screen.findByText(text);
  expect(screen.queryByRole('radio')).toBeNull();
  for (const name of links) await screen.findByRole('link', { name });
});

test('shows an unpaid plan in red, with one button that pays it', async () => {
  render(<stories.Unpaid />);
  const pay = await screen.findByRole('link', { name: 'Pay £8.40 now' });
  expect(pay.getAttribute('href')).toBe('/billing?flow=pay');
  expect(screen.getAllByRole('link', { name: /^Pay / })).toEqual([pay]);
  expect(screen.getByRole('alert').textContent).toContain('£8.40 is not paid.');
});
