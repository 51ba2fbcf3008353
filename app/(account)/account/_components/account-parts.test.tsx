import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './account-parts.stories.tsx';

const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const requests = () => sent.map(({ request }) => request);

test.each([
  ['your sessions', stories.SessionsLoading],
  ['your usage tokens', stories.TokensLoading],
  ['your login history', stories.LoginsLoading],
  ['your passkeys', stories.PasskeysLoading],
  ['your usage alerts', stories.AlertsLoading],
])('announces that it loads %s', (what, Story) => {
  render(<Story />);
  expect(screen.getByRole('status').textContent).toBe(`Loading ${what}...`);
  expect(screen.queryByRole('table')).toBeNull();
});

test.each([
  ['your sessions', stories.SessionsFailed],
  ['your usage tokens', stories.TokensFailed],
  ['your login history', stories.LoginsFailed],
  ['your passkeys', stories.PasskeysFailed],
  ['your usage alerts', stories.AlertsFailed],
])('says that it could not load %s', async (what, Story) => {
  render(<Story />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(`Failed to load ${what}. The service is not available right now.`);
  within(alert).getByRole('button', { name: 'Retry' });
});

test.each([
  ['usage tokens', stories.TokensEmpty, 'No usage tokens'],
  ['logins', stories.LoginsEmpty, 'No logins yet'],
  ['passkeys', stories.PasskeysEmpty, 'No passkeys'],
])('says that there are no %s', async (_, Story, text) => {
  render(<Story />);
  await screen.findByText(text);
  expect(screen.queryByRole('table')).toBeNull();
});

describe('sessions', () => {
  test('loads again after Retry', async () => {
    const user = userEvent.setup();
    render(<stories.SessionsFailed />);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await screen.findByText('This browser');
    expect(screen.queryByRole('button', { name: 'End All Others' })).toBeNull();
  });

  test('ends another session after a question, and focuses the title of the section', async () => {
    const user = userEvent.setup();
    render(<stories.SessionsFull />);
    await user.click(await screen.findByRole('button', { name: 'End' }));
    await user.click(screen.getByRole('button', { name: 'End Session' }));
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
    expect(rows()).toEqual(['Firefox 145 on Linux']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sessions' }));
  });

  test('ends nothing on Cancel', async () => {
    const user = userEvent.setup();
    render(<stories.SessionsFull />);
    await user.click(await screen.findByRole('button', { name: 'End All Others' }));
    await user.keyboard('{Escape}');
    expect(requests()).toEqual(['GET /account/api/sessions']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'End All Others' }));
  });

  test('shows in the question why a session could not be ended', async () => {
    const user = userEvent.setup();
    render(<stories.SessionNotEnded />);
    await user.click(await screen.findByRole('button', { name: 'End' }));
    await user.click(screen.getByRole('button', { name: 'End Session' }));
    const question = screen.getByRole('alertdialog');
    await within(question).findByText('The service is not available right now.');
    expect(within(question).getByRole('button', { name: 'End Session' }).getAttribute('aria-disabled')).toBe('false');
  });
});

describe('usage tokens', () => {
  test('shows a refused name at its field, then the token once', async () => {
    const user = userEvent.setup();
    render(<stories.TokensEmpty />);
    await user.click(await screen.findByRole('button', { name: 'Create Token' }));
    await user.keyboard('prometheus{Enter}');
    await screen.findByText('Choose another name.');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Token “prometheus”' });
    within(dialog).getByText('rsp_a1b2c3d4e5');
    await user.click(within(dialog).getByRole('button', { name: 'I have saved it' }));
    expect(screen.queryByText('rsp_a1b2c3d4e5')).toBeNull();
    expect(rows()).toEqual(['prometheus']);
  });

  test('offers no sixth token', async () => {
    const user = userEvent.setup();
    render(<stories.TokensAtTheLimit />);
    const create = await screen.findByRole('button', { name: 'Create Token' });
    expect(create.getAttribute('aria-disabled')).toBe('true');
    await user.click(create);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('shows the first logins, and all of them on request', async () => {
  const user = userEvent.setup();
  render(<stories.LoginsFull />);
  await screen.findByText('wrong password');
  expect(screen.getAllByRole('rowheader')).toHaveLength(5);
  const all = screen.getByRole('link', { name: 'Show all 7' });
  await user.click(all);
  expect(window.location.search).toBe('?logins=all');
  window.history.replaceState(null, '', '/');
});

describe('passkeys', () => {
  test('says that this browser cannot make passkeys, and offers none', async () => {
    render(<stories.PasskeysFull />);
    await screen.findByText('This browser cannot make passkeys.');
    expect(screen.queryByRole('button', { name: 'Add Passkey' })).toBeNull();
  });

  test('opens the dialog of an action from the menu of its row', async () => {
    const user = userEvent.setup();
    render(<stories.PasskeysFull />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Phone' }));
    await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Phone');
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });
});

test('turns a switch only once the server has saved it', async () => {
  const user = userEvent.setup();
  render(<stories.AlertsFull />);
  const alert = await screen.findByRole<HTMLInputElement>('switch', { name: 'Daily limit reached' });
  expect(alert.checked).toBe(false);
  await user.click(alert);
  await expect.poll(requests).toContain('PUT /account/api/usage-alerts');
  expect(alert.checked).toBe(false);
  await expect.poll(() => user.click(alert).then(() => alert.checked)).toBe(true);
});
