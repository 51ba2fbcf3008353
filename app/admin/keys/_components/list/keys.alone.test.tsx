import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { KEY, REQUEST_ID, sent } from '#components/stories/stub-server.tsx';
import * as stories from '../keys.stories.tsx';

const LOAD_FAILED = 'Failed to load fuzzy keys data. Please check your admin permissions and backend connectivity.';
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('rowheader', { name: new RegExp(`^${name}`) })).closest('tr');
  if (!row) throw new Error(`No row of ${name}`);
  return row;
};
const press = async (user: UserEvent, name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const queries = () => sent.filter(({ request }) => request === 'GET /admin/api/fuzzy-keys').map(({ query }) => query);

test('says that the keys are loading', () => {
  render(<stories.Loading />);
  screen.getByText('Loading keys...');
  expect(screen.getByRole('table', { name: 'Active Keys' }).getAttribute('aria-busy')).toBe('true');
});

test('shows the request id of a failure, and loads the list on Retry and on Refresh', async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(LOAD_FAILED);
  expect(alert.textContent).toContain(REQUEST_ID);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await rowOf('One');
  expect(screen.queryByRole('alert')).toBeNull();
  await press(user, 'Refresh');
  await rowOf('Later');
});

test('says that there are no keys', async () => {
  render(<stories.Empty />);
  await screen.findByText('No keys yet');
});

test('says that no key matches, and clears the filters', async () => {
  const user = userEvent.setup();
  render(<stories.NoMatch />);
  await screen.findByText('No keys match');
  await press(user, 'Clear filters');
  await rowOf('One');
  expect(queries()).toEqual(['?limit=25&rank=90', '?limit=25']);
});

test('shows the counters, the columns, and the type and state of each key', async () => {
  render(<stories.Full />);
  await screen.findByRole('table', { name: 'Active Keys (7)' });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Description', 'Plan', 'Usage', 'Public Key', 'Type', 'Email', 'Rank', 'Quantity', 'Actions'],
  ]);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...['Total Keys', 'With Email', 'Stripe Keys', 'Manual Keys', 'Deleted'],
  ]);
  expect(screen.getAllByRole('definition')[0]?.textContent).toBe('1,234');
  for (const [name, texts] of Object.entries({
    new: [`${KEY.slice(0, 12)}…`, 'Manual', 'None', 'Light'],
    'Stripe sub_1': ['Starter', '127%', 'Stripe', 'ada@example.com', 'Premium', '3'],
    mailed: ['69%', 'User Associated', 'ada@example.com'],
    external: ['1.2M', 'External'],
    off: ['Suspended', 'the owner is blocked'],
    left: ['Suspended'],
    old: ['Rotated', 'works until', 'UTC'],
  }))
    for (const text of texts) expect((await rowOf(name)).textContent).toContain(text);
});

test.each([
  ['new', ['Edit', 'Usage', 'Assign', 'Rotate', 'Delete']],
  ['mailed', ['Edit', 'Usage', 'Rotate', 'Delete']],
  ['external', ['Edit', 'Usage', 'Assign', 'Delete']],
  ['off', ['Edit', 'Usage', 'Assign', 'Delete']],
  ['left', ['Edit', 'Usage', 'Assign', 'Delete']],
  ['old', ['Usage', 'Delete']],
])('offers the actions that the key “%s” allows', async (name, actions) => {
  render(<stories.Full />);
  const buttons = within(await rowOf(name)).getAllByRole('button');
  expect(buttons.slice(1).map(({ textContent }) => textContent)).toEqual(actions);
});

test('requests the list with the chosen rank, email filter and deleted keys', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await rowOf('new');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rank' }), '90');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Email' }), 'Without Email');
  await user.click(screen.getByRole('switch', { name: 'Show Deleted Keys' }));
  await screen.findByRole('table', { name: 'Deleted Keys (7)' });
  expect(queries().at(-1)).toBe('?limit=25&rank=90&email=without&deleted=true');
});

test('sorts by a column, ascending, then descending, then newest first', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await rowOf('new');
  const header = () => screen.getByRole('columnheader', { name: 'Quantity' });
  for (const [order, sort] of [
    ['ascending', 'quantity'],
    ['descending', '-quantity'],
    ['none', '-created_at'],
  ] as const) {
    await user.click(within(header()).getByRole('link'));
    await waitFor(() => expect(header().getAttribute('aria-sort') ?? 'none').toBe(order));
    expect(queries()).toContain(sort === '-created_at' ? '?limit=25' : `?limit=25&sort=${sort}`);
  }
});

test('copies a public key and shows a check mark, or says that copying failed', async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  await press(user, 'Retry');
  const copy = await screen.findByRole('button', { name: /copy public key of One/ });
  await user.click(copy);
  await screen.findByText('Public key copied to clipboard!');
  expect(await navigator.clipboard.readText()).toBe(KEY);
  expect(copy.querySelector('[data-copied=true]')).not.toBeNull();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
  await user.click(copy);
  await screen.findByText('Failed to copy key to clipboard');
});

test('says that there is no public key to copy', async () => {
  const user = userEvent.setup();
  render(<stories.WithoutPublicKey />);
  await press(user, 'Not available: copy public key of One');
  await screen.findByText('Public key not available to copy');
});

test('shows a toast and no dialog for a key that is missing from the name map', async () => {
  const user = userEvent.setup();
  render(<stories.MissingInNameMap />);
  await press(user, 'Usage One');
  await screen.findByText('Cannot find key ID for this key in the name map - unable to view usage data');
  expect(screen.queryByRole('dialog')).toBeNull();
});
