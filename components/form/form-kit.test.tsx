import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { REQUEST_ID, sent } from '#components/stories/stub-server.tsx';
import { FieldRefused, Overloaded, Saved, Sending } from './form-kit.stories.tsx';

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const errorOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

async function fill(user: UserEvent) {
  await user.type(field('Email'), 'ada@example.com');
  await user.type(password(), 'correct horse battery');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'DE');
  await user.click(screen.getByRole('checkbox', { name: 'The person agreed to the terms' }));
}

const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Create User' }));

test('sends the typed values', async () => {
  const user = userEvent.setup();
  render(<Saved />);
  await fill(user);
  await submit(user);
  await screen.findByText('Saved');
  expect(sent).toEqual([
    { request: 'POST /login/email', body: { email: 'ada@example.com', password: 'correct horse battery' } },
  ]);
});

test('shows no error for a field until it loses the focus', async () => {
  const user = userEvent.setup();
  render(<Saved />);
  await user.type(field('Email'), 'ada');
  expect(field('Email').getAttribute('aria-invalid')).toBe('false');
  await user.tab();
  await screen.findByText('Must be an email address');
  await user.type(field('Email'), '@example.com');
  expect(screen.queryByText('Must be an email address')).toBeNull();
});

test('shows no error for an empty field that the focus only passes through', async () => {
  const user = userEvent.setup();
  render(<Saved />);
  for (const _ of [field('Email'), password()]) await user.tab();
  await user.click(screen.getByRole('combobox', { name: 'Country' }));
  await user.tab();
  expect(screen.queryByText('Must be an email address')).toBeNull();
  expect(field('Email').getAttribute('aria-invalid')).toBe('false');
  expect(password().getAttribute('aria-invalid')).toBe('false');
  await user.type(field('Email'), 'a{Backspace}');
  await user.tab();
  await screen.findByText('Must be an email address');
});

test('describes each wrong field, focuses the first, and sends nothing', async () => {
  const user = userEvent.setup();
  render(<Saved />);
  await submit(user);
  await screen.findByText('Must be ticked');
  expect(errorOf(field('Email'))).toContain('Must be an email address');
  expect(errorOf(password())).toContain('At least 12 characters');
  expect(document.activeElement).toBe(field('Email'));
  expect(sent).toEqual([]);
});

test('shows our text, not zod’s, where the schema has none', async () => {
  const user = userEvent.setup();
  render(<Saved />);
  await user.type(field('Notes'), 'x'.repeat(21));
  await user.tab();
  await screen.findByText('This must be at most 20 characters long.');
});

test('disables the submit button while a request is running', async () => {
  const user = userEvent.setup();
  render(<Sending />);
  await fill(user);
  await submit(user);
  expect(await screen.findByRole('button', { name: 'Creating...' })).toHaveProperty('disabled', true);
  await user.type(field('Email'), '{Enter}');
  expect(sent).toHaveLength(1);
});

test("shows the server's error at the refused field, and focuses the field", async () => {
  const user = userEvent.setup();
  render(<FieldRefused />);
  await fill(user);
  await submit(user);
  await screen.findByText('Is already taken');
  expect(errorOf(field('Email'))).toContain('Is already taken');
  expect(document.activeElement).toBe(field('Email'));
  expect(screen.queryByText('Refused')).toBeNull();
});

test('counts down until the form can be sent again, and shows the request id', async () => {
  const user = userEvent.setup();
  render(<Overloaded />);
  await fill(user);
  vi.setSystemTime(Date.now()); // stops the clock, so that no second passes on a busy machine
  try {
    await submit(user);
    await screen.findByText('The database is unavailable.');
    screen.getByText(REQUEST_ID);
    screen.getByText('You can try again in 20 s.');
    vi.setSystemTime(Date.now() + 21_000);
    await screen.findByText('You can try again now.');
  } finally {
    vi.useRealTimers();
  }
});

test('shows the password, and hides it again', async () => {
  const user = userEvent.setup();
  render(<Saved />);
  const show = screen.getByRole('button', { name: 'Show password' });
  await user.type(password(), 'secret');
  expect(password().type).toBe('password');
  await user.click(show);
  expect(password().type).toBe('text');
  expect(show.getAttribute('aria-pressed')).toBe('true');
  expect(password().value).toBe('secret');
  await user.click(show);
  expect(password().type).toBe('password');
});
