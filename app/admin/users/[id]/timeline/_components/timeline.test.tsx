import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as stories from './timeline.stories.tsx';

const ID = '0197a000-0000-7000-8000-000000000001';
const PATH = `/admin/users/${ID}/timeline`;
const texts = () =>
  within(screen.getByRole('list', { name: 'Timeline' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent);

test('shows each event with its changes, reason and actor', () => {
  render(<stories.Newest />);
  expect(texts()).toEqual([
    'By adminsAccount viewed as customerTicket 1234by root@example.com',
    'By adminsEditeddaily limit, notesby root@example.com',
    'KeysKey rotatedkey 7',
    'BillingDowngraded: −£25.00 a month',
    'BillingSubscription changedScale × 2, active → Starter, past due',
    'BillingCancelled: ends on 2026-12-27',
    'BillingEnd moved: ends on 2027-01-27',
    'BillingCancellation taken back',
    'BillingCancelled the plan: ends on 2026-12-27It costs too much',
    'BillingCancelled the plan: ended immediately',
    'BillingResumed the plan: the cancellation was taken back',
    'BillingChanged the planScale × 2, by the year',
    'BillingScheduled a change of planPersonal, by the month',
    'BillingChange of plan waits for its paymentScale, by the month',
    'BillingKept the plan: the change was dropped',
    'BillingEnded the plan immediatelyby root@example.com',
    'EmailsEmailed: Choose a new password',
    'EmailsEmailed: Password voided',
    'LoginsLogin refusedwrong password',
    'AccountAdded a passkey',
    'By adminsPut aside in the inbox: past duefor a weekby root@example.com',
  ]);
});

test('links only to older entries from the newest page', () => {
  render(<stories.Newest />);
  const pages = within(screen.getByRole('navigation', { name: 'Pages of the timeline' }));
  expect(pages.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Older', `${PATH}?cursor=NEXT`],
  ]);
});

test('links from the last page to the newest entries of the same kind', () => {
  render(<stories.Oldest />);
  const pages = within(screen.getByRole('navigation', { name: 'Pages of the timeline' }));
  expect(pages.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Newest', `${PATH}?kind=key`],
  ]);
});

test('offers each kind as a filter and marks the chosen one', () => {
  render(<stories.Oldest />);
  const filter = within(screen.getByRole('navigation', { name: 'Kind' }));
  expect(filter.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['All', 'Emails', 'Billing', 'Keys', 'Logins', 'By admins', 'Account'],
  ]);
  expect(filter.getByRole('link', { current: true }).textContent).toBe('Keys');
  expect(filter.getByRole('link', { name: 'Logins' }).getAttribute('href')).toBe(`${PATH}?kind=login`);
});

test('says that there are no entries of a kind', () => {
  render(<stories.Empty />);
  screen.getByText('Nothing of this kind has happened.');
});
