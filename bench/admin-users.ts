/**
 * P7: pages, orders, filters and searches of the admins' list of users, and the palette, at 100 000 and at 1 000 000
 * users; beside them the shortest call of an admin, in the same run. Times are of the whole call, over HTTP.
 */
import type { Stack } from '#local/test-stack.ts';
import { makeManyUsers } from '#lib/testing/many-users.ts';
import { p95s, timed, times, type Ask, type Timing } from './admin-calls.ts';
import { logInAsAdmin } from './admin-login.ts';
import type { Row } from './rows.ts';
import { setting } from './settings.ts';

/** Users, and the most milliseconds that a call may take then. */
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
/** Common and rare, of emails and notes, short ones, keys, and one that nobody has. */
const SEARCHES = [
  ...['meyer', 'anna.meyer7', 'example', 'host4242', 'bank transfer', 'invoice 4242', 'a', 'an', 'zzzzqqqq'],
  ...['sqjtdkyd', 'dmitri.weber99', '00000000-0000-7000-8000-000000000000'],
];

export async function measure(stack: Stack): Promise<Row[]> {
  const { DATABASE_URL = '', BASE_URL = '' } = stack.coordinates;
  const { cookie } = await logInAsAdmin(stack);
  const ask = (path: string) => timed(`${BASE_URL}${path}`, cookie);
  const rows: Row[] = [];
  for (const { users, targetMs } of SIZES) {
    const started = performance.now();
    await makeManyUsers(DATABASE_URL, users);
    console.log(`${users} users made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    const reference = await p95s(() => times(ask, ['/admin/api/status']));
    for (const [name, calls] of Object.entries(cases(ask))) {
      const row = { id: 'P7', what: `${name}, ${users} users, p95`, unit: 'ms', ours: await p95s(calls) };
      rows.push({ ...row, reference, target: { most: targetMs } });
    }
  }
  return rows;
}

/** What a run asks for. */
const cases = (ask: Ask): Record<string, () => Promise<Timing[]>> => ({
  pages: () => walk(ask),
  orders: () =>
    times(
      ask,
      ORDERS.map((sort) => `${LIST}?sort=${sort}`),
    ),
  filters: () =>
    times(
      ask,
      FILTERS.map((filter) => `${LIST}?${filter}`),
    ),
  searches: () =>
    times(
      ask,
      SEARCHES.map((search) => `${LIST}?search=${encodeURIComponent(search)}`),
    ),
  palette: () =>
    times(
      ask,
      SEARCHES.map((search) => `/admin/api/search?q=${encodeURIComponent(search)}`),
    ),
});

/** Pages of 200, one after the other, in each order. */
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
