import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { KEY, REQUEST_ID } from '#components/stories/stub-server.tsx';
import { IsoDates } from '#components/ui/data/iso-dates.tsx';
import { UsageState } from './usage-state.tsx';
import * as stories from './user-usage.stories.tsx';

const details = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
const usage = () => screen.findByRole('region', { name: 'Usage statistics' });

test('shows who the user is, their subscription, and the start of their key', async () => {
  render(<stories.Full />);
  await usage();
  const [email, status, , country, subscriptions, key] = details();
  expect(email).toBe('ada@example.comVerified');
  expect(status).toBe('ActiveAdmin');
  expect(country).toBe('Netherlands');
  expect(subscriptions).toBe('Personal Personal usageQuantity 1Active');
  expect(key).toContain(`${KEY.slice(0, 20)}…`);
});

test('shows the limit in emails first', async () => {
  render(<stories.Full />);
  await screen.findByText('2,000 emails a day (4,000 requests)');
});

test('shows no usage of a user without an active key', async () => {
  render(<stories.WithoutKey />);
  await screen.findByText('No Usage Data Available');
  screen.getByText('No Email');
  expect(screen.queryByRole('region', { name: 'Usage statistics' })).toBeNull();
});

test('says that the user is unknown, without Retry', async () => {
  render(<stories.Unknown />);
  expect((await screen.findByRole('alert')).textContent).toContain('User not found');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('shows why the user failed to load, and loads the user on Retry', async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The service is not available right now.');
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByText('No Usage Data Available');
});

test('shows that the usage failed to load, and loads it on Retry', async () => {
  const user = userEvent.setup();
  render(<stories.UsageFailed />);
  const alert = await within(await usage()).findByRole('alert');
  expect(alert.textContent).toContain(
    "Failed to load usage data. This might be because there's no usage data yet for this user.",
  );
  expect(alert.textContent).toContain(REQUEST_ID);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByText('No data for the last 24 hours');
});

test.each([
  ['on', '2026-11-24T08:30:00.000Z', [], /^Last request 2026-11-24 08:30 UTC.*, the key is on. $/],
  ['suspended', null, ['a'], /^No request so far, the key is suspended. Silent storage hosts, .*missing: a.$/],
  [null, null, [], /^No key. $/],
] as const)('says above the chart what explains a silence: key %s', (keyState, lastUsedAt, silentHosts, text) => {
  const { container } = render(
    <IsoDates>
      <UsageState {...{ keyState, lastUsedAt, silentHosts }} />
    </IsoDates>,
  );
  expect(container.textContent).toMatch(text);
});
