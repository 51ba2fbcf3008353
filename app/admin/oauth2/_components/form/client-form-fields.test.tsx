import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from '../clients.stories.tsx';

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) });
const isPublic = () => screen.getByRole<HTMLInputElement>('radio', { name: /^Browser, mobile or desktop/ });
const uri = (number: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Redirect URI ${number}` });
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const press = (user: UserEvent, button: string) => user.click(screen.getByRole('button', { name: button }));

async function openForm(user: UserEvent, button: string) {
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.getByRole('dialog');
}
const submit = (user: UserEvent) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create client' }));
const written = () => sent.filter(({ request }) => !request.startsWith('GET'));

test('names the missing fields of a new client (S65)', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await openForm(user, 'Create client');
  expect(document.activeElement).toBe(name());
  expect([box('openid').checked, box('email').checked, isPublic().checked]).toEqual([true, false, false]);
  expect(screen.queryByRole('button', { name: 'Remove Redirect URI 1' })).toBeNull();
  await user.click(box('openid'));
  await submit(user);
  await screen.findByText('Client name is required');
  screen.getByText('All redirect URIs must be filled');
  screen.getByText('At least one scope must be selected');
  expect(written()).toEqual([]);
});

test('checks a redirect URI while it is typed, by the type of the client (S65)', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await openForm(user, 'Create client');
  await user.type(uri(1), 'http://app.example.com/cb');
  screen.getByText('Use https; http is for localhost only.');
  await user.clear(uri(1));
  await user.type(uri(1), 'https://app.example.com');
  screen.getByText('Clients built on openid-client need a path and no query. Others may use this URI.');
  await user.keyboard('/cb');
  expect(screen.queryByText(/openid-client/)).toBeNull();
  await user.clear(uri(1));
  await user.type(uri(1), 'com.example.app:/cb');
  screen.getByText('Only public clients may use a scheme of their own.');
  await user.click(isPublic());
  expect(screen.queryByText('Only public clients may use a scheme of their own.')).toBeNull();
  screen.getByText('A public client always has to use PKCE.');
});

test('makes a device public with the device flow, and asks for nothing else (S65)', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await openForm(user, 'Create client');
  expect(screen.getByText('Advanced').closest('details')?.open).toBe(false);
  await user.type(name(), 'Scanner');
  await user.click(screen.getByRole('radio', { name: /^Device/ }));
  await user.type(uri(1), 'https://scanner.example.com/cb');
  await submit(user);
  await screen.findByText('OAuth2 client created successfully');
  expect(written()[0]?.body).toMatchObject({ is_public: true, may_use_device_flow: true });
});

test('sends the entered values, trimmed and without empty URIs (S65)', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await openForm(user, 'Create client');
  await user.type(uri(1), 'https://one.example.com/cb');
  await press(user, 'Add Redirect URI');
  expect(document.activeElement).toBe(uri(2));
  await user.keyboard('https://two.example.com/cb');
  await press(user, 'Remove Redirect URI 1');
  expect(uri(1).value).toBe('https://two.example.com/cb');
  expect(document.activeElement).toBe(uri(1));
  await press(user, 'Add Post-logout URI');
  await user.type(name(), '  Webmail  ');
  await user.click(box('openid'));
  await user.click(box('profile'));
  await submit(user);
  await screen.findByText('OAuth2 client created successfully');
  screen.getByRole('dialog', { name: 'Client Secret' });
  expect(written()[0]?.body).toEqual({
    name: 'Webmail',
    redirect_uris: ['https://two.example.com/cb'],
    post_logout_redirect_uris: [],
    scopes: ['profile'],
    is_public: false,
    require_pkce: false,
    may_read_subscription: false,
    roles_as_groups: false,
    may_use_device_flow: false,
    backchannel_logout_uri: '',
    id_token_signed_response_alg: 'RS256',
    dpop_bound_access_tokens: false,
    require_pushed_authorization_requests: false,
    require_two_factor: false,
  });
});

test('keeps a redirect URI’s warning in its row when the row above is removed', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await openForm(user, 'Create client');
  await press(user, 'Add Redirect URI');
  await user.type(uri(2), 'nonsense');
  await user.tab();
  expect(uri(2).getAttribute('aria-invalid')).toBe('true');
  await press(user, 'Remove Redirect URI 1');
  expect(uri(1).value).toBe('nonsense');
  expect(uri(1).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(uri(1));
});

test('warns that an edit ends tokens or voids the secret', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await openForm(user, 'Edit Webmail');
  await user.click(box('email'));
  screen.getByText(/because email is taken away/);
  await user.click(isPublic());
  screen.getByText(/Its client secret stops working, and all of its tokens end/);
});

test('shows the secret of a public client that becomes confidential', async () => {
  const user = userEvent.setup();
  render(<stories.Public />);
  await openForm(user, 'Edit Webmail');
  await user.click(screen.getByRole('radio', { name: /^Web application/ }));
  screen.getByText(/It gets a client secret, which is shown once/);
  await press(user, 'Save changes');
  await screen.findByText('OAuth2 client updated successfully');
  screen.getByRole('dialog', { name: 'Client Secret' });
});

test('sends the new version when a client is edited again before the list has reloaded (R24)', async () => {
  const user = userEvent.setup();
  render(<stories.Reloading />);
  const closed = () => waitFor(() => expect(document.querySelector('[role$=dialog]')).toBeNull());
  const edit = async () => {
    await openForm(user, 'Edit Webmail');
    await user.click(box('profile'));
    await press(user, 'Save changes');
    await closed();
  };
  const confirm = async (opener: string, action: string) => {
    await press(user, opener);
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: action }));
  };
  await edit();
  await edit();
  await confirm('Block Webmail', 'Block');
  await closed();
  await edit();
  await confirm('Regenerate Secret of Webmail', 'Regenerate Secret');
  await user.click(await screen.findByRole('button', { name: "I've Saved the Secret" }));
  await closed();
  await edit();
  const edits = written().filter(({ request }) => request.startsWith('PUT'));
  expect(edits.map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2 }, { version: 3 }, { version: 4 }]);
});

test('shows another admin’s changes, and applies the edit on top (R24)', async () => {
  const user = userEvent.setup();
  render(<stories.Stale />);
  await openForm(user, 'Edit Webmail');
  await user.click(box('profile'));
  await press(user, 'Save changes');
  await screen.findByText(/Someone else changed this client in the meantime\./);
  const [change] = screen.getAllByRole('listitem').filter(({ textContent }) => textContent.startsWith('Redirect URIs'));
  expect(change?.textContent).toBe('Redirect URIs: theirs https://new.example.com/cb');
  expect(uri(1).value).toBe('https://new.example.com/cb');
  await press(user, 'Apply my changes');
  await screen.findByText('OAuth2 client updated successfully');
  expect(written().map(({ body }) => body)).toMatchObject([
    { redirect_uris: ['https://app.test.example/callback'], version: 1 },
    { redirect_uris: ['https://new.example.com/cb'], scopes: ['openid', 'email', 'profile'], version: 2 },
  ]);
});

test('accepts responses with lists as JSON strings and the secret in `secret`', async () => {
  const user = userEvent.setup();
  render(<stories.AsStrings />);
  await openForm(user, 'Edit Webmail');
  expect([uri(1).value, uri(2).value]).toEqual(['https://one.example.com/cb', 'https://two.example.com/cb']);
  expect([box('email').checked, box('profile').checked]).toEqual([true, false]);
  await user.keyboard('{Escape}');
  await openForm(user, 'Create client');
  await user.type(name(), 'Another');
  await user.type(uri(1), 'https://one.example.com/cb');
  await submit(user);
  await screen.findByText('OAuth2 client created successfully');
  within(screen.getByRole('dialog', { name: 'Client Secret' })).getByText('the-old-servers-secret');
});
