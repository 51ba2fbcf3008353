import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { KEY, sent } from '#components/stories/stub-server.tsx';
import * as stories from '../keys.stories.tsx';

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
const submit = (user: UserEvent, name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const rank = () => within(screen.getByRole('dialog')).getByRole<HTMLSelectElement>('combobox', { name: 'Rank' });
const email = () => within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const written = () => sent.filter(({ request }) => request.startsWith('POST'));
const pathsOf = () => written().map(({ request }) => request.split('/').at(-1));

test('requires a description for a new key, keeps refused input, and shows 20 characters of the key', async () => {
  const user = userEvent.setup();
  render(<stories.Generating />);
  await press(user, 'Generate Key');
  const button = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Generate Key' });
  expect(document.activeElement).toBe(field('Description'));
  expect(button.disabled).toBe(true);
  await user.keyboard('   ');
  expect(button.disabled).toBe(true);
  expect(rank().value).toBe('0');
  expect(within(rank()).getAllByRole('option')).toHaveLength(3);
  await user.keyboard('Made');
  await user.type(email(), 'no address{Enter}');
  await waitFor(() => expect(email().getAttribute('aria-invalid')).toBe('true'));
  await user.clear(email());
  await user.type(email(), 'ada@example.com{Enter}');
  await screen.findByText('Failed to generate key');
  await screen.findByText('This description is already taken.');
  expect(email().value).toBe('ada@example.com');
  await user.type(field('Description'), '2{Enter}');
  await screen.findByText(`Key generated successfully: ${KEY.slice(0, 20)}...`);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(written().at(-1)?.body).toEqual({ description: 'Made2', email: 'ada@example.com', rank: 0 });
});

test('sends only the changed fields of an edit, and after a failure only those that were not saved', async () => {
  const user = userEvent.setup();
  render(<stories.Editing />);
  await press(user, 'Edit One');
  await submit(user, 'Save changes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(written()).toEqual([]);

  await press(user, 'Edit One');
  await user.type(email(), 'ada@example.com');
  await user.selectOptions(rank(), '90');
  await submit(user, 'Save changes');
  await screen.findByText('Failed to update key');
  await within(screen.getByRole('dialog')).findByText('Something went wrong.');
  expect(rank().value).toBe('90');
  await submit(user, 'Save changes');
  await screen.findByText('Key updated successfully');
  expect(pathsOf()).toEqual(['set-email', 'set-rank', 'set-rank']);
  expect(written().at(-1)?.body).toEqual({ description: 'One', rank: 90, version: 2 });
});

test('sends the new version when a key is edited again before the list has reloaded (R24)', async () => {
  const user = userEvent.setup();
  render(<stories.Reloading />);
  const setRank = async (to: string) => {
    await press(user, 'Edit One');
    await user.selectOptions(rank(), to);
    await submit(user, 'Save changes');
    await closed();
  };
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  await setRank('90');
  await setRank('0');
  await press(user, 'Rotate One');
  await submit(user, 'Rotate key');
  await closed();
  await setRank('0');
  await press(user, 'Assign One');
  await user.click(await screen.findByRole('radio', { name: 'ada@example.com' }));
  await submit(user, 'Assign key');
  await closed();
  await setRank('0');
  const ranks = written().filter(({ request }) => request.endsWith('/set-rank'));
  expect(ranks.map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2 }, { version: 3 }, { version: 4 }]);
});

test('shows another admin’s changes, then applies the edit on top (R24)', async () => {
  const user = userEvent.setup();
  render(<stories.Stale />);
  await press(user, 'Edit One');
  await user.type(email(), 'mine@example.com');
  await submit(user, 'Save changes');
  await screen.findByText(/Someone else has changed this key\./);
  expect(within(screen.getByRole('dialog')).getByRole('listitem').textContent).toContain('Premium');
  expect([rank().value, email().value]).toEqual(['90', 'mine@example.com']);
  await submit(user, 'Apply my changes');
  await screen.findByText('Key updated successfully');
  expect(written().at(-1)?.body).toEqual({ description: 'One', email: 'mine@example.com', version: 2 });
});

