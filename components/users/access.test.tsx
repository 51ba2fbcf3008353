import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './access.stories.tsx';

const GOOD = 'Correct-horse-7';
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const confirmation = () => screen.getByLabelText<HTMLInputElement>('Confirm password');
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

async function logIn(user: UserEvent) {
  await user.type(email(), 'ada@example.com');
  await user.type(password(), 'secret{Enter}');
}

async function signUp(user: UserEvent, repeated = GOOD) {
  await user.type(email(), 'ada@example.com');
  await user.type(password(), GOOD);
  await user.type(confirmation(), repeated);
  await press(user, 'Create Account');
}

describe('login', () => {
  test('says which fields are missing, and sends nothing', async () => {
    const user = userEvent.setup();
    render(<stories.LoggingIn />);
    await press(user, 'Login');
    await screen.findByText('Please enter your email address.');
    screen.getByText('Please enter your password.');
    expect(document.activeElement).toBe(email());
    expect(sent).toEqual([]);
  });

  test('sends email and password once on Enter', async () => {
    const user = userEvent.setup();
    render(<stories.LoggingIn />);
    await logIn(user);
    expect(await screen.findByRole('button', { name: 'Logging in...' })).toHaveProperty('disabled', true);
    expect(sent).toEqual([{ request: 'POST /login/email', body: { email: 'ada@example.com', password: 'secret' } }]);
  });

  test('says that the password is wrong, and keeps the typed values', async () => {
    const user = userEvent.setup();
    render(<stories.WrongPassword />);
    await logIn(user);
    await screen.findByText('The email or password is incorrect.');
    expect(email().value).toBe('ada@example.com');
    expect(screen.queryByRole('button', { name: 'Resend verification email' })).toBeNull();
  });

  test('requests a new link for an unverified user', async () => {
    const user = userEvent.setup();
    render(<stories.Unverified />);
    await logIn(user);
    await screen.findByText('Please verify your email address before logging in.');
    await press(user, 'Resend verification email');
    await screen.findByText(/a new email is on its way/);
    expect(sent.at(-1)).toEqual({ request: 'POST /verify/resend', body: { email: 'ada@example.com' } });
  });

  test('says how long to wait after too many attempts', async () => {
    const user = userEvent.setup();
    render(<stories.TooManyLogins />);
    await logIn(user);
    await screen.findByText('You can try again in 90 s.');
  });

  test('asks for the two-factor code, and returns to the password on Back', async () => {
    const user = userEvent.setup();
    render(<stories.TwoFactor />);
    await logIn(user);
    const code = await screen.findByRole('textbox', { name: 'Code' });
    expect(document.activeElement).toBe(code);
    await press(user, 'Login');
    await screen.findByText('Please enter the code.');
    await press(user, 'Back');
    screen.getByLabelText('Password');
  });

  test('says that the code is wrong', async () => {
    const user = userEvent.setup();
    render(<stories.WrongCode />);
    await user.type(screen.getByRole('textbox', { name: 'Code' }), ' 123456 {Enter}');
    await screen.findByText('The code is incorrect. Please try the next one.');
    expect(sent[0]?.body).toEqual({ code: '123456' });
  });

  test('asks for the address to reset a password, and requests the link', async () => {
    const user = userEvent.setup();
    render(<stories.ForgottenPassword />);
    await press(user, 'Forgot your password?');
    await screen.findByText('Please enter your email address first.');
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email());
    await user.keyboard('ada@example.com');
    expect(screen.queryByText('Please enter your email address first.')).toBeNull();
    await press(user, 'Forgot your password?');
    await screen.findByText('Password reset email sent! Please check your inbox.');
  });

  test('shows the error of a form posted without JavaScript, until the next try', async () => {
    const user = userEvent.setup();
    render(<stories.WithoutJavaScript />);
    screen.getByText('The email or password is incorrect.');
    await press(user, 'Login');
    await screen.findByText('Please enter your password.');
    expect(screen.queryByText('The email or password is incorrect.')).toBeNull();
  });
});

describe('sign-up', () => {
  test('shows which rules the password meets while the user types', async () => {
    const user = userEvent.setup();
    render(<stories.SigningUp />);
    await user.type(password(), 'abcdefghijkl');
    expect(screen.getByText('At least 12 characters').textContent).toBe('At least 12 characters (met)');
    expect(screen.getByText('At least 3 of these 4:').textContent).toBe('At least 3 of these 4: (not met)');
    await user.type(password(), 'A7');
    screen.getByText('Password meets all requirements!');
  });

  test('refuses passwords that differ', async () => {
    const user = userEvent.setup();
    render(<stories.SigningUp />);
    await signUp(user, 'another');
    await screen.findByText('Passwords do not match.');
    expect(sent).toEqual([]);
  });

  test('creates the account, empties the form, and says where the email went', async () => {
    const user = userEvent.setup();
    render(<stories.SigningUp />);
    await signUp(user);
    await screen.findByText('Account created successfully! Please check your email for verification instructions.');
    expect(password().value).toBe('');
    expect(sent).toEqual([{ request: 'POST /signup/email', body: { email: 'ada@example.com', password: GOOD } }]);
    screen.getByText('ada@example.com');
    expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();
  });

  test('mails the link again after a sign-up', async () => {
    const user = userEvent.setup();
    render(<stories.SigningUp />);
    await signUp(user);
    await user.click(await screen.findByRole('button', { name: 'Resend verification email' }));
    await screen.findByText(/a new email is on its way/);
    expect(sent.at(-1)).toEqual({ request: 'POST /verify/resend', body: { email: 'ada@example.com' } });
  });

  test('returns to the form, which keeps the email address for correction', async () => {
    const user = userEvent.setup();
    render(<stories.SigningUp />);
    await signUp(user);
    await user.click(await screen.findByRole('button', { name: 'Use another address' }));
    expect(email().value).toBe('ada@example.com');
    await waitFor(() => expect(document.activeElement).toBe(email()));
    expect(password().value).toBe('');
  });

  test('shows the chosen plan above the form', () => {
    render(<stories.SigningUpToBuy />);
    expect(screen.getByText(/^Your plan:/).textContent).toBe(
      'Your plan: Starter, £285 a year plus VAT. You pay at Stripe in the last step.',
    );
  });

  test('shows no plan to a visitor who has chosen none', () => {
    render(<stories.SigningUp />);
    expect(screen.queryByText(/^Your plan:/)).toBeNull();
  });

  test('shows the customer’s text for a password that the server refuses', async () => {
    const user = userEvent.setup();
    render(<stories.WeakPassword />);
    await signUp(user);
    await screen.findByText('Password does not meet security requirements. Please use a stronger password.');
    expect(password().value).toBe(GOOD);
  });
});
