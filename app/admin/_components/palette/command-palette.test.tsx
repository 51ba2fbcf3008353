import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { KEY, sent } from '#components/stories/stub-server.tsx';
import * as stories from './command-palette.stories.tsx';

const NAME = 'Go to a page, user or key';
/** Types without pauses, in which the palette could search for a part of the text on a busy machine. */
const quickUser = () => userEvent.setup({ delay: null });
const palette = () => screen.queryByRole('dialog', { name: NAME });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

async function open(user: UserEvent) {
  await user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox');
  await waitFor(() => expect(document.activeElement).toBe(input));
}

afterEach(() => window.history.replaceState(null, '', '/'));

// Before the other tests, because they load the code.
test('keeps what is typed before its code has loaded, and lets no shortcut of a list have it', async () => {
  const user = quickUser();
  render(<stories.Found />);
  await user.keyboard('{Control>}k{/Control}');
  await user.keyboard('serv');
  await waitFor(() => expect(options()).toEqual(['Servers']));
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('serv');
});

test('opens with its button and with the shortcut, and returns the focus', async () => {
  const user = userEvent.setup();
  render(<stories.Nothing />);
  const button = screen.getByRole('button', { name: /^Go to/ });
  await user.click(button);
  await screen.findByRole('dialog', { name: NAME });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(palette()).toBeNull());
  expect(document.activeElement).toBe(button);
  await open(user);
});

