import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { REQUEST_ID } from '#components/stories/stub-server.tsx';
import { Changed, Changing, Failed, Loading, Waiting } from './sign-in.stories.tsx';

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
const address = () => screen.getByRole('textbox', { name: 'New email address' });

test('announces that it is loading', () => {
  render(<Loading />);
  screen.getByText('Loading your address...');
});

test("shows a failure's request id, and loads the address on Retry", async () => {
  const user = userEvent.setup();
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load your address');
  expect(alert.textContent).toContain(REQUEST_ID);
  await press(user, 'Retry');
  await screen.findByText('ada@example.com');
});

test('shows an error next to a refused address, then says that an accepted address awaits confirmation', async () => {
  const user = userEvent.setup();
  render(<Changing />);
  await press(user, 'Change email');
  await user.type(address(), 'ada@example.com{Enter}');
  await screen.findByText('This is already your address.');
  expect(address().getAttribute('aria-invalid')).toBe('true');
  await user.clear(address());
  await user.type(address(), 'new@example.com{Enter}');
  await screen.findByText('A link is on its way to new@example.com.');
  await screen.findByText('A new address is waiting to be confirmed');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change email' }));
});

test('cancels a pending change of address after a confirmation', async () => {
  const user = userEvent.setup();
  render(<Waiting />);
  await press(user, 'Cancel the change');
  expect(screen.getByRole('alertdialog').textContent).toContain('new@example.com');
  await press(user, 'Cancel the change');
  await screen.findByText('The change of address is cancelled.');
  await waitFor(() => expect(screen.queryByText('A new address is waiting to be confirmed')).toBeNull());
});

test('opens the change of password at its own URL, and leaves that URL on closing', async () => {
  const user = userEvent.setup();
  window.history.replaceState(null, '', '/account?change=password#sign-in');
  render(<Waiting />);
  await screen.findByRole('dialog', { name: 'Change Password' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(window.location.pathname + window.location.search + window.location.hash).toBe('/account#sign-in');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Password' }));
  window.history.replaceState(null, '', '/');
});

test('says that the address was changed recently', async () => {
  render(<Changed />);
  await screen.findByText('Your address was changed recently');
  screen.getByText('old@example.com');
});
