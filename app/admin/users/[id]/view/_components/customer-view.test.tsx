import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './customer-view.stories.tsx';
import { KEY } from './viewed-samples.ts';

const ID = '0197a000-0000-7000-8000-000000000001';
const reason = () => screen.getByRole('textbox', { name: 'Reason' });
const start = () => screen.getByRole('button', { name: 'Start viewing' });

test('asks for a reason, and sends nothing while the reason is empty', async () => {
  const user = userEvent.setup();
  render(<stories.Start />);
  await user.click(start());
  await screen.findByText('Please enter a reason.');
  expect(sent).toEqual([]);
});

test('starts the view and opens the customer’s dashboard', async () => {
  const user = userEvent.setup();
  render(<stories.Start />);
  await user.type(reason(), 'Ticket 1234');
  await user.click(start());
  await waitFor(() => expect(window.location.pathname).toBe(`/admin/users/${ID}/view/dashboard`));
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Ticket 1234' }]);
});

test('says that the customer gets an email, or is not told if the account has no address', () => {
  const { unmount } = render(<stories.Start />);
  screen.getByText('The customer gets an email now, with your reason.');
  unmount();
  render(<stories.StartWithoutEmail />);
  screen.getByText('This user has no email address, so the customer is not told.');
});

test('keeps the typed reason when the start fails', async () => {
  const user = userEvent.setup();
  render(<stories.StartFailed />);
  await user.type(reason(), 'Ticket 1234');
  await user.click(start());
  expect((await screen.findByRole('alert')).textContent).toContain('The service is not available right now.');
  expect((reason() as HTMLInputElement).value).toBe('Ticket 1234');
});

test('counts down, says whose account it is, and ends the view', async () => {
  const user = userEvent.setup();
  render(<stories.Banner />);
  const region = screen.getByRole('complementary', { name: 'View as customer' });
  const banner = within(region);
  expect(region.textContent).toContain('You see this account as ada@example.com sees it.');
  await banner.findByText(/^(15:00|14:5\d) left$/);
  await banner.findByText(/^14:5[0-8] left$/);
  await user.click(banner.getByRole('button', { name: 'End view' }));
  await banner.findByRole('button', { name: 'Ending...' });
  expect(sent.map(({ request }) => request)).toEqual([`DELETE /admin/api/users/${ID}/view`]);
});

test('says that the view could not be ended, and lets the admin try again', async () => {
  const user = userEvent.setup();
  render(<stories.BannerFailed />);
  await user.click(screen.getByRole('button', { name: 'End view' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The view could not be ended.');
  screen.getByRole('button', { name: 'End view' });
});

test('shows plan, standing and key of the dashboard, without any action', () => {
  const { container } = render(<stories.FullDashboard />);
  screen.getByText('You are over your daily limit: 130,000 of 120,000 requests in 24 hours (108%).');
  screen.getByText('Starter');
  screen.getByText('Renews on 22 December 2026');
  screen.getByText(`${KEY.slice(0, 16)}…`);
  expect(container.textContent).not.toContain(KEY);
  expect(container.querySelectorAll('a, button, form, input')).toHaveLength(0);
});

test('lists the servers that use the key, with the names and addresses that the customer sees', () => {
  render(<stories.Usage />);
  const servers = within(screen.getByRole('table', { name: 'Your servers' }));
  servers.getByRole('rowheader', { name: /^mx1 ?198\.51\.100\.10$/ });
  servers.getByRole('rowheader', { name: /^Server 77kLp_ ?Old key$/ });
  expect(servers.getAllByRole('cell', { name: '120,000' })).toHaveLength(2);
});

test('shows the dashboard of a user without a plan', () => {
  render(<stories.FreeDashboard />);
  screen.getByText('No plan');
  screen.getByText('No key');
  expect(screen.queryByText('Last request')).toBeNull();
  expect(screen.queryByText('Your servers')).toBeNull();
});

test('shows logins, sessions, passkeys and tokens by name, without any action', () => {
  const { container } = render(<stories.FullAccount />);
  within(screen.getByRole('region', { name: 'Two-factor login' })).getByText('On');
  screen.getByText('8 of 10 left');
  const alerts = within(screen.getByRole('region', { name: 'Usage alerts' }));
  expect(alerts.getAllByText(/^(On|Off)$/).map(({ textContent }) => textContent)).toEqual([
    'On',
    'On',
    'Off',
    'On',
    'On',
  ]);
  for (const name of ['Laptop', 'Grafana']) screen.getByRole('rowheader', { name });
  expect(within(screen.getByRole('table', { name: 'Login history' })).getAllByText('Refused')).toHaveLength(5);
  expect(container.textContent).not.toContain('ut_abcd');
  expect(container.querySelectorAll('a, button, form, input')).toHaveLength(0);
});

test('brings the data of every section of the account, so that none is loading', () => {
  render(<stories.FullAccount />);
  expect(screen.getAllByRole('region').length).toBeGreaterThan(8);
  expect(screen.queryAllByText(/^Loading /).map(({ textContent }) => textContent)).toEqual([]);
});

test('says of each empty part of the account that it is empty', () => {
  render(<stories.EmptyAccount />);
  for (const text of ['No passkeys', 'No sessions', 'No logins yet', 'No usage tokens']) screen.getByText(text);
  screen.getByText('No connected apps');
});

test('shows the command of the guide and what it writes, on each platform, with the public key and no download', async () => {
  const user = userEvent.setup();
  render(<stories.Setup />);
  const region = (name: string) => screen.getByRole('region', { name });
  expect(region('Connect Debian, Ubuntu').textContent).toContain(KEY);
  expect(region('/etc/rspamd/local.d/rspamd_premium_rules.inc').textContent).toContain(KEY);
  const line = region('/etc/rspamd/local.d/fuzzy_check.conf');
  expect(screen.getAllByText('one line at the end; the rest of the file stays')).toHaveLength(2);
  expect(line.textContent).not.toContain(KEY);
  region('/etc/apt/auth.conf.d/rspamd.conf');
  await user.click(screen.getByRole('radio', { name: 'EL-based' }));
  region('/etc/yum.repos.d/rspamd.repo');
  await user.click(screen.getByRole('radio', { name: 'mailcow' }));
  expect(region('Connect mailcow').textContent).toContain(KEY);
  expect(screen.queryByRole('button', { name: /download/i })).toBeNull();
});

test('says that a user without a key sees a placeholder', () => {
  render(<stories.SetupWithoutKey />);
  screen.getByText('You have no key yet: these files hold a placeholder.');
});

test('shows the usage with the limit in requests, and no download', async () => {
  render(<stories.Usage />);
  await screen.findByText('60,000 emails a day (120,000 requests)');
  await screen.findByRole('button', { name: 'Show as table' });
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
});

test('shows the plan and its use, without any action', () => {
  const { container, unmount } = render(<stories.ViewedPlanFull />);
  screen.getByText('Starter × 2');
  screen.getByText('Paid monthly, next invoice on 22 December 2026');
  expect(container.querySelectorAll('a, button:not(.tip), form, input')).toHaveLength(0);
  unmount();
  render(<stories.ViewedPlanNone />);
  screen.getByText(/^You have no plan now/);
  expect(sent).toEqual([]);
});

test('says that a user without a plan sees no usage, and requests none', () => {
  render(<stories.UsageWithoutPlan />);
  screen.getByText('The customer has no plan, and sees no usage.');
  expect(sent).toEqual([]);
});
