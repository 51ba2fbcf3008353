import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { KEY, sent } from '#components/stories/stub-server.tsx';
import * as stories from '../users.stories.tsx';

const ADA = '0197a000-0000-7000-8000-000000000001';
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const written = () => sent.filter(({ request }) => !request.startsWith('GET'));
const inDialog = () => within(screen.getByRole('dialog'));
const submit = (user: UserEvent, name: string) => user.click(inDialog().getByRole('button', { name }));
const open = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));

async function fillIn(user: UserEvent) {
  await open(user, 'Create User');
  await user.type(field('Email'), 'new@example.com');
  await user.selectOptions(field('Country'), 'DE');
  await submit(user, 'Generate password');
}

describe('creation', () => {
  test('names the missing fields, and offers the ranks of the product', async () => {
    const user = userEvent.setup();
    render(<stories.Creating />);
    await open(user, 'Create User');
    expect(document.activeElement).toBe(field('Email'));
    const rank = within(field('Rank'));
    expect(rank.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '0 – no limits',
      '10 – no ratelimit and no FUZZY_PLUS',
      '20 – light',
      '50 – medium',
      '75 – high',
      '90 – premium',
    ]);
    expect(field('Rank').value).toBe('50');
    await submit(user, 'Create User');
    await screen.findByText('Please enter an email address.');
    screen.getByText('Please enter a password.');
    screen.getByText('Please choose a country.');
    expect(written()).toEqual([]);
  });

  test('sends the entered values with a generated password, which can be copied', async () => {
    const user = userEvent.setup();
    render(<stories.Creating />);
    await fillIn(user);
    await screen.findByText('Strong password generated!');
    const password = field('Password').value;
    expect([field('Password').type, password.length]).toEqual(['text', 16]);
    await submit(user, 'Copy password');
    await screen.findByText('Copied to clipboard!');
    expect(await navigator.clipboard.readText()).toBe(password);
    await user.type(field('Daily limit'), '1200');
    await user.type(field('Notes'), 'from the trade fair');
    await submit(user, 'Create User');
    await screen.findByText('User created with new key successfully!');
    const shown = await screen.findByRole('dialog', { name: 'Password' });
    expect(within(shown).getByText(password)).toBeTruthy();
    await submit(user, "I've saved the password");
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(written()).toEqual([
      {
        request: 'POST /admin/api/manual-users',
        body: {
          ...{ email: 'new@example.com', password, country: 'DE' },
          ...{ rank: 50, daily_limit: 1200, notes: 'from the trade fair' },
        },
      },
    ]);
  });

  test('creates a user from an existing key, and keeps the input when the admin switches to it and back', async () => {
    const user = userEvent.setup();
    render(<stories.CreatingFromKey />);
    await fillIn(user);
    await user.type(field('Notes'), 'kept');
    const existing = screen.getByRole('switch', { name: 'Use an existing key' });
    await user.click(existing);
    await waitFor(() => expect(screen.getAllByText('Failed to load unassociated keys')).toHaveLength(2));
    await submit(user, 'Retry');
    await screen.findByRole('radio', { name: /suspended until it is assigned/ });
    await submit(user, 'Create User');
    await screen.findByText('Please choose a key.');
    await user.click(existing);
    expect(field('Notes').value).toBe('kept');
    await user.click(existing);
    await user.click(screen.getByRole('radio', { name: /Free key/ }));
    await submit(user, 'Create User');
    await screen.findByText('User created with existing key successfully!');
    expect(written()).toMatchObject([{ request: 'POST /admin/api/users/from-key', body: { public_key: KEY } }]);
  });

  test('shows each refusal at its field, keeps the input, and asks before discarding it', async () => {
    const user = userEvent.setup();
    render(<stories.NotCreated />);
    await fillIn(user);
    await submit(user, 'Create User');
    await screen.findByText('Failed to create user');
    await screen.findByText('This is not a public key: 52 characters are needed.');
    await submit(user, 'Create User');
    await screen.findByText('This password is easy to guess.');
    expect(field('Password').getAttribute('aria-invalid')).toBe('true');
    await submit(user, 'Create User');
    await screen.findByText('This address belongs to another user.');
    expect([field('Email').value, field('Country').value]).toEqual(['new@example.com', 'DE']);
    await user.keyboard('{Escape}');
    screen.getByRole('alertdialog', { name: 'Discard what you typed?' });
  });
});

