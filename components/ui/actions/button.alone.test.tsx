import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { KEY } from '#components/stories/stub-server.tsx';
import { Copying } from './button.stories.tsx';

test('copies the whole key and says so', async () => {
  const user = userEvent.setup();
  render(<Copying />);
  await user.click(screen.getByRole('button', { name: 'Copy API key' }));
  expect(await navigator.clipboard.readText()).toBe(KEY);
  await screen.findByText('Copied to clipboard!');
});

test('copies by keyboard, and shows the confirmation text of this button', async () => {
  const user = userEvent.setup();
  render(<Copying />);
  screen.getByRole('button', { name: 'Copy client ID' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('Copied to clipboard');
});

test('says that copying failed', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  render(<Copying />);
  await user.click(screen.getByRole('button', { name: 'Copy key' }));
  await screen.findByText('Could not copy. Please select the text and copy it.');
});
