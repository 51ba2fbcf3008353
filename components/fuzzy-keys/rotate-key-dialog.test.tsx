import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Cancelled, Refused, Reloading, Rotated, Rotating } from './rotate-key-dialog.stories.tsx';

const rotate = () => screen.getByRole('button', { name: 'Rotate key' });

test('suggests 24 hours, and rotates with the grace period chosen by keyboard', async () => {
  const user = userEvent.setup();
  render(<Rotated />);
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'For 24 hours' }));
  await user.keyboard('{ArrowUp}');
  await user.click(rotate());
  await screen.findByText('rotated, 7d');
});

test.each([
  ['while the key is being rotated', Rotating, 'open, 7d'],
  ['until the new key is there', Reloading, 'reloading, 7d'],
])('stays open and busy %s', async (_, Story, outcome) => {
  const user = userEvent.setup();
  render(<Story />);
  await user.keyboard('{ArrowUp}');
  await user.click(rotate());
  await screen.findByText(outcome);
  expect((await screen.findByRole('button', { name: 'Rotating...' })).getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  screen.getByRole('dialog');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('stays open if the login is not confirmed', async () => {
  const user = userEvent.setup();
  render(<Cancelled />);
  await user.click(rotate());
  screen.getByText('open, 24h');
  screen.getByRole('dialog');
});

test('shows why the key was not rotated', async () => {
  const user = userEvent.setup();
  render(<Refused />);
  await user.click(rotate());
  await screen.findByText('The service is not available right now.');
  expect(rotate().getAttribute('aria-disabled')).toBe('false');
});
