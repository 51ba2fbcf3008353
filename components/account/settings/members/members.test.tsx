import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { Alone, AsViewer, Company, Failed, Loading } from './members.stories.tsx';

const changes = () => sent.filter(({ request }) => !request.startsWith('GET'));
const button = (name: string) => screen.getByRole('button', { name });

test('announces that it is loading, and shows an error with Retry', async () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading the members...');
  render(<Failed />);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the members.');
});

test('asks for the name of the account with the first invitation, and shows why it was refused', async () => {
  const user = userEvent.setup();
  render(<Alone />);
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Invite a member' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name of the account' }), 'Example Ltd');
  await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'grace@example.com');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'billing');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await dialog.findByText('This person already has this role, or is an owner.');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await screen.findByRole('button', { name: 'Withdraw the invitation of grace@example.com' });
  const body = { account_name: 'Example Ltd', email: 'grace@example.com', role: 'billing' };
  expect(changes().map((one) => one.body)).toEqual([body, body]);
  expect(screen.queryByRole('button', { name: 'Leave' }), 'the last owner stays').toBeNull();
});

test('names the account', async () => {
  const user = userEvent.setup();
  render(<Alone />);
  await user.click(await screen.findByRole('button', { name: 'Add name' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Name the account' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name of the account' }), 'Example Ltd');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Change name' });
  expect(changes().map((one) => one.body)).toEqual([{ name: 'Example Ltd' }]);
});

test('lets an owner change, remove and withdraw', async () => {
  const user = userEvent.setup();
  render(<Company />);
  await user.click(await screen.findByRole('button', { name: 'Change role of eve@example.com' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change the role' }));
  const roles = within(dialog.getByRole('combobox')).getAllByRole('option');
  expect(roles.map(({ textContent }) => textContent)).toEqual(['Billing', 'Technical', 'Viewer']);
  await user.selectOptions(dialog.getByRole('combobox'), 'technical');
  await user.click(dialog.getByRole('button', { name: 'Change role' }));
  await waitFor(() => expect(changes().at(-1)?.body).toEqual({ role: 'technical' }));
});

test('removes a member after a confirmation', async () => {
  const user = userEvent.setup();
  render(<Company />);
  await user.click(await screen.findByRole('button', { name: 'Remove eve@example.com' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('eve@example.com')).toBeNull());
});

test('shows a viewer who is in it, lets them leave, and nothing else', async () => {
  render(<AsViewer />);
  await screen.findByText('eve@example.com');
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Remove|Change)/ })).toBeNull();
  button('Leave');
});
