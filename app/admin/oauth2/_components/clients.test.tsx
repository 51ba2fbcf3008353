import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { REQUEST_ID, sent } from '#components/stories/stub-server.tsx';
import * as stories from './clients.stories.tsx';

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
const confirm = async (user: UserEvent, name: string) =>
  user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
const openTokens = async (user: UserEvent) => {
  await press(user, 'View Tokens of Webmail');
  return screen.findByRole('dialog', { name: 'Tokens' });
};

describe('list', () => {
  test('says that the table is loading', () => {
    render(<stories.Loading />);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  test('shows the request id of a failure, and loads the list on Retry', async () => {
    const user = userEvent.setup();
    render(<stories.Failed />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to load OAuth2 clients.');
    expect(alert.textContent).toContain(REQUEST_ID);
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await screen.findByRole('rowheader', { name: 'Webmail' });
  });

  test('says that no client matches, and clears the search', async () => {
    const user = userEvent.setup();
    render(<stories.NoMatch />);
    await screen.findByText('No clients match');
    expect(sent[0]?.query).toBe('?search=nothing');
    await press(user, 'Clear filters');
    await screen.findByRole('rowheader', { name: 'Webmail' });
    expect(sent.at(-1)?.query).toBeUndefined();
  });

  test('sorts by name and by creation, in both directions', async () => {
    const user = userEvent.setup();
    render(<stories.Full />);
    await screen.findByRole('rowheader', { name: 'Webmail' });
    const header = (name: string) => screen.getByRole('columnheader', { name });
    const sort = async (name: string, query: string | undefined, order: string) => {
      await user.click(within(header(name)).getByRole('link'));
      await waitFor(() => expect(header(name).getAttribute('aria-sort')).toBe(order));
      if (query) await waitFor(() => expect(sent.at(-1)?.query).toBe(query));
    };
    expect(header('Created').getAttribute('aria-sort')).toBe('descending');
    await sort('Name', '?sort=name', 'ascending');
    await sort('Name', '?sort=-name', 'descending');
    await sort('Created', undefined, 'descending'); // the default order, whose answer is still there
    await sort('Created', '?sort=created_at', 'ascending');
  });

  test('copies the client ID', async () => {
    const user = userEvent.setup();
    render(<stories.Full />);
    await press(user, 'Copy client ID of Webmail');
    await screen.findByText('Copied to clipboard');
    expect(await navigator.clipboard.readText()).toBe('6f1b0a52-91c5-4a3e-8f5a-c9d7e2b40d11');
  });

  test('shows type and scopes, and offers no new secret for a public client', async () => {
    render(<stories.Public />);
    const row = (await screen.findByRole('rowheader', { name: 'Webmail' })).closest('tr');
    expect(row?.textContent).toContain('Public');
    expect(row?.textContent).toContain('openid email');
    expect(screen.queryByRole('button', { name: 'Regenerate Secret of Webmail' })).toBeNull();
    screen.getByRole('button', { name: 'Delete Webmail' });
  });

  test('offers to create the first client, and keeps showing its secret while the list reloads', async () => {
    const user = userEvent.setup();
    render(<stories.Empty />);
    await press(user, 'Create First Client');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Webmail');
    await user.type(screen.getByRole('textbox', { name: 'Redirect URI 1' }), 'https://app.example.com/cb');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create client' }));
    await screen.findByText('OAuth2 client created successfully');
    const secret = screen.getByRole('dialog', { name: 'Client Secret' });
    await screen.findByText('Webmail', { selector: 'tbody *' });
    expect(within(secret).getAllByText(/^k3Yw/)).toHaveLength(1);
    await user.click(within(secret).getByRole('button', { name: "I've Saved the Secret" }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create client' }));
  });
});

describe('secret', () => {
  test('keeps the old secret when the confirmation is cancelled', async () => {
    const user = userEvent.setup();
    render(<stories.Full />);
    await press(user, 'Regenerate Secret of Webmail');
    expect(screen.getByRole('alertdialog', { name: 'Regenerate Secret' }).textContent).toContain(
      'Are you sure you want to regenerate the client secret? Existing applications will stop working until updated.',
    );
    await confirm(user, 'Cancel');
    expect(sent.map(({ request }) => request)).toEqual(['GET /admin/api/oauth2/clients']);
  });

  test('asks before closing with an uncopied secret, but not once the secret is copied (S72)', async () => {
    const user = userEvent.setup();
    render(<stories.Full />);
    await press(user, 'Regenerate Secret of Webmail');
    await confirm(user, 'Regenerate Secret');
    const dialog = await screen.findByRole('dialog', { name: 'Client Secret' });
    await screen.findByText('Client secret regenerated successfully');
    await user.keyboard('{Escape}');
    await screen.findByRole('alertdialog', { name: 'Close without copying the secret?' });
    await confirm(user, 'Back to the secret');
    await user.click(within(dialog).getByRole('button', { name: 'Copy client secret' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await navigator.clipboard.readText()).toHaveLength(43);
  });
});

describe('deletion', () => {
  test('deletes a client after a confirmation, and focuses the button for a new client', async () => {
    const user = userEvent.setup();
    render(<stories.Full />);
    await press(user, 'Delete Webmail');
    expect(screen.getByRole('alertdialog', { name: 'Delete OAuth2 client' }).textContent).toContain(
      'Are you sure you want to delete this OAuth2 client? This action cannot be undone.',
    );
    await confirm(user, 'Delete');
    await screen.findByText('OAuth2 client deleted successfully');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create client' })));
  });
});

describe('tokens', () => {
  test('says that a client has no tokens', async () => {
    const user = userEvent.setup();
    render(<stories.NoTokens />);
    await within(await openTokens(user)).findByText('No active tokens');
  });

  test('lists tokens with their owner in pages, and revokes a token (S77)', async () => {
    const user = userEvent.setup();
    render(<stories.TwoPagesOfTokens />);
    const dialog = await openTokens(user);
    const row = (await within(dialog).findByText(/AbCdEf12/)).closest('tr');
    for (const text of ['refresh', 'a3d5e7f9', 'ada@example.com', 'openid email', 'UTC'])
      expect(row?.textContent).toContain(text);
    within(dialog).getByText('1 of 2');
    await user.click(within(dialog).getByRole('button', { name: 'Show more' }));
    await within(dialog).findByText('2 of 2');
    await user.click(within(dialog).getByRole('button', { name: 'Revoke refresh token AbCdEf12' }));
    expect(screen.getByRole('alertdialog', { name: 'Revoke token' }).textContent).toContain(
      'Are you sure you want to revoke this token?',
    );
    await confirm(user, 'Revoke');
    await screen.findByText('Token revoked successfully');
    await waitFor(() => expect(screen.queryByText(/AbCdEf12/)).toBeNull());
  });

  test('says that a prefix is ambiguous (S77)', async () => {
    const user = userEvent.setup();
    render(<stories.AmbiguousToken />);
    await within(await openTokens(user)).findByText(/older100/);
    await press(user, 'Revoke access token older100');
    await confirm(user, 'Revoke');
    await within(screen.getByRole('alertdialog')).findByText('Two tokens begin with these characters.');
  });
});

describe('failures', () => {
  const toast = (text: string) => screen.findByText(text, { selector: '[data-sonner-toast] *' });

  test.each([
    ['Regenerate Secret', 'Regenerate Secret of Webmail', 'Failed to regenerate secret'],
    ['Delete', 'Delete Webmail', 'Failed to delete client'],
  ])('%s shows a fixed text if the server sends none', async (action, button, text) => {
    const user = userEvent.setup();
    render(<stories.Unreachable />);
    await press(user, button);
    await confirm(user, action);
    await toast(text);
    within(screen.getByRole('alertdialog')).getByText(text);
  });

  test('shows a fixed text if the server sends none for a failed edit or token list', async () => {
    const user = userEvent.setup();
    render(<stories.Unreachable />);
    await within(await openTokens(user)).findByText('Failed to load tokens.');
    await user.keyboard('{Escape}');
    await press(user, 'Edit Webmail');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' 2{Enter}');
    await toast('Failed to update client');
  });

  test("shows the server's text for a refused edit", async () => {
    const user = userEvent.setup();
    render(<stories.Refused />);
    await press(user, 'Edit Webmail');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' 2{Enter}');
    await toast('Said by the server.');
  });
});
