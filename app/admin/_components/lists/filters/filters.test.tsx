import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { InForce, None } from './filters.stories.tsx';

const chips = () =>
  within(screen.getByRole('group', { name: 'In force' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('adds a filter by keyboard, first its field and then its value, and returns the focus to the button', async () => {
  const user = userEvent.setup();
  render(<None />);
  button('Filter').focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(button('Status'));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(button('Role'));
  await user.keyboard('s{Enter}');
  expect(document.activeElement).toBe(button('Active'));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chips()).toEqual(['Remove filter Status Blocked', 'Clear all']);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button('Filter'));
});

test('returns to the chosen field, and closes on Escape', async () => {
  const user = userEvent.setup();
  render(<None />);
  await user.click(button('Filter'));
  await user.click(button('Role'));
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(button('Role'));
  await user.keyboard('{ArrowRight}');
  await user.click(button(/Back to the fields/));
  expect(document.activeElement).toBe(button('Role'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says what is wrong with a typed value, and keeps the text', async () => {
  const user = userEvent.setup();
  render(<None />);
  await user.click(button('Filter'));
  await user.click(button('From'));
  await user.keyboard('24.11.2026{Enter}');
  screen.getByText('Enter a day (UTC) like 2026-11-24.');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });
  expect(field.value).toBe('24.11.2026');
  await user.clear(field);
  await user.type(field, ' 2026-11-24 {Enter}');
  expect(chips()).toEqual(['Remove filter From 2026-11-24', 'Clear all']);
});

test('shows the values in force, and removes one or all of them', async () => {
  const user = userEvent.setup();
  render(<InForce />);
  await user.click(button('Filter'));
  await user.click(button('From'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From' }).value).toBe('2026-11-01');
  await user.click(button(/Back to the fields/));
  await user.click(button('Status'));
  expect(button('Blocked').getAttribute('aria-pressed')).toBe('true');
  await user.click(button('Blocked'));
  expect(chips()).toEqual(['Remove filter From 2026-11-01', 'Clear all']);
  await user.click(screen.getByRole('link', { name: 'Clear all' }));
  expect(screen.queryByRole('group', { name: 'In force' })).toBeNull();
});
