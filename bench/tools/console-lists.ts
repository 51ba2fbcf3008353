/** P13: every order, filter and search of the console's lists, on the first, the second and a deep page. */
import type pg from 'pg';
import { median, percentile } from '../results.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import type { Ask } from './admin-calls.ts';

const RUNS = setting('RUNS', 3);
/** The number of the deep page. */
const DEEP = 20;

const USERS = '/admin/api/users';
const KEYS = '/admin/api/fuzzy-keys';

const USER_ORDERS = ['-created_at', 'created_at', 'email', '-email', 'last_seen_at', '-last_seen_at'];
const USER_FILTERS = [
  ...['', 'status=blocked', 'status=active', 'admin=true', 'admin=false', 'verified=true', 'verified=false'],
  ...['live', 'manual', 'none', 'past_due', 'trialing', 'paused', 'canceled', 'unpaid', 'incomplete'].map(
    (status) => `subscription=${status}`,
  ),
];
const PAIRS = [
  'status=blocked&subscription=live',
  'verified=false&subscription=past_due',
  'search=meyer&status=blocked',
];
const KEY_ORDERS = ['-created_at', 'created_at', 'description', '-description', 'email', '-rank', 'quantity'];
const KEY_FILTERS = [
  ...['', 'rank=50', 'rank=20', 'email=with', 'email=without', 'deleted=true'],
  ...['attention=over', 'attention=silent', 'attention=spread'],
];
/** Common and rare texts, short texts, and one without a match. */
const SEARCHES = [
  ...['meyer', 'anna.meyer7', 'example', 'host4242', 'bank transfer', 'invoice 4242', 'an', 'zzzzqqqq'].map(
    (text) => `search=${encodeURIComponent(text)}`,
  ),
];
const OTHERS = [
  ...['/admin/overview', '/admin/api/unassociated-keys', '/admin/api/usage/ranking', '/admin/api/jobs'],
  ...['/admin/api/search?q=anna.meyer7', '/admin/api/search?q=host4242', '/admin/api/billing/flagged'],
];

const BARE = 'SELECT * FROM users ORDER BY created_at DESC, id DESC LIMIT 51';

/** Rows of p50 and p95 for each list, beside a bare statement for a page. Prints the slowest requests of each row. */
export async function measureConsole(askOnce: Ask, client: pg.Client, users: number): Promise<Row[]> {
  const ask = patiently(askOnce);
  const rows: Row[] = [];
  for (const [name, paths] of Object.entries(cases())) {
    const [p50, p95, reference]: [number[], number[], number[]] = [[], [], []];
    const seen = new Map<string, number[]>();
    const pages = await findPages(ask, paths);
    for (let run = 0; run < RUNS; run++) {
      const times = await askAll(ask, pages);
      for (const [path, ms] of times) seen.set(path, [...(seen.get(path) ?? []), ms]);
      const milliseconds = times.map(([, ms]) => ms).toSorted((a, b) => a - b);
      p50.push(median(milliseconds));
      p95.push(percentile(milliseconds, 0.95));
      reference.push(await bareTime(client));
    }
    const slowest = [...seen].map(([path, ms]) => [path, median(ms)] as const).toSorted((a, b) => b[1] - a[1]);
    for (const [path, ms] of slowest.slice(0, 8)) console.log(`${name}: ${ms.toFixed(0)} ms for ${path}`);
    const of = `${name}, ${users} users, ${pages.length} pages`;
    rows.push({ id: 'P13', what: `${of}, p50`, unit: 'ms', ours: p50, reference });
    rows.push({ id: 'P13', what: `${of}, p95`, unit: 'ms', ours: p95, reference, target: { most: 120 } });
  }
  return rows;
}

/** A statement of a request may take this long. */
const LIMIT_MS = 2500;

/** A request that is answered with 503 counts with the time limit of statements. Any other failure ends the run. */
const patiently =
  (ask: Ask): Ask =>
  async (path) => {
    const start = performance.now();
    try {
      return await ask(path);
    } catch (error) {
      if (!String(error).includes(': 503 ')) throw error;
      console.log(String(error).slice(0, 200));
      return { ms: Math.max(LIMIT_MS, performance.now() - start), body: {} };
    }
  };

const cases = (): Record<string, string[]> => ({
  'users by filter and order': cross(USERS, USER_ORDERS, USER_FILTERS),
  'users by search and order': cross(USERS, USER_ORDERS, SEARCHES),
  'users by two filters and order': cross(USERS, USER_ORDERS, PAIRS),
  'keys by filter and order': cross(KEYS, KEY_ORDERS, KEY_FILTERS),
  'keys by search and order': cross(KEYS, KEY_ORDERS, SEARCHES),
  'other pages of the console': OTHERS,
});

const cross = (list: string, orders: readonly string[], filters: readonly string[]) =>
  orders.flatMap((sort) => filters.map((filter) => `${list}?sort=${sort}${filter && `&${filter}`}`));

/** The first, the second and a deep page of each list, or fewer if it ends before. Reading them also warms up. */
async function findPages(ask: Ask, paths: readonly string[]): Promise<string[]> {
  const pages: string[] = [];
  for (const path of paths) {
    pages.push(path);
    let cursor = (await ask(path)).body.next_cursor;
    for (let page = 2; page <= DEEP && cursor; page++) {
      const next = `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
      if (page === 2 || page === DEEP) pages.push(next);
      cursor = (await ask(next)).body.next_cursor;
    }
  }
  return pages;
}

async function askAll(ask: Ask, paths: readonly string[]): Promise<[string, number][]> {
  const times: [string, number][] = [];
  for (const path of paths) times.push([path, (await ask(path)).ms]);
  return times;
}

async function bareTime(client: pg.Client): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const start = performance.now();
    await client.query(BARE);
    times.push(performance.now() - start);
  }
  return percentile(times, 0.95);
}
