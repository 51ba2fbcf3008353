import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { Ready, WithoutJavaScript } from './reset-password.stories.tsx';

const GOOD = 'Correct-horse-7';

test('refuses passwords that differ', async () => {
  const user = userEvent.setup();
  render(<Ready />);
  await user.type(screen.getByLabelText('New password'), GOOD);
  await user.type(screen.getByLabelText('Confirm new password'), `${GOOD}?{Enter}`);
  await screen.findByText('Passwords do not match');
  expect(sent).toEqual([]);
});

test('sends the new password with email and token, and shows the refusal', async () => {
  const user = userEvent.setup();
  render(<Ready />);
  await user.type(screen.getByLabelText('New password'), GOOD);
  await user.type(screen.getByLabelText('Confirm new password'), `${GOOD}{Enter}`);
  await screen.findByRole('alert');
  expect(sent).toEqual([
    { request: 'POST /reset/email', body: { email: 'ada@example.com', token: '0123456789', password: GOOD } },
  ]);
});

test('sends a new link when the old one has expired', async () => {
  const user = userEvent.setup();
  render(<Ready />);
  await user.type(screen.getByLabelText('New password'), GOOD);
  await user.type(screen.getByLabelText('Confirm new password'), `${GOOD}{Enter}`);
  await user.click(await screen.findByRole('button', { name: 'Send a new link' }));
  await screen.findByText('Password reset email sent! Please check your inbox.');
  expect(sent.at(-1)).toEqual({ request: 'POST /forgot/email', body: { email: 'ada@example.com' } });
});

test('removes the token from the URL (S15)', () => {
  window.history.replaceState(null, '', '/reset-password?email=ada%40example.com&token=0123456789');
  render(<WithoutJavaScript />);
  expect(window.location.href).not.toContain('0123456789');
  screen.getByText('Too many attempts. Please wait a moment and try again.');
  window.history.replaceState(null, '', '/');
});
