import { render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { KEY, sent } from '#components/stories/stub-server.tsx';
import * as stories from './invite.stories.tsx';

const ID = '0197a000-0000-7000-8000-000000000001';
const CALL = `/admin/api/users/${ID}/invite`;

async function fillIn(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Invite user' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite user' }));
  await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'new@example.com');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Country' }), 'DE');
  return { dialog, submit: () => user.click(dialog.getByRole('button', { name: 'Send invitation' })) };
}

test('invites a user with a new key and asks for no password', async () => {
  const user = userEvent.setup();
  render(<stories.Inviting />);
  const { dialog, submit } = await fillIn(user);
  expect(dialog.queryByLabelText(/password/i)).toBeNull();
  dialog.getByText(/It works once, for 72 hours\./);
  await submit();
  await screen.findByText('Invitation sent to new@example.com.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([
    {
      request: 'POST /admin/api/users/invite',
      body: { email: 'new@example.com', country: 'DE', rank: 50, daily_limit: null, notes: null },
    },
  ]);
});

test('invites a user with a key that has no owner', async () => {
  const user = userEvent.setup();
  render(<stories.Inviting />);
  const { dialog, submit } = await fillIn(user);
  await user.click(dialog.getByRole('switch', { name: 'Use an existing key' }));
  await user.click(await dialog.findByRole('radio', { name: /Free key/ }));
  await submit();
  await screen.findByText('Invitation sent to new@example.com.');
  expect(sent.at(-1)?.body).toEqual({ email: 'new@example.com', country: 'DE', public_key: KEY });
});

test('shows a taken address at its field, and a rate limit above the form', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<stories.Taken />);
  const taken = await fillIn(user);
  await taken.submit();
  await taken.dialog.findByText('This address belongs to another user.');
  unmount();
  render(<stories.TooMany />);
  const limited = await fillIn(user);
  await limited.submit();
  expect((await limited.dialog.findByRole('alert')).textContent).toContain('Too many invitations.');
});

test('sends nothing without an address and a country', async () => {
  const user = userEvent.setup();
  render(<stories.Inviting />);
  await user.click(screen.getByRole('button', { name: 'Invite user' }));
  await user.click(await screen.findByRole('button', { name: 'Send invitation' }));
  await screen.findByText('Please enter an email address.');
  screen.getByText('Please choose a country.');
  expect(sent).toEqual([]);
});

test('shows the link’s expiry, and sends the link again', async () => {
  const user = userEvent.setup();
  render(<stories.Pending />);
  screen.getByText('Invited: the link works until 2026-11-26 10:00 UTC.');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('Invitation sent to new@example.com.');
  expect(sent.map(({ request }) => request)).toEqual([`POST ${CALL}`]);
});

test('revokes only after a confirmation that explains the consequences', async () => {
  const user = userEvent.setup();
  render(<stories.Pending />);
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke invitation' }));
  dialog.getByText(/The user and the key stay/);
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Invitation revoked.');
  expect(sent.map(({ request }) => request)).toEqual([`DELETE ${CALL}`]);
});

test('says why an invitation could not be revoked or sent', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<stories.NotRevoked />);
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await dialog.findByText('No invitation is pending.');
  unmount();
  render(<stories.Expired />);
  screen.getByText('This user has no password, and no invitation is pending.');
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  await screen.findByText('The invitation could not be sent. This user already has a password.');
});
