import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { Toaster } from '#components/ui/overlays/toast.tsx';
import { Failed, Full, Loading } from './usage-alerts.stories.tsx';

const requests = () => sent.map(({ request }) => request);

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading your usage alerts...');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows an error with Retry if loading fails', async () => {
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load your usage alerts. The service is not available right now.');
  within(alert).getByRole('button', { name: 'Retry' });
});

test('flips a switch only after the server has saved the change, and shows the error if saving fails', async () => {
  const user = userEvent.setup();
  render(
    <>
      <Full />
      <Toaster />
    </>,
  );
  const alert = await screen.findByRole<HTMLInputElement>('switch', { name: 'Daily limit reached' });
  expect(alert.checked).toBe(false);
  await user.click(alert);
  await screen.findByText('Usage alerts could not be saved. The service is not available right now.');
  expect(requests()).toContain('PUT /account/api/usage-alerts');
  expect(alert.checked).toBe(false);
  await user.click(alert);
  await waitFor(() => expect(alert.checked).toBe(true));
});
