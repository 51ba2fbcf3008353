import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Empty, Failed, Full, Loading, Outcomes } from './logins.stories.tsx';

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading your login history...');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows an error with Retry if loading fails', async () => {
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load your login history. The service is not available right now.');
  within(alert).getByRole('button', { name: 'Retry' });
});

test('says that there are no logins', async () => {
  render(<Empty />);
  await screen.findByText('No logins yet');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows outcome, reason and IP address of each login', async () => {
  render(<Outcomes />);
  await screen.findByText('wrong code');
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toContain('Refused');
  expect(rows[2]).toContain('Confirmed again');
  expect(rows[3]).toContain('192.0.2.8');
});

test('shows the first five logins, and puts ?logins=all into the URL on request', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await screen.findByText('wrong password');
  expect(screen.getAllByRole('rowheader')).toHaveLength(5);
  const all = screen.getByRole('link', { name: 'Show all 7' });
  await user.click(all);
  expect(window.location.search).toBe('?logins=all');
  window.history.replaceState(null, '', '/');
});

test('shows all logins if the URL has ?logins=all', async () => {
  window.history.replaceState(null, '', '/?logins=all');
  render(<Full />);
  await screen.findByText('wrong password');
  expect(screen.getAllByRole('rowheader')).toHaveLength(7);
  window.history.replaceState(null, '', '/');
});
