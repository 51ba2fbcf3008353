import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { savedQuery } from './saved-query.ts';
import { Current, None, Saving, Two, WithAddress } from './saved-views.stories.tsx';

const tabs = () => within(screen.getByRole('navigation', { name: 'Saved views' }));
const tab = (name: string) => tabs().getByRole('link', { name });
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const requests = () => sent.map(({ request, body }) => [request, body]);

test.each([
  ['users', { sort: '-created_at', search: '', status: null, page: 2, user: 'x' }, ''],
  ['users', { sort: 'email', search: ' x ', status: 'blocked', after: ['c'] }, 'search=x&status=blocked&sort=email'],
  ['keys', { rank: 90, deleted: false, email: null }, 'rank=90'],
  ['keys', { deleted: true, rank: 0 }, 'rank=0&deleted=true'],
  ['jobs', { state: 'failed', queue: 'mail.send' }, 'queue=mail.send'],
] as const)('keeps filters and order of %s, and neither page nor defaults', (list, view, query) => {
  expect(savedQuery(list, view)).toBe(query);
});

test('shows nothing without views and filters', async () => {
  render(<None />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('shows the views as tabs, opens one, and marks it', async () => {
  const user = userEvent.setup();
  render(<Two />);
  expect((await screen.findByRole('link', { name: 'Late payers' })).getAttribute('href')).toBe(
    '/admin?subscription=past_due',
  );
  expect(tab('All').getAttribute('aria-current')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  await user.click(tab('Admins by email'));
  expect(tab('Admins by email').getAttribute('aria-current')).toBe('true');
  expect(tab('All').getAttribute('aria-current')).toBeNull();
});

test('saves the filters under a name, and keeps the text if the name is taken', async () => {
  const user = userEvent.setup();
  render(<Saving />);
  await user.click(await screen.findByRole('button', { name: 'Save view' }));
  expect(document.activeElement).toBe(name());
  await user.keyboard('Late payers{Enter}');
  await screen.findByText('You already have a view with this name.');
  expect(name().value).toBe('Late payers');
  await user.type(name(), '{Enter}');
  await waitFor(() => expect(tab('Late payers').getAttribute('aria-current')).toBe('true'));
  const body = { list: 'users', query: 'subscription=past_due', name: 'Late payers' };
  expect(requests().filter(([request]) => String(request).startsWith('POST'))).toEqual([
    ['POST /admin/api/views', body],
    ['POST /admin/api/views', body],
  ]);
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
});

test('says why a view cannot be saved, and keeps the name', async () => {
  const user = userEvent.setup();
  render(<WithAddress />);
  await user.click(await screen.findByRole('button', { name: 'Save view' }));
  await user.keyboard('Ada{Enter}');
  await screen.findByText('A view cannot keep an email address.');
  expect(name().value).toBe('Ada');
});

test('renames and deletes the view that is shown', async () => {
  const user = userEvent.setup();
  render(<Current />);
  const act = async (view: string, action: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for the view ${view}` }));
    await user.click(screen.getByRole('menuitem', { name: action }));
  };
  await act('Late payers', 'Rename');
  expect(name().value).toBe('Late payers');
  await user.clear(name());
  await user.type(name(), 'Past due{Enter}');
  await act('Past due', 'Delete');
  await user.click(screen.getByRole('button', { name: 'Delete view' }));
  await screen.findByText('View deleted.');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Past due' })).toBeNull());
  screen.getByRole('button', { name: 'Save view' });
});
