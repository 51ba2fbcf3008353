import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { Empty, Failed, Full, Loading, Many, NotReported, WithAddresses } from './servers.stories.tsx';

const addressSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Show addresses of my servers' });

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByText('Loading your servers...').parentElement?.role).toBe('status');
});

test('shows an error with Retry if loading fails', async () => {
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load your servers. The service is not available right now.');
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByText('mx1');
});

test('shows nothing if no storage host reports servers', async () => {
  const { container } = render(<NotReported />);
  await waitFor(() => expect(container.textContent).toBe(''));
});

test('says that there are no servers yet', async () => {
  render(<Empty />);
  await screen.findByText('No servers yet');
  expect(screen.queryByRole('table')).toBeNull();
  expect(addressSwitch().checked).toBe(false);
});

test('labels an unnamed server by its pseudonym, and marks servers that use an old key', async () => {
  render(<Full />);
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows.map((text) => /^(mx1|Server Qz71-b|relay in Frankfurt)/.exec(text)?.[0])).toEqual([
    'mx1',
    'Server Qz71-b',
    'relay in Frankfurt',
  ]);
  expect(rows.map((text) => text.includes('Old key'))).toEqual([false, false, true]);
  expect(rows[1]).toContain('5128012');
});

test('puts the servers with the most requests first when asked', async () => {
  render(<Full />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Most requests' }));
  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(rows).toEqual(['mx1', 'relay in FrankfurtOld key', 'Server Qz71-b']);
});

test('names a server, and keeps the text if the name is too long or saving fails', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await user.click(await screen.findByRole('button', { name: 'Name Server Qz71-b' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(field, 'x'.repeat(61));
  await save();
  await screen.findByText('A name has at most 60 characters.');
  expect(field.value).toHaveLength(61);
  expect(sent.filter(({ request }) => request.startsWith('PATCH'))).toEqual([]);
  await user.clear(field);
  await user.type(field, 'mx2');
  await save();
  await screen.findByText(/^The service is not available right now/);
  expect(field.value).toBe('mx2');
  await save();
  await screen.findByRole('button', { name: 'Rename mx2' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent.filter(({ request }) => request.startsWith('PATCH')).map(({ body }) => body)).toEqual([
    { name: 'mx2' },
    { name: 'mx2' },
  ]);
});

test('leaves the switch off if switching it on fails', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await screen.findByText('mx1');
  await user.click(addressSwitch());
  await waitFor(() => expect(sent.filter(({ request }) => request.startsWith('PUT'))).toHaveLength(1));
  expect(addressSwitch().checked).toBe(false);
});

test('shows addresses while they are switched on, and none afterwards', async () => {
  const user = userEvent.setup();
  render(<WithAddresses />);
  await screen.findByText('192.0.2.17');
  screen.getByText('2001:db8:4f1:22::1:17');
  expect(addressSwitch().checked).toBe(true);
  await user.click(addressSwitch());
  await waitFor(() => expect(screen.queryByText('192.0.2.17')).toBeNull());
  expect(sent.at(-2)).toMatchObject({ request: 'PUT /account/api/servers', body: { shows_addresses: false } });
});

test('shows 10 of 200 servers until "Show all" is clicked, and the totals of the servers that are not listed', async () => {
  render(<Many />);
  await screen.findByText(/^Further servers, which are not listed: 12,040 requests, 1 hit, 0 errors\./);
  expect(screen.getAllByRole('row')).toHaveLength(11);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 200 servers' }));
  expect(screen.getAllByRole('row')).toHaveLength(201);
});
