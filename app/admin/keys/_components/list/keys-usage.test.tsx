import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { REQUEST_ID, sent } from '#components/stories/stub-server.tsx';
import * as stories from '../keys.stories.tsx';

const overview = () => within(screen.getByRole('table', { name: 'Usage Overview' }));
const asked = () =>
  sent
    .filter(({ request }) => request === 'GET /admin/api/usage/overview')
    .map(({ query }) => new URLSearchParams(query).get('keys')?.split(',').length);
const cellsOf = (name: string) =>
  within(
    overview()
      .getByRole('rowheader', { name: new RegExp(`^${name}`) })
      .closest('tr') ?? document.body,
  )
    .getAllByRole('cell')
    .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());

test('loads the overview five keys at a time, and refreshes it', async () => {
  const user = userEvent.setup();
  render(<stories.UsageOfTwelve />);
  await screen.findByText('Usage of 12 keys loaded');
  screen.getByText('No usage data available');
  expect(asked()).toEqual([5, 5, 2]);
  await user.click(screen.getByRole('button', { name: /^Refresh ?usage/ }));
  await waitFor(() => expect(asked()).toEqual([5, 5, 2, 5, 5, 2]));
  await screen.findByText('Usage of 12 keys loaded');
});

test('shows all keys of the page', async () => {
  render(<stories.UsageOfTwelve />);
  await screen.findByText('Usage of 12 keys loaded');
  expect(overview().getAllByRole('rowheader')).toHaveLength(12);
});

test('opens the customer by the name of a key, if it has an owner', async () => {
  render(<stories.UsageOfTwelve />);
  await screen.findByText('Usage of 12 keys loaded');
  expect(overview().getByRole('link', { name: 'Key 1' }).getAttribute('href')).toMatch(/^\/admin\/users\/0/);
  expect(overview().queryByRole('link', { name: 'Key 2' })).toBeNull();
});

test('collapses the overview, and hides it for deleted keys', async () => {
  const user = userEvent.setup();
  render(<stories.UsageOfTwelve />);
  await screen.findByText('Usage of 12 keys loaded');
  await user.click(screen.getByRole('button', { name: /^Collapse/ }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Usage Overview' })).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Expand/ }));
  await screen.findByText('Usage of 12 keys loaded');
  await user.click(screen.getByRole('switch', { name: 'Show Deleted Keys' }));
  await waitFor(() => expect(screen.queryByText('Usage Overview')).toBeNull());
});

test('shows limit, state and overage of each key, the busiest first', async () => {
  render(<stories.UsageStates />);
  await screen.findByText('Usage of 4 keys loaded');
  expect(
    overview()
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Description', 'Last Day', '7-Day Avg', 'Daily Limit', 'Status']]);
  expect(
    overview()
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent.slice(0, 5)),
  ).toEqual([...['Key 2', 'Key 1', 'Key 3', 'Key 4']]);
  expect(cellsOf('Key 1').at(-1)).toBe('Within limit');
  expect(cellsOf('Key 2').slice(0, 2)).toEqual(['1.5K1,500', '1K1,000']);
  expect(cellsOf('Key 2').at(-1)).toBe('Over limit+500');
  expect(cellsOf('Key 3').slice(2)).toEqual(['No limit', 'No limit info']);
  expect(cellsOf('Key 4').at(-1)).toBe('No recent data');
  expect(cellsOf('Key 1')[2]).toContain('This key’s own rate: 0.0116 requests/s x 86,400 s = 1,000 requests a day.');
  screen.getByText(
    'Limits are estimated from ratelimit metadata (rate x 86,400 seconds, scaled by quantity); usage comes from daily aggregated metric buckets for the last 30 days.',
  );
});

test('reports usage that failed to load for all keys, for some keys, and for an unknown key', async () => {
  const user = userEvent.setup();
  render(<stories.UsageFailed />);
  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toContain('Failed to load usage data');
  expect(failure.textContent).toContain(REQUEST_ID);
  await user.click(within(failure).getByRole('button', { name: 'Retry' }));
  await screen.findByText('Some usage data could not be loaded. Try refreshing.');
  expect(overview().getAllByText('Error')).toHaveLength(6);
  expect(overview().getAllByText('Failed to load usage data')).toHaveLength(5);
  overview().getByText('No key prefix mapping available');
  await user.click(screen.getByRole('button', { name: /^Refresh ?usage/ }));
  await waitFor(() => expect(overview().getAllByText('No recent data')).toHaveLength(6));
});

test('retries servers, graph and limits in the dialog, and says that a key has no usage', async () => {
  const user = userEvent.setup();
  render(<stories.DialogFailed />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Usage Data for Key' }));
  const alert = async (text: string) => {
    const shown = (await dialog.findByText(text)).closest<HTMLElement>('[role=alert]');
    return within(shown ?? document.body);
  };
  const servers = await alert('Failed to load available servers.');
  const graph = await alert('Failed to load usage data. Please check your admin permissions and backend connectivity.');
  const limits = await alert('Failed to load usage data');
  graph.getByText(new RegExp(REQUEST_ID));
  for (const place of [servers, limits, graph]) await user.click(place.getByRole('button', { name: 'Retry' }));
  await dialog.findByText('No data for the last 24 hours');
  await dialog.findByText('No usage data available');
  expect(dialog.queryByText('Failed to load available servers.')).toBeNull();
});

test('compares days with the limit, collapses the table, and requests the chosen server’s usage', async () => {
  const user = userEvent.setup();
  render(<stories.DialogOverLimit />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Usage Data for Key' }));
  const limits = within(dialog.getByRole('region', { name: 'Usage versus limit' }));
  await limits.findByText('123%');
  expect(limits.getByRole('row', { name: /^One/ }).textContent).toContain('Over limit');
  await user.click(limits.getByRole('button', { name: 'Collapse' }));
  expect(limits.queryByRole('table')).toBeNull();
  await user.click(limits.getByRole('button', { name: 'Expand' }));
  limits.getByText('123%');
  await dialog.findByRole('option', { name: 'fuzzy1' });
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Server' }), 'fuzzy1');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ query: '?server_id=1' }));
});

test('lists the networks of a key that may be shared, even without an owner', async () => {
  render(<stories.DialogManyNetworks />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Usage Data for Key' }));
  await dialog.findByText('2 networks by pseudonym');
  expect(dialog.getByRole('row', { name: /^a1b2c3/ }).textContent).toMatch(/60%$/);
});

// This test must be the last one: all tests share the page's loader, which waits here for a response that never
// arrives.
test('shows for how many keys the usage has loaded', async () => {
  render(<stories.UsageLoading />);
  await screen.findByText('Loading usage: 5 of 12 keys');
  expect(overview().getAllByText('No recent data')).toHaveLength(5);
  expect(overview().getAllByText('Loading')).toHaveLength(7);
});