describe('edit', () => {
  test('sends only the changed fields and the version', async () => {
    const user = userEvent.setup();
    render(<stories.Editing />);
    await open(user, 'Edit ada@example.com');
    inDialog().getByText(ADA);
    await user.clear(field('Daily limit'));
    await user.click(screen.getByRole('switch', { name: 'Blocked' }));
    await submit(user, 'Save changes');
    await screen.findByText('User updated successfully!');
    expect(written()).toEqual([
      { request: 'PUT /admin/api/users', body: { user_id: ADA, version: 1, daily_limit: null, is_blocked: true } },
    ]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Edit ada/ })));
  });

  test.each([
    ['sets a generated password', true],
    ['mails a link if no password is given', false],
  ])('%s', async (_, isGenerated) => {
    const user = userEvent.setup();
    render(<stories.Editing />);
    await open(user, 'Edit ada@example.com');
    await user.click(screen.getByRole('switch', { name: 'Reset password' }));
    if (isGenerated) await submit(user, 'Generate password');
    const password = field('New password').value || null;
    await submit(user, 'Save changes');
    await screen.findByText('User updated successfully!');
    expect(written()[0]?.body).toEqual({ user_id: ADA, version: 1, reset_password: true, new_password: password });
  });

  test('says that a block does not end what a subscriber is charged', async () => {
    const user = userEvent.setup();
    render(<stories.Full />);
    await open(user, 'Edit past-due@example.com');
    inDialog().getByText(/Charging continues: end the subscription separately\./);
    await user.keyboard('{Escape}');
    await open(user, 'Edit manual@example.com');
    expect(inDialog().queryByText(/Charging continues/)).toBeNull();
  });

  test('says why an edit is refused, and keeps the form (S49)', async () => {
    const user = userEvent.setup();
    render(<stories.NotSaved />);
    await open(user, 'Edit ada@example.com');
    const blocked = screen.getByRole<HTMLInputElement>('switch', { name: 'Blocked' });
    await user.click(blocked);
    await submit(user, 'Save changes');
    await screen.findByText('Failed to update user');
    expect(inDialog().getByRole('alert').textContent).toContain('The last admin must stay.');
    expect(blocked.checked).toBe(true);
  });

  test('saves nothing until the login is confirmed, and then saves the typed values', async () => {
    const user = userEvent.setup();
    render(<stories.NotFresh />);
    await open(user, 'Edit ada@example.com');
    await user.type(field('Notes'), ' and new');
    await submit(user, 'Save changes');
    await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await user.keyboard('{Escape}');
    await screen.findByText('Cancelled: you did not confirm your login.');
    expect(field('Notes').value).toBe('old and new');
    await submit(user, 'Save changes');
    await user.type(await screen.findByLabelText('Password'), 'secret{Enter}');
    await screen.findByText('User updated successfully!');
    expect(written().map(({ request }) => request)).toEqual([
      ...['PUT /admin/api/users', 'PUT /admin/api/users', 'POST /login/again', 'PUT /admin/api/users'],
    ]);
  });

  test('shows another admin’s changes, then applies the edit on top (R24)', async () => {
    const user = userEvent.setup();
    render(<stories.Stale />);
    await open(user, 'Edit ada@example.com');
    await user.clear(field('Notes'));
    await user.type(field('Notes'), 'mine');
    await submit(user, 'Save changes');
    await screen.findByText(/Someone else changed this user in the meantime\./);
    expect(
      inDialog()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Daily limit: theirs 7', 'Notes: theirs theirs, yours mine']]);
    expect([field('Notes').value, field('Daily limit').value]).toEqual(['mine', '7']);
    await submit(user, 'Apply my changes');
    await screen.findByText('User updated successfully!');
    expect(written().at(-1)?.body).toEqual({ user_id: ADA, version: 2, notes: 'mine' });
  });

  test.each([
    ['list', stories.Reloading, 'Edit ada@example.com'],
    ['panel', stories.ReloadingPanel, 'Edit'],
  ])('sends the new version when the user is edited again before the %s has reloaded (R24)', async (_, Story, name) => {
    const user = userEvent.setup();
    render(<Story />);
    for (const notes of ['first', 'second']) {
      await open(user, name);
      const form = await screen.findByRole('form', { name: 'Edit User' });
      await user.clear(field('Notes'));
      await user.type(field('Notes'), notes);
      await user.click(within(form).getByRole('button', { name: 'Save changes' }));
      await waitFor(() => expect(form.isConnected).toBe(false));
    }
    expect(written().map(({ body }) => body)).toMatchObject([
      { version: 1, notes: 'first' },
      { version: 2, notes: 'second' },
    ]);
  });

  test('takes over another admin’s values when the edit is discarded (R24)', async () => {
    const user = userEvent.setup();
    render(<stories.Stale />);
    await open(user, 'Edit ada@example.com');
    await user.type(field('Notes'), ' and mine');
    await submit(user, 'Save changes');
    await user.click(await screen.findByRole('button', { name: 'Discard my changes' }));
    expect(field('Notes').value).toBe('theirs');
    expect(screen.queryByText(/Someone else changed/)).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  });
});

