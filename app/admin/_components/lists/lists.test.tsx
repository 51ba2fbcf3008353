/** All lists of the console do the same without rows, after a failure and while they load. */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { ok, refused, REQUEST_ID, sent, type StubAnswer } from '#components/stories/stub-server.tsx';
import { AuditScreen } from '../../audit/_components/audit-screen.tsx';
import { JobsScreen } from '../../jobs/_components/jobs-screen.tsx';
import { KeysScreen } from '../../keys/_components/list/keys-screen.tsx';
import { ClientsScreen } from '../../oauth2/_components/list/clients-screen.tsx';
import { Servers } from '../../servers/_components/servers.tsx';
import { UsersScreen } from '../users/list/users-screen.tsx';

type Case = {
  noun: string;
  screen: ReactNode;
  path: string;
  /** the answer without rows, besides the page */
  empty: object;
  /** a filter as the URL has it, and as the endpoint gets it */
  filter: string;
  asked: string;
  none: string;
  noMatch: string;
  failed: string;
  /** the query of the endpoint without filters */
  all?: string;
  isPaged?: boolean;
};

const COUNTS = { total: 0, active_subscriptions: 0, admins: 0, blocked: 0 };
const KEY_COUNTS = { total: 0, with_email: 0, stripe: 0, manual: 0, deleted: 0 };

const LISTS: readonly Case[] = [
  {
    ...{ noun: 'user', screen: <UsersScreen />, path: '/admin/api/users', empty: { users: [], counts: COUNTS } },
    ...{ filter: 'status=blocked', asked: 'status=blocked', none: 'No users yet', noMatch: 'No users match' },
    failed: 'Failed to load users. You may not have admin privileges.',
  },
  {
    ...{ noun: 'key', screen: <KeysScreen />, path: '/admin/api/fuzzy-keys', empty: { keys: [], counts: KEY_COUNTS } },
    ...{ filter: 'email=with', asked: 'limit=25&email=with', none: 'No keys yet', noMatch: 'No keys match' },
    failed: 'Failed to load fuzzy keys data. Please check your admin permissions and backend connectivity.',
    all: '?limit=25',
  },
  {
    ...{ noun: 'client', screen: <ClientsScreen />, path: '/admin/api/oauth2/clients', empty: { clients: [] } },
    ...{ filter: 'search=x', asked: 'search=x', none: 'No OAuth2 Clients', noMatch: 'No clients match' },
    failed: 'Failed to load OAuth2 clients.',
  },
  {
    ...{ noun: 'event', screen: <AuditScreen />, path: '/admin/api/audit', empty: { events: [], actions: [] } },
    ...{ filter: 'ip=1', asked: 'ip=1', none: 'No events yet', noMatch: 'No events match' },
    failed: 'Failed to load the audit log. You may not have admin privileges.',
  },
  {
    ...{ noun: 'job', screen: <JobsScreen />, path: '/admin/api/jobs', empty: { jobs: [], queues: [] } },
    ...{ filter: 'queue=webhook', asked: 'queue=webhook', none: 'Nothing has failed', noMatch: 'Nothing has failed' },
    failed: 'Failed to load jobs. You may not have admin privileges.',
  },
  {
    ...{ noun: 'server', screen: <Servers />, path: '/admin/api/servers', empty: { servers: [] }, isPaged: false },
    ...{
      filter: 'attention=silent',
      asked: 'attention=silent',
      none: 'No storage servers',
      noMatch: 'No silent hosts',
    },
    failed: 'Failed to load available servers.',
  },
];
const PAGED = LISTS.filter(({ isPaged = true }) => isPaged);
const LATER = 'page=3&after=one~two';

const show = ({ screen: list, path }: Case, answer: StubAnswer | [StubAnswer, ...StubAnswer[]], search = '') =>
  render(
    <StubScreen
      answers={{
        [`GET ${path}`]: answer,
        'GET /admin/api/views': ok({ views: [] }),
        'GET /admin/api/fuzzy-keys/ranks': ok({ ranks: {} }),
      }}
      search={search}
    >
      {list}
    </StubScreen>,
  );
