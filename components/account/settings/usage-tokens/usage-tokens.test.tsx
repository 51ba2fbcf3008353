import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { AtTheLimit, Empty, Failed, Loading, Revoking } from './usage-tokens.stories.tsx';

const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading your usage tokens...');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows an error with Retry if loading fails', async () => {
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load your usage tokens. The service is not available right now.');
  within(alert).getByRole('button', { name: 'Retry' });
});

test('says that there are no usage tokens', async () => {
  render(<Empty />);
  await screen.findByText('No usage tokens');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows why a name was refused, then shows the new token once', async () => {
  const user = userEvent.setup();
  render(<Empty />);
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  await user.keyboard('prometheus{Enter}');
  await screen.findByText('Choose another name.');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Token “prometheus”' });
  within(dialog).getByText('rpu_a1b2c3d4e5');
  await user.click(within(dialog).getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByText('rpu_a1b2c3d4e5')).toBeNull();
  expect(rows()).toEqual(['prometheus']);
});

test('disables the button at the limit of five tokens', async () => {
  const user = userEvent.setup();
  render(<AtTheLimit />);
  const create = await screen.findByRole('button', { name: 'Create token' });
  expect(create.getAttribute('aria-disabled')).toBe('true');
  await user.click(create);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('requires a name', async () => {
  const user = userEvent.setup();
  render(<Empty />);
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  await user.keyboard('   {Enter}');
  await screen.findByText('Please give it a name.');
  expect(sent.map(({ request }) => request)).toEqual(['GET /account/api/usage-tokens']);
});

test('shows a curl command and a Prometheus configuration for a new token, and asks before closing', async () => {
  const user = userEvent.setup();
  render(<Empty />);
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  await user.keyboard('prometheus{Enter}');
  await screen.findByText('Choose another name.');
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token “prometheus”' }));
  const [token, curl, scrape] = dialog.getAllByRole('region').map(({ textContent }) => textContent);
  const portal = window.location.origin;
  expect(curl).toBe(`curl -H 'Authorization: Bearer ${token}' \\\n  '${portal}/api/usage?period=24h'`);
  expect(scrape).toContain('metrics_path: /api/usage/metrics');
  expect(scrape).toContain(`targets: ['${new URL(portal).host}']`);
  expect(scrape, 'the token goes into a separate file').not.toContain(token);
  await user.keyboard('{Escape}');
  const question = within(screen.getByRole('alertdialog', { name: 'Close without saving it?' }));
  await user.click(question.getByRole('button', { name: 'Back to the token' }));
  await user.keyboard('{Escape}');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
});

test('shows a token’s prefix and last use, and revokes it after a confirmation', async () => {
  const user = userEvent.setup();
  render(<Revoking />);
  const row = (await screen.findByRole('rowheader')).closest('tr');
  expect(row?.textContent).toContain('rpu_a1b2…');
  expect(row?.textContent).toContain('Never');
  await user.click(screen.getByRole('button', { name: 'Revoke prometheus' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('No usage tokens');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Usage tokens' })));
});
