import { render, screen, waitFor, within } from '@testing-library/react';
import { IsoDates } from '#components/ui/data/iso-dates.tsx';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { KEY, REQUEST_ID, sent } from '#components/stories/stub-server.tsx';
import * as stories from '../users.stories.tsx';

const LOAD_FAILED = 'Failed to load users. You may not have admin privileges.';
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr');
  if (!row) throw new Error(`No row of ${name}`);
  return row;
};
const queries = () => sent.filter(({ request }) => request === 'GET /admin/api/users').map(({ query }) => query);
const pages = () => screen.findByRole('navigation', { name: 'Pages of users' });

test('says that the table and the counters are loading', () => {
  render(<stories.Loading />);
  expect(screen.getByRole('table', { name: 'Users' }).getAttribute('aria-busy')).toBe('true');
  screen.getByText('Loading users...');
});

test("shows a failure's request id, and loads the list on Retry", async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(LOAD_FAILED);
  expect(alert.textContent).toContain(REQUEST_ID);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await rowOf('ada@example.com');
});

test('says that there are no users', async () => {
  render(<stories.Empty />);
  await screen.findByText('No users yet');
});

test('says that no user matches, and clears the filters', async () => {
  const user = userEvent.setup();
  render(<stories.NoMatch />);
  await screen.findByText('No users match');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await rowOf('ada@example.com');
  expect(queries()).toEqual(['?search=nobody&status=blocked', undefined]);
});

test('shows email, status, subscription, limit and key of each user', async () => {
  render(<stories.Full />, { wrapper: IsoDates });
  const row = await rowOf('manual@example.com');
  within(row).getByRole('img', { name: 'Email verified' });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    ...['', 'Active', 'Premium Manual', '127%', '25K emails (50K)', `${KEY.slice(0, 12)}…`, '2026-01-16 09:45'],
    ...['2026-01-15 08:30', 'EditUsageDelete'],
  ]);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['', 'User', 'Status', 'Subscription', 'Usage', 'Limits', 'API Key', 'Last seen (UTC)', 'Created (UTC)'],
    'Actions',
  ]);
  const link = within(row).getByRole('link', { name: 'Usage of manual@example.com' });
  expect([link.getAttribute('target'), link.getAttribute('href')]).toEqual([
    '_blank',
    '/admin/user/0197a000-0000-7000-8000-000000000002/usage',
  ]);
  const blocked = within(await rowOf('blocked@example.com'));
  blocked.getByRole('img', { name: 'Email not verified' });
  expect(blocked.getByText('Blocked').className).toContain('text-red');
  const late = await rowOf('past-due@example.com');
  expect(late.textContent).toContain('Personal × 2');
  expect(within(late).getByText('Past due').className).toContain('text-signal');
  expect(within(late).getByText('Payment failed').className).toContain('text-amber');
  within(late).getByText('Admin');
  expect(within(await rowOf('No Email')).getByText('Canceled').className).toContain('text-red');
});

test('copies the key of a user', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  const row = within(await rowOf('manual@example.com'));
  await user.click(row.getByRole('button', { name: /copy API key/ }));
  await row.findByText('Copied to clipboard!');
  expect(await navigator.clipboard.readText()).toBe(KEY);
});

test('filters by a clicked counter, and clears the filter when the total is clicked', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  const counters = within(screen.getByRole('list', { name: 'Counters' }));
  await counters.findByText('1,234');
  expect(counters.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['Total Users1,234', 'Active Subscriptions7', 'Admin Users2', 'Blocked Users1'],
  ]);
  await user.click(counters.getByRole('link', { name: /Admin Users/ }));
  await screen.findByRole('link', { name: /^Remove filter ?Role/ });
  await user.click(counters.getByRole('link', { name: /Total Users/ }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Remove filter ?Role/ })).toBeNull());
  expect(queries()).toEqual([undefined, '?admin=true', undefined]);
});

test('shows the filters and the order, removes a filter, and exports the filtered users', async () => {
  const user = userEvent.setup();
  render(<stories.Filtered />);
  await rowOf('ada@example.com');
  const shown = within(screen.getByRole('group', { name: 'In force' }));
  expect(shown.getAllByRole('link').map((link) => link.getAttribute('aria-label') ?? link.textContent)).toEqual([
    ...['Remove filter Status Blocked', 'Remove filter Sort Email A–Z', 'Clear all'],
  ]);
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/admin/api/users/export?status=blocked&sort=email',
  );
  await user.click(shown.getByRole('link', { name: /^Remove filter ?Status/ }));
  await waitFor(() => expect(queries().at(-1)).toBe('?sort=email'));
  await user.click(screen.getByRole('button', { name: 'Sort' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'Email Z–A' }));
  await waitFor(() => expect(queries().at(-1)).toBe('?sort=-email'));
});