const without = ({ empty }: Case) => ok({ ...empty, total: 0, total_is_capped: false, next_cursor: null });
const queries = ({ path }: Case) =>
  sent.filter(({ request }) => request === `GET ${path}`).map(({ query }) => query ?? '');
const button = (name: string) => screen.queryByRole('button', { name });
const firstPage = () => screen.queryByRole('link', { name: 'Back to the first page' });
const alert = async () => screen.findByRole('alert');

describe.each(LISTS)('the list of $nouns', (list) => {
  test('says that it loads', () => {
    show(list, 'waiting');
    const busy = screen.getAllByRole('table').filter((table) => table.getAttribute('aria-busy') === 'true');
    expect(busy).toHaveLength(1);
    screen.getByText(`Loading ${list.noun}s...`);
  });

  test('says what belongs into it, without a filter to clear', async () => {
    show(list, without(list));
    await screen.findByText(list.none);
    expect([button('Clear filters'), firstPage()]).toEqual([null, null]);
    screen.getByText(`0 ${list.noun}s`);
  });

  test('says that nothing matches, keeps the head of the table, and clears the filters', async () => {
    const user = userEvent.setup();
    show(list, without(list), `?${list.filter}`);
    await screen.findByText(list.noMatch);
    expect(screen.getAllByRole('columnheader').length).toBeGreaterThan(4);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(button('Clear filters')).toBeNull());
    await screen.findByText(list.none);
    await waitFor(() => expect(queries(list)).toEqual([`?${list.asked}`, list.all ?? '']));
  });

  test('says how long to wait after a failure that may pass, and loads on Retry', async () => {
    const user = userEvent.setup();
    const down = refused(503, 'unavailable', 'The service is not available right now.', { retryAfterSeconds: 20 });
    show(list, [down, without(list)], `?${list.filter}`);
    const said = await alert();
    for (const text of [list.failed, 'The service is not available right now.', REQUEST_ID, 'You can try again in'])
      expect(said.textContent).toContain(text);
    expect([button('Clear filters'), firstPage()]).toEqual([null, null]);
    await user.click(within(said).getByRole('button', { name: 'Retry' }));
    await screen.findByText(list.noMatch);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows a user who is not an admin the text of the screen alone', async () => {
    show(list, refused(403, 'forbidden', 'Admins only.'));
    const said = await alert();
    expect(said.textContent).toContain(list.failed);
    expect(said.textContent).not.toContain('Admins only.');
  });

  test('clears a filter that the server refuses, which a retry would send again', async () => {
    const user = userEvent.setup();
    show(list, [refused(400, 'malformed', 'This value does not exist.'), without(list)], `?${list.filter}`);
    const said = await alert();
    for (const text of [list.failed, 'This value does not exist.']) expect(said.textContent).toContain(text);
    expect(button('Retry')).toBeNull();
    await user.click(within(said).getByRole('button', { name: 'Clear filters' }));
    await screen.findByText(list.none);
  });
});

describe.each(PAGED)('a page of the list of $nouns', (list) => {
  test('that no longer has rows leads back to the first', async () => {
    const user = userEvent.setup();
    show(list, without(list), `?${LATER}&${list.filter}`);
    await screen.findByText('Nothing on this page');
    expect(button('Clear filters')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to the first page' }));
    await screen.findByText(list.noMatch);
    expect(queries(list).at(-1)).toBe(`?${list.asked}`);
  });

  test('that no longer exists leads back to the first, which a retry would not', async () => {
    const user = userEvent.setup();
    show(list, [refused(400, 'malformed', 'This cursor is not valid.'), without(list)], `?${LATER}&${list.filter}`);
    const said = await alert();
    expect(said.textContent).toContain(list.failed);
    expect([button('Retry'), button('Clear filters')]).toEqual([null, null]);
    await user.click(within(said).getByRole('link', { name: 'Back to the first page' }));
    await screen.findByText(list.noMatch);
  });
});
