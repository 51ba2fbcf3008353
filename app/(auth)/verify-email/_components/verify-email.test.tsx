import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { InAnotherBrowser, InTheBrowserThatSignedUp, UsedInTheMeantime, VoidLink } from './verify-email.stories.tsx';

const GOOD = 'Correct-horse-7';
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('asks for nothing in the browser that signed up, and can be pressed again after a refusal', async () => {
  render(<InTheBrowserThatSignedUp />);
  expect(screen.queryByLabelText('Password')).toBeNull();
  await press('Verify email address');
  await screen.findByText('Please try again.');
  await press('Verify email address');
  await screen.findByText('Your email address is verified.');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?return_url=%2Fpricing');
  expect(sent.at(-1)?.body).toEqual({ email: 'ada@example.com', token: '0123456789' });
});

test('sends the password that was chosen in another browser, and keeps it in the form after a refusal (S86)', async () => {
  const user = userEvent.setup();
  render(<InAnotherBrowser />);
  await user.type(screen.getByLabelText('Password'), GOOD);
  await user.type(screen.getByLabelText('Confirm password'), `${GOOD}?{Enter}`);
  await screen.findByText('Passwords do not match');
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText('Confirm password'), '{Backspace}{Enter}');
  await screen.findByText('Please try again.');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(GOOD);
  await press('Verify email address');
  await screen.findByText('Your email address is verified.');
  expect(sent.at(-1)?.body).toEqual({ email: 'ada@example.com', token: '0123456789', password: GOOD });
});

test('offers a new link for one that is void, at once or after the button', async () => {
  const { unmount } = render(<VoidLink />);
  screen.getByRole('button', { name: 'Resend verification email' });
  unmount();
  render(<UsedInTheMeantime />);
  await press('Verify email address');
  await screen.findByText('This verification link is invalid.');
  screen.getByRole('button', { name: 'Resend verification email' });
});
