import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './registration.stories.tsx';

const findSwitch = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const written = () => sent.filter(({ request }) => !request.startsWith('GET'));

test('is off at first, and offers no tokens until registration is turned on (S92)', async () => {
  const user = userEvent.setup();
  render(<stories.Off />);
  const registration = await findSwitch('Dynamic registration');
  expect([registration.checked, (await findSwitch('Metadata documents')).checked]).toEqual([false, false]);
  expect(screen.queryByRole('region', { name: 'Initial access tokens' })).toBeNull();
  await user.click(registration);
  await screen.findByText('No initial access tokens');
  expect(written()[0]?.body).toEqual({ registration: true, metadata_documents: false });
});

test('refuses a new token for more than 100 clients, and shows the created token once (S92)', async () => {
  const user = userEvent.setup();
  render(<stories.Off />);
  await user.click(await findSwitch('Dynamic registration'));
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create initial access token' });
  await user.clear(within(dialog).getByLabelText('Clients'));
  await user.type(within(dialog).getByLabelText('Clients'), '500');
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  await within(dialog).findByText('Enter a number from 1 to 100.');
  await user.clear(within(dialog).getByLabelText('Clients'));
  await user.type(within(dialog).getByLabelText('Clients'), '5');
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  await screen.findByText('k3Yw0nT9sQ2vB6xJ8mR4pL1zC7hF5dG0aE3uI9oW2yN');
  expect(written().at(-1)?.body).toEqual({ max_uses: 5, days: 7 });
  await user.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByText('k3Yw0nT9sQ2vB6xJ8mR4pL1zC7hF5dG0aE3uI9oW2yN')).toBeNull();
});

test('offers to revoke only a token that still works, and asks before it revokes the token', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await screen.findByRole('rowheader', { name: 'k3Yw0nT9…' });
  const rows = screen.getAllByRole('row');
  expect(rows.slice(1).map((row) => /Active|Used up|Revoked/.exec(row.textContent ?? '')?.[0])).toEqual([
    'Active',
    'Used up',
    'Revoked',
  ]);
  expect(screen.getAllByRole('button', { name: /^Revoke / })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Revoke k3Yw0nT9' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Initial access token revoked');
});

test('keeps a switch unchanged when the server refuses the change', async () => {
  const user = userEvent.setup();
  render(<stories.Refused />);
  const registration = await findSwitch('Dynamic registration');
  await user.click(registration);
  await screen.findByText('The service is not available right now.');
  expect(registration.checked).toBe(true);
});

test('loads the settings on Retry after a failure', async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  await screen.findByText('Failed to load how clients may register.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await findSwitch('Dynamic registration');
});