test('deletes a key, restores it with Undo, and says when the deletion fails', async () => {
  const user = userEvent.setup();
  render(<stories.Deleting />);
  await press(user, 'Delete One');
  await screen.findByText('Failed to delete key');
  screen.getByText('Something went wrong.');
  await press(user, 'Delete One');
  await screen.findByText('Key deleted successfully');
  await waitFor(() => expect(screen.queryByRole('rowheader')).toBeNull());
  await press(user, 'Undo');
  await screen.findByText('Key restored successfully');
  await screen.findByRole('rowheader', { name: /^One/ });
});

test('asks before it deletes a rotated key, and offers no Undo', async () => {
  const user = userEvent.setup();
  render(<stories.DeletingRotated />);
  await press(user, 'Delete One');
  const question = within(screen.getByRole('alertdialog', { name: 'Delete key' }));
  await user.click(question.getByRole('button', { name: 'Delete key' }));
  await screen.findByText('Key deleted successfully');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('asks before it deletes a key in use, names its owner, plan and requests, and offers Undo', async () => {
  const user = userEvent.setup();
  render(<stories.DeletingInUse />);
  await press(user, 'Delete One');
  const dialog = screen.getByRole('alertdialog', { name: 'Delete key' });
  expect(dialog.textContent).toMatch(
    /ada@example\.com uses this key: Starter, 12,345 requests a day\..*We tell the owner by mail\./,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Delete key' }));
  await screen.findByText('Key deleted successfully');
  await press(user, 'Undo');
  await screen.findByText('Key restored successfully');
});

test('deletes a key after the login is confirmed', async () => {
  const user = userEvent.setup();
  render(<stories.NotFresh />);
  await press(user, 'Delete One');
  await user.type(await screen.findByLabelText('Password'), 'secret{Enter}');
  await screen.findByText('Key deleted successfully');
  expect(pathsOf()).toEqual(['delete', 'again', 'delete']);
});

test('warns about a canceled subscription before it restores a key', async () => {
  const user = userEvent.setup();
  render(<stories.Deleted />);
  await press(user, 'Restore ended');
  const question = screen.getByRole('alertdialog', { name: 'Restore key' });
  expect(question.textContent).toContain('is canceled');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(written()).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Restore rotated' })).toBeNull();
  await press(user, 'Restore gone');
  await screen.findByText('Failed to restore key');
  await press(user, 'Restore ended');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Restore key' }));
  await screen.findByText('Key restored successfully');
  screen.getByText('It works until billing hears of that subscription.');
});

test('rotates a key, and says when the rotation fails', async () => {
  const user = userEvent.setup();
  render(<stories.Rotating />);
  await press(user, 'Rotate One');
  screen.getByRole('dialog', { name: 'Rotate key', description: /^A new key replaces “One”/ });
  await submit(user, 'Rotate key');
  await screen.findByText('Failed to rotate key');
  await submit(user, 'Rotate key');
  await screen.findByText('Key rotated successfully');
  expect(written().at(-1)?.body).toEqual({ description: 'One', grace: '24h' });
});

test('assigns a key to a user found by email, and keeps the choice after a failure', async () => {
  const user = userEvent.setup({ delay: null }); // without pauses, in which a part of the email could be searched for
  render(<stories.Assigning />);
  await press(user, 'Assign One');
  const search = field('Find a user');
  const assign = screen.getByRole<HTMLButtonElement>('button', { name: 'Assign key' });
  expect(document.activeElement).toBe(search);
  expect(assign.disabled).toBe(true);
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(2));
  await user.keyboard('nobody');
  await screen.findByText('No user has such an email.');
  await user.clear(search);
  await user.type(search, 'OWNER');
  await user.click(await screen.findByRole('radio', { name: 'owner@example.com' }));
  await user.click(assign);
  await screen.findByText('Failed to assign key');
  await within(screen.getByRole('dialog')).findByText('Something went wrong.');
  expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true);
  await user.click(assign);
  await screen.findByText('Key assigned to user successfully');
  expect(written().at(-1)?.body).toEqual({ description: 'One', user_id: 'id of owner@example.com' });
});
