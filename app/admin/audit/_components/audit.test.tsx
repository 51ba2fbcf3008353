import { render, screen, waitFor, within } from '@testing-library/react';
import { IsoDates } from '#components/ui/data/iso-dates.tsx';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { REQUEST_ID, sent } from '#components/stories/stub-server.tsx';
import * as stories from './audit.stories.tsx';

const row = async () => (await screen.findByRole('rowheader')).closest('tr') ?? document.body;
const queries = () => sent.filter(({ request }) => request === 'GET /admin/api/audit').map(({ query }) => query ?? '');

test('says that the table is loading', () => {
  render(<stories.Loading />);
  expect(screen.getByRole('table', { name: 'Events' }).getAttribute('aria-busy')).toBe('true');
});

test('says why loading failed, and loads the events on Retry', async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load the audit log. You may not have admin privileges.');
  expect(alert.textContent).toContain(REQUEST_ID);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByText('No events yet');
});

test('says that there are no events, or that none matches', async () => {
  const { unmount } = render(<stories.Empty />);
  await screen.findByText('No events yet');
  unmount();
  render(<stories.NoMatch />);
  await screen.findByText('No events match');
});

const panelOf = async (user: UserEvent, action: string) => {
  await user.click(within(await row()).getByRole('link', { name: action }));
  return within(await screen.findByRole('dialog', { name: action }));
};

test('shows action, time, actor, target, IP address and change of an event in one row (S81)', async () => {
  render(<stories.Full />, { wrapper: IsoDates });
  const cells = within(await row()).getAllByRole('cell');
  expect(within(await row()).getByRole('rowheader').textContent).toBe('user.updated');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    ...['2026-01-15 08:30', 'audit.test system', 'ada@example.com', '192.0.2.7', 'daily_limit: 5 → 7, notes: – → x'],
  ]);
});

test('opens an event with the change of each field, its other details and its request id', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  const panel = await panelOf(user, 'user.updated');
  const rows = within(panel.getByRole('table', { name: 'Changes' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['FieldBeforeAfter', 'daily_limit57', 'notesNonex']);
  expect(panel.getByRole('region', { name: 'Noted' }).textContent).toContain('reasonticket 7');
  expect(panel.getByRole('region', { name: 'Facts' }).textContent).toContain('request-of-the-test');
});

test.each([
  ['of this request', '?request_id=request-of-the-test'],
  ['of this actor', '?actor=system'],
  ['of this target', '?target=id-of-ada'],
  ['with this action', '?action=user.updated'],
])('leads from an event to all events %s', async (name, query) => {
  const user = userEvent.setup();
  render(<stories.Filtered />);
  const panel = await panelOf(user, 'user.updated');
  await user.click(panel.getByRole('link', { name: `All events ${name}` }));
  await waitFor(() => expect(queries().at(-1)).toBe(query));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('loads the event of the URL if it is not on the page, or says that it does not exist', async () => {
  const { unmount } = render(<stories.Elsewhere />);
  await screen.findByRole('dialog', { name: 'user.blocked' });
  unmount();
  render(<stories.Gone />);
  await screen.findByText('This event does not exist.');
});

test('filters by a field and a typed value', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await row();
  const filter = async (field: string, text: string) => {
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(screen.getByRole('button', { name: field }));
    await user.keyboard(`${text}{Enter}`);
  };
  await filter('Target', ' ada@example.com ');
  await filter('From', '2026-13-01');
  screen.getByText('Enter a day (UTC) like 2026-11-24.');
  await user.keyboard('{Escape}');
  await filter('Action', 'user.blocked');
  await waitFor(() => expect(queries().at(-1)).toBe('?action=user.blocked&target=ada%40example.com'));
});

test('sorts by time, newest or oldest first', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await row();
  const header = () => screen.getByRole('columnheader', { name: 'When (UTC)' });
  expect(header().getAttribute('aria-sort')).toBe('descending');
  await user.click(within(header()).getByRole('link'));
  await waitFor(() => expect(queries().at(-1)).toBe('?sort=at'));
  expect(header().getAttribute('aria-sort')).toBe('ascending');
});

test('shows the filters, exports the filtered events, and removes one or all filters', async () => {
  const user = userEvent.setup();
  render(<stories.Filtered />);
  await row();
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/admin/api/audit/export?action=user.updated&target=ada%40example.com',
  );
  await user.click(screen.getByRole('link', { name: /^Remove filter ?Action/ }));
  await waitFor(() => expect(queries().at(-1)).toBe('?target=ada%40example.com'));
  await user.click(screen.getByRole('link', { name: 'Clear all' }));
  await waitFor(() => expect(queries().at(-1)).toBe(''));
});

test.each([
  ['actor', 'audit.test', '?actor=system'],
  ['IP address', '192.0.2.7', '?ip=192.0.2.7'],
])('filters by the %s that is clicked', async (_, text, query) => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await user.click(within(await row()).getByRole('link', { name: text }));
  await waitFor(() => expect(queries().at(-1)).toBe(query));
});

test('opens the customer whose name is clicked', async () => {
  render(<stories.Full />);
  const name = within(await row()).getByRole('link', { name: 'ada@example.com' });
  expect(name.getAttribute('href')).toBe('/admin/users/id-of-ada');
});

test('requests the next page, and shows it', async () => {
  const user = userEvent.setup();
  render(<stories.TwoPages />);
  const pages = await screen.findByRole('navigation', { name: 'Pages of the audit log' });
  expect(pages.textContent).toContain('1–1 of 60');
  await user.click(within(pages).getByRole('link', { name: 'Next' }));
  await screen.findByText('user.blocked');
  expect(pages.textContent).toContain('51–51 of 60');
  expect(queries().at(-1)).toBe('?cursor=next');
});
