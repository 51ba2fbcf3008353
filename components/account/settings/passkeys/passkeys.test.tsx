import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Empty, Failed, Full, Loading } from './passkeys.stories.tsx';

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByText('Loading your passkeys...').parentElement?.role).toBe('status');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows an error with Retry if loading fails', async () => {
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load your passkeys. The service is not available right now.');
  within(alert).getByRole('button', { name: 'Retry' });
});

test('says that there are no passkeys', async () => {
  render(<Empty />);
  await screen.findByText('No passkeys');
  expect(screen.queryByRole('table')).toBeNull();
});

test('says that the browser cannot create passkeys, and hides the button', async () => {
  render(<Full />);
  await screen.findByText('This browser does not support passkeys.');
  expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
});

test("opens the rename dialog from the row's menu, with the present name", async () => {
  const user = userEvent.setup();
  render(<Full />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Phone' }));
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Phone');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});