test('finds and opens a page by keyboard, without a request', async () => {
  const user = userEvent.setup();
  render(<stories.Found />);
  await open(user);
  expect(screen.getByRole('option', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true');
  await user.keyboard('serv');
  expect(options()).toEqual(['Servers']);
  await user.keyboard('{Enter}');
  expect(window.location.pathname).toBe('/admin/servers');
  expect(palette()).toBeNull();
});

test.each([
  ['leaving', 'Leaving customers', '/admin/overview?kind=leaving'],
  ['deleted', 'Deleted keys', '/admin/keys?deleted=true'],
  ['share', 'Keys in many networks', '/admin/overview?kind=spread'],
])('finds a list by the word %s', async (word, label, href) => {
  const user = quickUser();
  render(<stories.Found />);
  await open(user);
  await user.keyboard(word);
  expect(options()).toContain(label);
  await user.click(screen.getByRole('option', { name: label }));
  expect(window.location.pathname + window.location.search).toBe(href);
});

test('debounces the search, and marks admins, blocked users and suspended keys in the results', async () => {
  const user = quickUser();
  render(<stories.Found />);
  await open(user);
  await user.keyboard('ada@');
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(options()[0]).toBe('ada@example.comAdminBlocked');
  expect(options()[1]).toContain('suspended');
  expect(sent.map(({ query }) => query)).toEqual(['?q=ada%40']);
  await user.keyboard('{Enter}');
  expect(window.location.pathname).toBe('/admin/users/0197a000-0000-7000-8000-000000000001');
});

test('opens the list of keys with the description of the chosen key', async () => {
  const user = userEvent.setup();
  render(<stories.Found />);
  await open(user);
  await user.keyboard(KEY.slice(0, 12));
  await user.click(await screen.findByRole('option', { name: /Key of Ada/ }));
  expect(window.location.pathname + window.location.search).toBe('/admin/keys?search=Key+of+Ada');
});

test('says that nothing is found', async () => {
  const user = userEvent.setup();
  render(<stories.Nothing />);
  await open(user);
  await user.keyboard('nobody');
  await screen.findByText('No results for “nobody”.');
});

test('says that the search failed, and Retry repeats it', async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  await open(user);
  await user.keyboard('somebody');
  expect((await screen.findByRole('alert')).textContent).toContain('The database is unavailable.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(options()).toHaveLength(2));
});

test('says that it is searching, and shows no results in the meantime', async () => {
  const user = userEvent.setup();
  render(<stories.Searching />);
  await open(user);
  await user.keyboard('ada');
  await screen.findByText('Searching users and keys…');
  expect(options()).toEqual([]);
});

test('does not open for a K typed into a text field, or over a dialog', async () => {
  const user = userEvent.setup();
  render(<stories.Nothing />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search clients' });
  await user.type(field, 'kK');
  expect(field.value).toBe('kK');
  expect(palette()).toBeNull();
  await open(user);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByRole('button', { name: 'Create client' }));
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.type(name, 'Not{Control>}k{/Control} saved');
  expect(palette()).toBeNull();
  expect([document.activeElement, name.value]).toEqual([name, 'Not saved']);
});

/** Chooses an action of the palette, then its user or key. */
async function choose(user: UserEvent, action: RegExp, about: string, option: RegExp) {
  await open(user);
  await user.click(screen.getByRole('option', { name: action }));
  await user.keyboard(about);
  await user.click(await screen.findByRole('option', { name: option }));
}
const requests = () => sent.map(({ request }) => request);
const BOB = '0197a000-0000-7000-8000-000000000002';

test('asks for the user to block, offers only users who are not blocked, and opens a confirmation', async () => {
  const user = userEvent.setup();
  render(<stories.Actions />);
  await open(user);
  await user.keyboard('block');
  expect(options()).toEqual(['Block user…', 'Unblock user…']);
  await user.keyboard('{Enter}');
  expect(options()).toEqual([]);
  await user.keyboard('example');
  await waitFor(() => expect(options()).toEqual(['bob@example.com']));
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Block 1 user?' });
  expect(sent.filter(({ request }) => request.startsWith('POST')).map(({ body }) => body)).toEqual([
    { ids: [BOB], blocked: true, dry_run: true },
  ]);
});

test('opens a confirmation before it unblocks a blocked user', async () => {
  const user = userEvent.setup();
  render(<stories.Actions />);
  await choose(user, /^Unblock user/, 'example', /ada@example.com/);
  await screen.findByRole('dialog', { name: 'Unblock 1 user?' });
});

test('logs a user out everywhere only after a confirmation', async () => {
  const user = quickUser();
  render(<stories.Actions />);
  await choose(user, /^Log user out/, 'bob', /bob@example.com/);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Log out everywhere' }));
  expect(requests()).toEqual(['GET /admin/api/search']);
  await user.click(dialog.getByRole('button', { name: 'Log out everywhere' }));
  await dialog.findByText('The database is unavailable.');
  await user.click(dialog.getByRole('button', { name: 'Log out everywhere' }));
  await screen.findByText('2 sessions ended.');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('opens the rotation of a working key without rotating it', async () => {
  const user = quickUser();
  render(<stories.Actions />);
  await open(user);
  await user.keyboard('rotate{Enter}key');
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Rotate key', description: /^A new key replaces “Spare key”/ });
  expect(requests()).toEqual(['GET /admin/api/search']);
});

test.each([
  [/^View as customer/, `/admin/users/${BOB}/view`],
  [/^Show timeline/, `/admin/users/${BOB}/timeline`],
])('leads from %s to the page about the chosen user', async (action, path) => {
  const user = quickUser();
  render(<stories.Actions />);
  await choose(user, action, 'bob', /bob@example.com/);
  expect(window.location.pathname).toBe(path);
  expect(requests()).toEqual(['GET /admin/api/search']);
});

test('opens the failed jobs without running any of them again', async () => {
  const user = userEvent.setup();
  render(<stories.Actions />);
  await open(user);
  await user.click(screen.getByRole('option', { name: /^Run failed jobs again/ }));
  expect(window.location.pathname + window.location.search).toBe('/admin/jobs?state=failed');
  expect(requests()).toEqual([]);
});

test('returns from an action to all results with Backspace', async () => {
  const user = userEvent.setup();
  render(<stories.Actions />);
  await open(user);
  await user.click(screen.getByRole('option', { name: /^Block user/ }));
  screen.getByText('Which user? Type an email address.');
  expect(options()).toEqual([]);
  await user.click(screen.getByRole('combobox'));
  await user.keyboard('{Backspace}');
  await screen.findByRole('option', { name: 'Overview' });
});
