import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './status-strip.stories.tsx';

const link = (name: string) => screen.findByRole<HTMLAnchorElement>('link', { name });
const hrefOf = (anchor: HTMLAnchorElement) => anchor.getAttribute('href');

test('says that the subscription is unpaid, and links to the payment', async () => {
  render(<stories.Unpaid />);
  await screen.findByText('Your subscription is unpaid: your key does not work.');
  expect(hrefOf(await link('Pay £30.00 now'))).toBe('/billing?flow=pay');
});

test('says that the subscription is paused, and links to billing', async () => {
  render(<stories.Paused />);
  await screen.findByText('Your subscription is paused: your key does not work.');
  expect(hrefOf(await link('Open billing'))).toBe('/billing');
});

test('says when a failed payment is retried', async () => {
  render(<stories.PastDue />);
  await screen.findByText('Your payment failed. Your key still works while we try again.');
  await screen.findByText(/^£30.00 is not paid. We try again on 29 November 2026./);
  expect(hrefOf(await link('Pay now'))).toBe('/billing?flow=pay');
  expect(hrefOf(await link('Use another card'))).toBe('/billing?flow=card');
});

test('offers the fitting plan with its price, and links to the change with this plan selected', async () => {
  render(<stories.Over />);
  await screen.findByText('You are over your daily limit: 76,612 of 60,000 requests in 24 hours (127%).');
  screen.getByText('Scale: 100,000 emails a day (200,000 requests) for £50 a month, plus VAT');
  expect(hrefOf(await link('Raise limit'))).toBe('/plan?plan=scale&interval=month&quantity=1');
});

test('links to support when no plan is large enough', async () => {
  render(<stories.OverOwnLimit />);
  await link('Write to us');
  expect(screen.queryByRole('link', { name: 'Raise limit' })).toBeNull();
});

test('says for how long a key has been silent, and links to the checks', async () => {
  render(<stories.Silent />);
  await screen.findByText('No requests for 31 hours.');
  expect(hrefOf(await link('Troubleshoot'))).toBe('/setup#summary');
});

test('says how near the limit is, and that today’s pace stays below it', async () => {
  render(<stories.Near />);
  await screen.findByText('You are near your daily limit: 55,200 of 60,000 requests in 24 hours (92%).');
  screen.getByText('At today’s pace you stay below it. Above it, requests may be refused.');
});

test('says that the limit will be reached, and when, before 80% of it are used', async () => {
  render(<stories.Growing />);
  await screen.findByText('You are heading for your daily limit: 41,000 of 60,000 requests in 24 hours (68%).');
  await screen.findByText(/^At today’s pace you reach it at about 17:05 UTC./);
});

test('shows the share of matched requests today and the day before', async () => {
  render(<stories.Fine />);
  await screen.findByText('Your key works.');
  screen.getByText('26% of the 7,400 requests in the last 24 hours matched a known hash. The day before it was 24%.');
});

test('says of a cancelled plan when it ends, and leads to where it is resumed', async () => {
  render(<stories.Leaving />);
  await screen.findByText('Your plan ends on 11 December 2026.');
  expect(screen.queryByText('Your key works.')).toBeNull();
  expect(screen.getByRole('link', { name: 'Resume plan' }).getAttribute('href')).toBe('/plan');
});

test.each([['WaitingForRequests'], ['NoKey']] as const)(
  'shows nothing before the first request or without a key (story %s)',
  async (story) => {
    const Story = stories[story];
    const { container } = render(<Story />);
    await waitFor(() => expect(sent.length).toBeGreaterThan(0));
    expect(container.textContent).toBe('');
  },
);

test.each([
  ['over', stories.OverAsTechnical, 'An owner or a billing member of the account can raise it.'],
  ['unpaid', stories.UnpaidAsTechnical, 'An owner or a billing member of the account can pay.'],
  ['past due', stories.PastDueAsTechnical, 'An owner or a billing member of the account can pay.'],
])('tells a member who may not pay who can, and links nowhere: %s', async (_name, Story, text) => {
  render(<Story />);
  await screen.findByText(text);
  expect(screen.queryByRole('link')).toBeNull();
});