test.each([
  ['User', ['email', '-email', 'email']],
  ['Last seen (UTC)', ['-last_seen_at', 'last_seen_at', '-last_seen_at']],
  ['Created (UTC)', ['created_at', '-created_at', 'created_at']],
])('sorts by %s, reverses the order on the next click, and sets aria-sort', async (name, orders) => {
  const user = userEvent.setup();
  render(<stories.Full />);
  const header = () => screen.getByRole('columnheader', { name });
  for (const sort of orders) {
    await user.click(within(header()).getByRole('link'));
    await waitFor(() => expect(queries().at(-1)).toBe(sort === '-created_at' ? undefined : `?sort=${sort}`));
    expect(header().getAttribute('aria-sort')).toBe(sort.startsWith('-') ? 'descending' : 'ascending');
  }
});

test('shows a capped total, and requests the next page', async () => {
  const user = userEvent.setup();
  render(<stories.Capped />);
  expect((await pages()).textContent).toContain('1–1 of 1,000+');
  await user.click(within(await pages()).getByRole('link', { name: 'Next' }));
  await waitFor(() => expect(queries().at(-1)).toBe('?cursor=next'));
});

test('shows facts, subscription and security of a user as text, and why the user cannot be deleted', async () => {
  render(<stories.Panel />);
  const panel = within(await screen.findByRole('dialog', { name: 'ada@example.com' }));
  const facts = panel.getByRole('region', { name: 'Facts' }).textContent;
  expect(facts).toContain('<b>late</b>');
  expect(facts).toContain('Germany');
  panel.getByText('sub_active');
  expect(panel.queryByRole('link', { name: 'sub_active' })).toBeNull();
  expect(panel.getByRole('region', { name: 'Security' }).textContent).toContain('Two-factorOff');
  panel.getByRole('region', { name: 'Keys' });
  expect(panel.getByRole('link', { name: 'Open customer' }).getAttribute('href')).toMatch(/^\/admin\/users\//);
  panel.getByText('Cannot delete user with Stripe integration');
});

test('marks the values of a key that an admin set, and gives the key back to its plan', async () => {
  const user = userEvent.setup();
  render(<stories.PanelSetByAdmin />);
  await screen.findByText('Set by an admin: rank, quantity');
  const button = () => screen.getByRole('button', { name: 'Use the plan’s values' });
  await user.click(button());
  await screen.findByText('Failed to apply the plan: Something went wrong.');
  await user.click(button());
  await screen.findByText('The key has the plan’s values again.');
  await waitFor(() => expect(screen.queryByText(/Set by an admin/)).toBeNull());
  expect(sent.filter(({ request }) => request.startsWith('POST')).at(-1)).toMatchObject({
    request: 'POST /admin/api/billing/apply-plan',
    body: { subscription: 'sub_active' },
  });
});

test('says that the user of the panel does not exist', async () => {
  render(<stories.PanelOfUnknownUser />);
  await screen.findByText('This user does not exist.');
});

describe('the panel beside the list, on a desktop', () => {
  afterEach(() => vi.restoreAllMocks());
  const open = async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(
      Object.assign(new EventTarget(), { matches: true }) as MediaQueryList,
    );
    const user = userEvent.setup();
    render(<stories.Walking />);
    await user.click(await screen.findByRole('link', { name: 'ada@example.com' }));
    return { user, panel: await screen.findByRole('dialog', { name: 'ada@example.com' }) };
  };
  const link = (name: string) => screen.getByRole('link', { name });

  test('takes the focus, leaves the list usable, and gives the focus back to the row', async () => {
    const { user, panel } = await open();
    expect(document.activeElement).toBe(panel);
    expect(panel.getAttribute('aria-modal')).toBeNull();
    expect(link('ada@example.com').getAttribute('aria-current')).toBe('true');
    await user.click(link('bob@example.com'));
    await screen.findByRole('dialog', { name: 'bob@example.com' });
    expect(document.activeElement).toBe(panel);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(link('bob@example.com'));
  });

  test('follows j and k, which keep the focus in the list', async () => {
    const { user } = await open();
    await user.keyboard('j');
    await screen.findByRole('dialog', { name: 'bob@example.com' });
    expect(document.activeElement).toBe(link('bob@example.com'));
    await user.keyboard('k');
    await screen.findByRole('dialog', { name: 'ada@example.com' });
    expect(document.activeElement).toBe(link('ada@example.com'));
  });

  test('stays open when Escape is pressed in the search or in a dialog above it', async () => {
    const { user, panel } = await open();
    await user.click(screen.getByRole('searchbox'));
    await user.keyboard('{Escape}');
    await user.click(within(panel).getByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog', { name: 'Edit User' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Edit User' })).toBeNull();
    screen.getByRole('dialog', { name: 'ada@example.com' });
  });
});
