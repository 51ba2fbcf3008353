import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { External, Manual, Rotating } from './api-key.stories.tsx';

const MANAGED = 'Your plan is managed by us';

test('shows why a rotation was refused, and after a retry how long the old key works', async () => {
  const user = userEvent.setup();
  render(<Rotating />);
  await user.click(await screen.findByRole('button', { name: 'Rotate key' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Rotate key' }));
  dialog.getByText(/The repository password changes, too/);
  await user.click(dialog.getByRole('button', { name: 'Rotate key' }));
  await dialog.findByText('Someone else has changed this key. Please reload it.');
  await user.click(dialog.getByRole('button', { name: 'Rotate key' }));
  await screen.findByText('You have a new key. Put it on all your servers.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(/^The old key/).textContent).toMatch(/^The old key old\w{5}… works until$/);
  expect(sent.filter(({ request }) => request.startsWith('POST')).map(({ body }) => body)).toEqual([
    { grace: '24h' },
    { grace: '24h' },
  ]);
  expect(screen.queryByText(MANAGED)).toBeNull();
});

test('offers no rotation for an external key', async () => {
  render(<External />);
  await screen.findByText(/^The old key/);
  expect(screen.queryByRole('button', { name: 'Rotate key' })).toBeNull();
});

test('says that a manual plan is managed by us', async () => {
  render(<Manual />);
  await screen.findByText(MANAGED);
});
