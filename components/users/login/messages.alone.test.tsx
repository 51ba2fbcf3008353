import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import * as stories from '../access.stories.tsx';

const WRONG = 'The email or password is incorrect.';
const NEEDS_EMAIL = 'Please enter your email address first.';
const SENT = 'Password reset email sent! Please check your inbox.';
const NO_ANSWER = 'The server could not be reached.';

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
const requestReset = (user: UserEvent) => press(user, 'Forgot your password?');

/** The texts of all messages that are shown. */
const messages = () =>
  [...document.querySelectorAll('[role=alert], [role=status]')].flatMap(({ textContent }) => textContent || []);
const showsOnly = (text: string) => waitFor(() => expect(messages()).toEqual([expect.stringContaining(text)]));

/** The field is marked, and no other message is shown. */
async function needsEmail() {
  await waitFor(() => expect(email().getAttribute('aria-invalid')).toBe('true'));
  screen.getByText(NEEDS_EMAIL);
  expect(messages()).toEqual([]);
}

async function logIn(user: UserEvent) {
  await user.clear(email());
  await user.type(email(), 'ada@example.com');
  await user.clear(password());
  await user.type(password(), 'secret{Enter}');
}

afterEach(() => void vi.useRealTimers());

test('shows one message at a time, and clears it when the user types or submits', async () => {
  const user = userEvent.setup();
  render(<stories.Retries />);
  await requestReset(user);
  await needsEmail();
  await user.type(email(), 's');
  expect(screen.queryByText(NEEDS_EMAIL)).toBeNull();

  await logIn(user);
  await showsOnly(WRONG);
  await requestReset(user);
  await showsOnly(SENT);
  await logIn(user);
  await showsOnly(WRONG);

  await user.clear(email());
  await requestReset(user);
  await needsEmail();
  await user.type(email(), 'ada@example.com');
  expect(screen.queryByText(NEEDS_EMAIL)).toBeNull();
  await requestReset(user);
  await showsOnly('Failed to send reset email.');
});

test('shows success for one second, then goes to the requested page (S39)', async () => {
  const user = userEvent.setup();
  render(<stories.LoggedIn />);
  await user.type(email(), 'ada@example.com');
  await user.type(password(), 'secret');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.click(screen.getByRole('button', { name: 'Login' }));
  while (!messages().length) await pass(1);
  expect(messages()).toEqual(['Login successful! Redirecting...']);
  expect(screen.getByRole('button', { name: 'Login' })).toHaveProperty('disabled', true);
  await pass(900);
  expect(window.location.hash).toBe('');
  await pass(100);
  expect(window.location.hash).toBe('#arrived');
});

// Must follow the test above: this login redirects a second later, which would disturb a test that comes after it.
test('clears the message of a password reset when the login succeeds', async () => {
  const user = userEvent.setup();
  render(<stories.LoggedIn />);
  await requestReset(user);
  await needsEmail();
  await logIn(user);
  await showsOnly('Login successful! Redirecting...');
  expect(screen.queryByText(NEEDS_EMAIL)).toBeNull();
});

test('says that the server could not be reached, and keeps the typed values', async () => {
  const user = userEvent.setup();
  render(<stories.LoginUnreachable />);
  await logIn(user);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Login failed. Please try again.');
  expect(alert.textContent).toContain(NO_ANSWER);
  expect(email().value).toBe('ada@example.com');
});

test('says that the server could not be reached for a sign-up', async () => {
  const user = userEvent.setup();
  render(<stories.SignUpUnreachable />);
  await user.type(email(), 'ada@example.com');
  await user.type(password(), 'Correct-horse-7');
  await user.type(screen.getByLabelText('Confirm password'), 'Correct-horse-7');
  await press(user, 'Create Account');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Signup failed. Please try again.');
  expect(alert.textContent).toContain(NO_ANSWER);
});

const met = () =>
  screen.getAllByRole('listitem').flatMap(({ textContent }) => /^(.*) \(met\)$/.exec(textContent ?? '')?.[1] ?? []);

test.each([
  ['', []],
  ['UPPER', ['Uppercase letters']],
  ['lower', ['Lowercase letters']],
  ['12345', ['Digits']],
  ['-_.!?', ['Punctuation']],
  ['twelve chars', ['At least 12 characters', 'Lowercase letters', 'Punctuation']],
  ['Short-1', ['At least 3 of these 4:', 'Uppercase letters', 'Lowercase letters', 'Digits', 'Punctuation']],
])('shows which rules of the password policy %j meets', async (typed, rules) => {
  const user = userEvent.setup();
  render(<stories.SigningUp />);
  if (typed) await user.type(password(), typed);
  expect(met()).toEqual(rules.map((rule): unknown => expect.stringMatching(rule)));
  expect(screen.queryByText('Password meets all requirements!')).toBeNull();
});

test.each(['', 'short', 'Password1234!'])(
  'says for %j that the server checks for common passwords on submit (S6)',
  async (typed) => {
    const user = userEvent.setup();
    render(<stories.SigningUp />);
    if (typed) await user.type(password(), typed);
    const rule = screen.getByText(/^Not a common password/);
    expect(rule.textContent).toBe('Not a common password (checked when you submit)');
  },
);
