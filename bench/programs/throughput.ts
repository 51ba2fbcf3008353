/**
 * P3: static pages per second, ours from server/index.ts, the empty app's from `next start`. The judged rows are
 * requests as browsers send them: gzip over keep-alive. Uncompressed and 304 responses are shown for information.
 */
import type { Stack } from '#dev/tests/test-stack.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { closedLoop } from '../tools/closed-loop.ts';
import type { EmptyApp } from '../tools/empty-next.ts';

const TARGET = 0.9;
const RUNS = setting('RUNS', 5);
const SECONDS = setting('SECONDS', 8);
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 16;
const GZIP = { 'accept-encoding': 'gzip' };

type Case = { name: string; path: string; headers: Record<string, string>; status: number; counts: boolean };
const CASES: Case[] = [
  { name: '/ (gzip)', path: '/', headers: GZIP, status: 200, counts: true },
  { name: '/pricing (gzip)', path: '/pricing', headers: GZIP, status: 200, counts: true },
  { name: '/ uncompressed', path: '/', headers: {}, status: 200, counts: false },
  { name: '/ not modified', path: '/', headers: GZIP, status: 304, counts: false },
];

export async function measure(
  { coordinates: { BASE_URL = '' } }: Stack,
  emptyApp: () => Promise<EmptyApp>,
): Promise<Row[]> {
  const reference = (await emptyApp()).url;
  const rows: Row[] = [];
  for (const each of CASES) {
    const [ours, empty] = await alternate(`${BASE_URL}${each.path}`, `${reference}/`, each);
    const target = each.counts && { target: { leastTimes: TARGET } };
    rows.push({ id: 'P3', what: each.name, unit: '/s', ours, reference: empty, ...target });
  }
  return rows;
}

/** Measures both alternately, so that a slow minute of the machine affects both. */
async function alternate(mine: string, theirs: string, { headers, status }: Case): Promise<[number[], number[]]> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round <= RUNS; round++)
    for (const [side, url] of [mine, theirs].entries()) {
      const known: Record<string, string> = status === 304 ? { 'if-none-match': await etagOf(url) } : {};
      const load = { url, headers: { ...headers, ...known }, status, connections: CONNECTIONS };
      const rate = await closedLoop({ ...load, seconds: round ? SECONDS : WARM_UP_SECONDS });
      if (round) rates[side]?.push(rate);
    }
  return rates;
}

async function etagOf(url: string): Promise<string> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.headers.get('etag') ?? '';
}
