import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { Failed, Full, Loading, NotEnded } from './sessions.stories.tsx';

const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const requests = () => sent.map(({ request }) => request);

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading your sessions...');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows an error with Retry if loading fails', async () => {
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load your sessions. The service is not available right now.');
  within(alert).getByRole('button', { name: 'Retry' });
});

test('loads the sessions when Retry is pressed', async () => {
  const user = userEvent.setup();
  render(<Failed />);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('This browser');
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
});

test('ends another session after a confirmation, and focuses the title of the section', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await user.click(await screen.findByRole('button', { name: 'End' }));
  await user.click(screen.getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(rows()).toEqual(['Firefox 145 on Linux']);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sessions' }));
});

test('ends all other sessions after a confirmation', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await user.click(await screen.findByRole('button', { name: 'End all others' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End all others' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(requests()).toContain('DELETE /account/api/sessions');
  expect(rows()).toEqual(['Firefox 145 on Linux']);
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
});

test('ends no session if the confirmation is cancelled', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await user.click(await screen.findByRole('button', { name: 'End all others' }));
  await user.keyboard('{Escape}');
  expect(requests()).toEqual(['GET /account/api/sessions']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'End all others' }));
});

test('shows in the dialog why a session could not be ended', async () => {
  const user = userEvent.setup();
  render(<NotEnded />);
  await user.click(await screen.findByRole('button', { name: 'End' }));
  await user.click(screen.getByRole('button', { name: 'End session' }));
  const question = screen.getByRole('alertdialog');
  await within(question).findByText('The service is not available right now.');
  expect(within(question).getByRole('button', { name: 'End session' }).getAttribute('aria-disabled')).toBe('false');
});
