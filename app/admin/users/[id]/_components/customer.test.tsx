import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as stories from './customer.stories.tsx';

const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('says what happens next, and what needs a decision', async () => {
  render(<stories.PastDue />);
  const next = await region('What happens next');
  await next.findByText('£30.00 is unpaid. Stripe tries again on 2026-11-29.');
  const decisions = within(await next.findByRole('list', { name: 'Open decisions' }));
  decisions.getByText(/Payment failed/);
  decisions.getByRole('link', { name: 'Send link: postmaster@example.com' });
});

test('links invoices, subscriptions at Stripe and keys', async () => {
  render(<stories.PastDue />);
  const invoices = await region('Invoices');
  expect((await invoices.findByRole('link', { name: 'Invoice RP-0042' })).getAttribute('href')).toBe(
    'https://stripe.example/1',
  );
  invoices.getByRole('link', { name: 'PDF of invoice RP-0031' });
  const subscriptions = await region('Subscriptions');
  expect(subscriptions.getByRole('link', { name: 'sub_ada' }).getAttribute('href')).toContain('dashboard.stripe.com');
  const keys = await region('Keys');
  expect(keys.getByRole('link', { name: 'Stripe sub_ada' }).getAttribute('href')).toMatch(/^\/admin\/keys\?search=/);
  keys.getByText(/3 networks in 7 days/);
});

test('lists the networks of a key that may be shared by pseudonym, and says why no address is known', async () => {
  render(<stories.ManyNetworks />);
  const keys = await region('Keys');
  keys.getByText('12 networks by pseudonym');
  keys.getByText(/Addresses stay at the storage hosts/);
  expect(keys.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent)).toContain(
    '0Qx7kz2026-11-242026-11-2478%',
  );
});

test('edits the user in place', async () => {
  render(<stories.PastDue />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByRole('dialog', { name: 'Edit User' });
});

test('offers no invoices to a user who never bought anything', async () => {
  render(<stories.NothingBought />);
  await screen.findByText('No subscription: nothing is charged.');
  expect(screen.queryByRole('region', { name: 'Invoices' })).toBeNull();
});

test('says that Stripe does not answer, and shows what we know', async () => {
  render(<stories.StripeIsAway />);
  await screen.findByText('Stripe does not answer right now.');
  screen.getByText('The last payment failed; the key still works.');
});
