/**
 * P7: pages, orders, filters and searches of the admins' list of users, and the palette, at 100 000 and at 1 000 000
 * users; beside them the shortest call of an admin, in the same run. Times are of the whole call, over HTTP.
 */
import type { Stack } from '#local/test-stack.ts';
import { makeManyUsers } from '#lib/testing/many-users.ts';
import { logIn, summary, timed, times, type Ask, type Timing } from './admin-calls.ts';
import type { Measurement } from './results.ts';

/** Users, and the most milliseconds that a call may take then. */
const SIZES = [
  { users: 100_000, targetMs: 60 },
  { users: 1_000_000, targetMs: 120 },
] as const;
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

export async function measureAdminUsers({ coordinates }: Stack): Promise<Measurement[]> {
  const { DATABASE_URL = '', BASE_URL = '' } = coordinates;
  const cookie = await logIn(coordinates);
  const ask = (path: string) => timed(`${BASE_URL}${path}`, cookie);
  const measurements: Measurement[] = [];
  for (const { users, targetMs } of SIZES) {
    const started = performance.now();
    await makeManyUsers(DATABASE_URL, users);
    console.log(`${users} users made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    const floor = await times(ask, ['/admin/api/status']);
    const cases: Record<string, Timing[]> = {
      pages: await walk(ask),
      orders: await times(
        ask,
        ORDERS.map((sort) => `${LIST}?sort=${sort}`),
      ),
      filters: await times(
        ask,
        FILTERS.map((filter) => `${LIST}?${filter}`),
      ),
      searches: await times(
        ask,
        SEARCHES.map((search) => `${LIST}?search=${encodeURIComponent(search)}`),
      ),
      palette: await times(
        ask,
        SEARCHES.map((search) => `/admin/api/search?q=${encodeURIComponent(search)}`),
      ),
    };
    for (const [name, timings] of Object.entries(cases)) {
      const { p50, p95, max, slowest } = summary(timings);
      console.log(
        `${users} users, ${name}: p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, max ${max.toFixed(1)} ms (${slowest})`,
      );
      measurements.push({
        ...{ name: `P7 ${name}, ${users} users, p95`, unit: 'ms', ours: p95, reference: summary(floor).p95 },
        ...{ target: `≤ ${targetMs}`, isMet: p95 <= targetMs },
      });
    }
  }
  return measurements;
}

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
