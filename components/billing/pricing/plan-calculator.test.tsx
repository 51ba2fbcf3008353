import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Empty } from './plan-calculator.stories.tsx';

const emails = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Emails a day' });
const users = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Users' });
const result = () => document.querySelector('output')?.textContent ?? '';

test('suggests the plan that fits the emails a day, and keeps their number in the URL', async () => {
  const user = userEvent.setup();
  render(<Empty />);
  expect(result()).toContain('Type either number');
  await user.type(emails(), '20k');
  expect(result()).toContain('Starter');
  expect(users().value).not.toBe('');
  expect(window.location.search).toBe('?emails=20k');
});

test('fills in the emails a day for the typed number of users', async () => {
  const user = userEvent.setup();
  render(<Empty />);
  await user.type(users(), '10');
  expect(emails().value).not.toBe('');
  expect(result()).toContain('Personal');
});

test('marks an invalid field, keeps its text, and describes it by the error text', async () => {
  const user = userEvent.setup();
  render(<Empty />);
  await user.type(emails(), 'many');
  expect(emails().getAttribute('aria-invalid')).toBe('true');
  expect(emails().value).toBe('many');
  expect(result()).toBe('Please type a whole number, for example 30,000 or 30k.');
  expect(document.getElementById(emails().getAttribute('aria-describedby') ?? '')?.textContent).toBe(result());
  expect(users().getAttribute('aria-invalid')).toBeNull();
});
