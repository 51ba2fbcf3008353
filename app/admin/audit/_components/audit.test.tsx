import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { REQUEST_ID } from '#components/stories/samples.ts';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './audit.stories.tsx';

const row = async () => (await screen.findByRole('rowheader')).closest('tr') ?? document.body;
const queries = () => sent.map(({ query }) => query ?? '');

test('says that the table is loading', () => {
  render(<stories.Loading />);
  expect(screen.getByRole('table', { name: 'Events' }).getAttribute('aria-busy')).toBe('true');
});

test('says why loading failed, and offers Retry', async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load the audit log. You may not have admin privileges.');
  expect(alert.textContent).toContain(REQUEST_ID);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByText('No events match');
});

test('says that no event matches', async () => {
  render(<stories.Empty />);
  await screen.findByText('No events match');
});

test('shows action, target, actor, IP address, request id and change of an event (S81)', async () => {
  render(<stories.Full />);
  const shown = await row();
  expect(within(shown).getByRole('rowheader').textContent).toBe('user.updated');
  for (const text of ['ada@example.com', 'audit.test system', '192.0.2.7', 'request-of-the-test'])
    expect(shown.textContent).toContain(text);
  expect(within(shown).getByText('Before').parentElement?.textContent).toContain('"number": 0');
  expect(within(shown).getByText('After').parentElement?.textContent).toContain('"number": 1');
});

test('applies the entered filters on Enter', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await row();
  await user.type(screen.getByRole('textbox', { name: 'Target' }), ' ada@example.com ');
  await user.type(screen.getByRole('combobox', { name: 'Action' }), 'user.blocked{Enter}');
  await screen.findByRole('group', { name: 'In force' });
  expect(queries().at(-1)).toBe('?action=user.blocked&target=ada%40example.com');
});

test('shows the filters, exports the filtered events, and removes one or all filters', async () => {
  const user = userEvent.setup();
  render(<stories.Filtered />);
  await row();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Target' }).value).toBe('ada@example.com');
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/admin/api/audit/export?action=user.updated&target=ada%40example.com',
  );
  await user.click(screen.getByRole('link', { name: /^Remove filter ?Action/ }));
  await waitFor(() => expect(queries().at(-1)).toBe('?target=ada%40example.com'));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Action' }).value).toBe('');
  await user.click(screen.getByRole('link', { name: 'Clear all' }));
  await waitFor(() => expect(queries().at(-1)).toBe(''));
});

test.each([
  ['action', 'user.updated', '?action=user.updated'],
  ['target', 'ada@example.com', '?target=id-of-ada'],
  ['actor', 'audit.test', '?actor=system'],
  ['IP address', '192.0.2.7', '?ip=192.0.2.7'],
])('filters by the %s that is clicked', async (_, text, query) => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await user.click(within(await row()).getByRole('link', { name: text }));
  await waitFor(() => expect(queries().at(-1)).toBe(query));
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
