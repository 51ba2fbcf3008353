import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Empty, Failed, Full, Loading, NotRevoked } from './connected-apps.stories.tsx';

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading your connected apps...');
});

test('shows an error if loading fails', async () => {
  render(<Failed />);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your connected apps.');
});

test('says that there are no apps', async () => {
  render(<Empty />);
  await screen.findByText('No connected apps');
});

test("revokes an app's access after a confirmation", async () => {
  const user = userEvent.setup();
  render(<Full />);
  await user.click(await screen.findByRole('button', { name: 'Revoke Forum' }));
  await user.click(screen.getByRole('button', { name: 'Revoke access' }));
  await screen.findByText('No connected apps');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('shows in the dialog why access could not be revoked', async () => {
  const user = userEvent.setup();
  render(<NotRevoked />);
  await user.click(await screen.findByRole('button', { name: 'Revoke Forum' }));
  await user.click(screen.getByRole('button', { name: 'Revoke access' }));
  await within(screen.getByRole('alertdialog')).findByText('The service is not available right now.');
});
