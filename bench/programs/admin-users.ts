/**
 * P7: pages, orders, filters and searches of the admin user list, and the command palette, at 100,000 and 1,000,000
 * users. The reference is the cheapest admin request in the same run. Times are of whole requests over HTTP.
 */
import type { Stack } from '#dev/tests/test-stack.ts';
import { makeManyUsers } from '#lib/testing/demo/many-users.ts';
import { p95s, timed, times, type Ask, type Timing } from '../tools/admin-calls.ts';
import { logInAsAdmin } from '../tools/admin-login.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';

/** Numbers of users, with the maximum p95 for each. */
const SIZES = [
  { users: 100_000, targetMs: 60 },
  { users: 1_000_000, targetMs: 120 },
].filter(({ users }) => users <= setting('USERS', Infinity));
const PAGES = 20;

const LIST = '/admin/api/users';
const ORDERS = ['-created_at', 'created_at', 'email', '-email', 'last_seen_at', '-last_seen_at'];
const FILTERS = [
  ...['status=blocked', 'status=active', 'admin=true', 'verified=false', 'subscription=live', 'subscription=manual'],
  ...['subscription=none', 'subscription=past_due', 'subscription=paused', 'subscription=canceled&sort=email'],
  ...['status=blocked&sort=email', 'subscription=trialing&sort=-last_seen_at'],
];
/** Common and rare texts of emails and notes, short texts, keys, and texts without a match. */
const SEARCHES = [
  ...['meyer', 'anna.meyer7', 'example', 'host4242', 'bank transfer', 'invoice 4242', 'a', 'an', 'zzzzqqqq'],
  ...['sqjtdkyd', 'dmitri.weber99', '00000000-0000-7000-8000-000000000000'],
];

export async function measure(stack: Stack): Promise<Row[]> {
  const { DATABASE_URL = '' } = stack.coordinates;
  const rows: Row[] = [];
  for (const { users, targetMs } of SIZES) {
    const started = performance.now();
    await makeManyUsers(DATABASE_URL, users);
    console.log(`${users} users created in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    rows.push(...(await measureLists(stack, users, targetMs)));
  }
  return rows;
}

/** A row each for pages, orders, filters, searches and the palette, with `users` users in the database. */
export async function measureLists(stack: Stack, users: number, targetMs: number): Promise<Row[]> {
  const { cookie } = await logInAsAdmin(stack);
  const ask = (path: string) => timed(`${stack.coordinates.BASE_URL ?? ''}${path}`, cookie);
  const reference = await p95s(() => times(ask, ['/admin/api/status']));
  const rows: Row[] = [];
  for (const [name, calls] of Object.entries(cases(ask))) {
    const row = { id: 'P7', what: `${name}, ${users} users, p95`, unit: 'ms', ours: await p95s(calls) };
    rows.push({ ...row, reference, target: { most: targetMs } });
  }
  return rows;
}

/** The requests of one run, by the name of the row. */
const cases = (ask: Ask): Record<string, () => Promise<Timing[]>> => ({
  'user list pages': () => walk(ask),
  'user list orders': () =>
    times(
      ask,
      ORDERS.map((sort) => `${LIST}?sort=${sort}`),
    ),
  'user list filters': () =>
    times(
      ask,
      FILTERS.map((filter) => `${LIST}?${filter}`),
    ),
  'user list searches': () =>
    times(
      ask,
      SEARCHES.map((search) => `${LIST}?search=${encodeURIComponent(search)}`),
    ),
  'command palette': () =>
    times(
      ask,
      SEARCHES.map((search) => `/admin/api/search?q=${encodeURIComponent(search)}`),
    ),
});

/** Walks through pages of 200 in each order. */
async function walk(ask: Ask): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (const sort of ORDERS) {
    let cursor: string | null | undefined;
    for (let page = 0; page < PAGES && cursor !== null; page++) {
      const path = `${LIST}?sort=${sort}&limit=200${cursor ? `&cursor=${cursor}` : ''}`;
      const { ms, body } = await ask(path);
      timings.push({ path: `${sort}, page ${page + 1}`, ms });
      cursor = body.next_cursor ?? null;
    }
  }
  return timings;
}