describe('deletion', () => {
  const confirm = () =>
    within(screen.getByRole('alertdialog')).getByRole<HTMLButtonElement>('button', { name: 'Delete User' });

  test.each([
    ['the email', 'ada@example.com', stories.Deleting, '2 keys'],
    ['the id, if there is no email', ADA, stories.DeletingNameless, '0 keys'],
  ])('needs %s to be typed (S50)', async (_, typed, Story, keys) => {
    const user = userEvent.setup();
    render(<Story />);
    await open(user, typed === ADA ? `Delete user ${ADA}` : `Delete ${typed}`);
    await user.type(screen.getByRole('textbox'), typed.slice(0, -1));
    expect(confirm().disabled).toBe(true);
    await user.type(screen.getByRole('textbox'), typed.slice(-1));
    await user.click(confirm());
    await screen.findByText(`User deleted successfully! ${keys} unassociated.`);
    expect(written()).toEqual([{ request: `DELETE /admin/api/users/${ADA}`, body: { email: typed } }]);
  });

  test('names the plan, says what becomes of the keys, and lists those that stay suspended', async () => {
    const user = userEvent.setup();
    render(<stories.DeletingHolder />);
    await open(user, 'Delete manual@example.com');
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'Plan: a key assigned by an admin. Keys that have no other owner keep working without one; a suspended key stays suspended.',
    );
    await user.keyboard('{Escape}');
    await open(user, 'Delete blocked@example.com');
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'Plan: Personal, canceled. Their keys lose their owner and stay suspended.',
    );
    await user.type(screen.getByRole('textbox'), 'blocked@example.com');
    await user.click(confirm());
    await screen.findByText('User deleted successfully! 2 keys unassociated.');
    await screen.findByText('Still suspended: Manual one, Manual two');
  });

  test('is not offered for a user with a Stripe customer (S50)', async () => {
    const user = userEvent.setup();
    render(<stories.Full />);
    const button = await screen.findByRole('button', { name: 'Delete past-due@example.com' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Cannot delete user with Stripe integration',
    );
    button.focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Cannot delete user with Stripe integration', { selector: '[data-sonner-toast] *' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('shows why a deletion failed', async () => {
    const user = userEvent.setup();
    render(<stories.NotDeleted />);
    await open(user, 'Delete ada@example.com');
    await user.type(screen.getByRole('textbox'), 'ada@example.com');
    await user.click(confirm());
    await screen.findByText('Failed to delete user: You cannot delete yourself here.');
    expect(within(screen.getByRole('alertdialog')).getByRole('alert').textContent).toContain(
      'You cannot delete yourself',
    );
  });
});

describe('block', () => {
  const blockAll = async (user: UserEvent) => {
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
    await waitFor(() => expect(all.disabled).toBe(false));
    await user.click(all);
    await user.click(
      within(screen.getByRole('group', { name: 'Selected users' })).getByRole('button', { name: 'Block' }),
    );
  };
  const people = async (name: string) =>
    within(await screen.findByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('previews who will be blocked, blocks exactly those users, and unblocks them with Undo (S49)', async () => {
    const user = userEvent.setup();
    render(<stories.Blocking />);
    await blockAll(user);
    screen.getByRole('dialog', { name: 'Block 4 users?' });
    expect(await people('Will be blocked')).toEqual([
      ...['manual@example.com', 'past-due@example.comPersonal × 2: charging continues'],
    ]);
    expect(await people('Blocked already')).toEqual(['blocked@example.com']);
    expect(await people('Refused')).toEqual(['me@example.comYou cannot block yourself.']);
    await submit(user, 'Block 2 users');
    await screen.findByText('2 users blocked.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('2 users unblocked.');
    const ids = [2, 4].map((number) => `0197a000-0000-7000-8000-00000000000${number}`);
    expect(written()[0]?.body).toMatchObject({ blocked: true, dry_run: true });
    const changes = written().filter(({ body }) => !(body as { dry_run?: boolean }).dry_run);
    expect(changes.map(({ body }) => body)).toEqual([
      { ids, blocked: true },
      { ids, blocked: false },
    ]);
  });

  test('ends the subscriptions of blocked users if the admin ticks it, and Undo does not restart them', async () => {
    const user = userEvent.setup();
    render(<stories.Blocking />);
    await blockAll(user);
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^End their subscriptions now/ });
    expect(box.checked).toBe(false);
    inDialog().getByText(/nothing is refunded\. Unblocking does not restart them\./);
    await user.click(box);
    await submit(user, 'Block 2 users');
    await screen.findByText('Their subscriptions end now. Undo does not restart them.');
    const changes = written().filter(({ body }) => !(body as { dry_run?: boolean }).dry_run);
    expect(changes).toMatchObject([{ body: { blocked: true, end_subscriptions: true } }]);
  });

  test('offers to end no subscription where none is charged', async () => {
    const user = userEvent.setup();
    render(<stories.NothingToBlock />);
    await blockAll(user);
    await screen.findByText('No user would change.');
    expect(screen.queryByRole('checkbox', { name: /^End their/ })).toBeNull();
  });

  test('says that no user would change, and disables the button', async () => {
    const user = userEvent.setup();
    render(<stories.NothingToBlock />);
    await blockAll(user);
    await screen.findByText('No user would change.');
    expect(inDialog().getByRole<HTMLButtonElement>('button', { name: 'Block 0 users' }).disabled).toBe(true);
  });
});
