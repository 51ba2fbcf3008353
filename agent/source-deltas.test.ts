import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Pseudonyms } from './src/sources/pseudonyms.ts';
import { advanceSources, foldSources, type Seen } from './src/sources/source-deltas.ts';
import { sourceBodies } from './src/sources/source-report.ts';
import { bytesOfAddress, networkOfAddress, readAddresses } from './src/usage/addresses.ts';
import type { Counts, Row } from './src/usage/counts.ts';
import { reloading } from './src/usage/deltas.ts';
import { readStatistics } from './src/usage/statistics.ts';

const sample = (name: string) => readFileSync(path.join(import.meta.dirname, 'samples', name), 'utf8');

test.each<[string, object]>([
  [
    'fuzzystat-3.4-raw-TESTKEYS-ONLY.json',
    { '8ywinfgfqgb7b': [4, 4, 0], kp764mjri41eb: [1, 1, 0], q9dnoqbh6ztzp: [1, 1, 0] },
  ],
  [
    'fuzzystat-4.1.6-raw-TESTKEYS-ONLY.json',
    { kp764mjri41eb: [0, 0, 0], ptfjggt3nt96c: [6, 6, 0], q9dnoqbh6ztzp: [4, 4, 2], '8ywinfgfqgb7b': [2, 1, 1] },
  ],
])('reads the counters of each address in %s, but only on request', (name, expected) => {
  const [worker] = readStatistics(sample(name), { withAddresses: true }).workers;
  const found = Object.entries(worker?.addresses ?? {}).map(([key, addresses]) => [key, addresses['127.0.0.1']]);
  expect(Object.fromEntries(found)).toEqual(expected);
  expect(readStatistics(sample(name)).workers[0]?.addresses).toEqual({});
});

test('adds up two spellings of an address, and skips entries without a valid address or valid counters', () => {
  const counts = { checked: 2, matched: 1, errors: 0 };
  const ips = { '192.0.2.1': counts, '::ffff:192.0.2.1': counts, '/run/socket': counts, '192.0.2.2': { checked: -1 } };
  expect(readAddresses(ips)).toEqual({ '192.0.2.1': [4, 2, 0] });
  expect(readAddresses(undefined)).toEqual({});
});

test.each([
  ['192.0.2.1', 'c0000201', 'c00002'],
  ['::ffff:192.0.2.1', 'c0000201', 'c00002'],
  ['::ffff:c000:201', 'c0000201', 'c00002'],
  ['2001:db8:1:2::3', '20010db8000100020000000000000003', '20010db800010002'],
  ['2001:db8::', '20010db8000000000000000000000000', '20010db800000000'],
  ['::1', '00000000000000000000000000000001', '0000000000000000'],
  ['::', '00000000000000000000000000000000', '0000000000000000'],
  ['fe80::1%eth0', 'fe800000000000000000000000000001', 'fe80000000000000'],
  ['64:ff9b::192.0.2.33', '0064ff9b0000000000000000c0000221', '0064ff9b00000000'],
  ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008', '0001000200030004'],
])('converts %s to bytes, and derives its network', (address, bytes, network) => {
  expect(bytesOfAddress(address).toString('hex')).toBe(bytes);
  expect(networkOfAddress(bytesOfAddress(address)).toString('hex')).toBe(network);
});

test('gives an address one pseudonym per secret and key, and addresses of a network the same network pseudonym', () => {
  const [a, same, other] = ['x', 'x', 'y'].map((letter) => new Pseudonyms(Buffer.from(letter.repeat(32))));
  const named = a?.of('key1', '192.0.2.1');
  expect(named?.source).toMatch(/^[\w-]{22}$/);
  expect(same?.of('key1', '192.0.2.1')).toEqual(named);
  expect(a?.of('key1', '192.0.2.2')).toMatchObject({ network: named?.network });
  const all = [named, a?.of('key2', '192.0.2.1'), other?.of('key1', '192.0.2.1'), a?.of('key1', '192.0.3.1')];
  expect(new Set(all.flatMap((each) => [each?.source, each?.network])).size).toBe(8);
  expect(a?.secretId).toBe(same?.secretId);
  expect(a?.secretId).not.toBe(other?.secretId);
});

test('names the IPv6 addresses of a /64 as one server, and IPv4 addresses as one each (R22)', () => {
  const pseudonyms = new Pseudonyms(Buffer.from('x'.repeat(32)));
  const sourceOf = (address: string) => pseudonyms.of('key1', address).source;
  const days = Array.from({ length: 14 }, (_, day) => `2001:db8:1:2:${day}aaa:bbbb:cccc:dddd`);
  expect(new Set(days.map(sourceOf)).size).toBe(1);
  expect(sourceOf('2001:db8:1:3::1')).not.toBe(sourceOf('2001:db8:1:2::1'));
  expect(sourceOf('192.0.2.1')).not.toBe(sourceOf('192.0.2.2'));
  expect(pseudonyms.of('key1', '192.0.2.1').address).toBe(sourceOf('192.0.2.1'));
});

test('counts each address of a server from its own last value, and reports one row for all of them (R22)', () => {
  const names = (_key: string, address: string) => ({ source: 's', network: 'n', address });
  const read = (before: Seen | null, listed: Listed) =>
    advanceSources(before, { workers: [worker(listed)], silent: [] }, NOW, names);
  const first = read(null, { a: [5, 2, 0] });
  const second = read(first, { a: [6, 2, 0], b: [4, 1, 0] });
  expect(second.rows).toEqual([[`${KEY} s n`, 5, 1, 0]]);
  expect(read(second, { a: [6, 2, 0], b: [7, 1, 1] }).rows).toEqual([[`${KEY} s n`, 3, 0, 1]]);
});

const KEY = 'aaaaaaaaaaaay';
const MINUTE = 60_000;
const NOW = 1000 * MINUTE;
type Listed = Record<string, Counts>;
const sum = (listed: Listed) =>
  Object.values(listed).reduce<Counts>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0]);
const worker = (listed: Listed, { pid = '1', generation = 'g1' } = {}) => ({
  ...{ pid, generation, keys: { [KEY]: sum(listed) }, flags: {}, addresses: { [KEY]: listed } },
});
const step = (before: Seen | null, ...workers: ReturnType<typeof worker>[]) =>
  advanceSources(before, { workers, silent: [] }, NOW, (_key, address) => ({
    ...{ source: `s${address}`, network: 'n', address: `s${address}` },
  }));
const row = (address: string, ...counts: Counts): Row => [`${KEY} s${address} n`, ...counts];

test.each<[string, (before: Seen) => Seen & { rows: Row[] }, Row[]]>([
  [
    'the difference of each source',
    (before) => step(before, worker({ a: [9, 3, 1], b: [1, 0, 0] })),
    [row('a', 4, 1, 1)],
  ],
  [
    'a new source in full',
    (before) => step(before, worker({ a: [5, 2, 0], b: [1, 0, 0], c: [2, 1, 0] })),
    [row('c', 2, 1, 0)],
  ],
  ['nothing for a quiet source', (before) => step(before, worker({ a: [5, 2, 0], b: [1, 0, 0] })), []],
  [
    // The key's own counters grew, so the worker did not restart: only source a was forgotten, and b counts from its
    // last value.
    'a source that Rspamd had forgotten in full, and the others not',
    (before) => step(before, { ...worker({ a: [3, 1, 0], b: [4, 0, 0] }), keys: { [KEY]: [12, 3, 0] } }),
    [row('a', 3, 1, 0), row('b', 3, 0, 0)],
  ],
  [
    'a worker that restarted in full, even sources whose counters grew',
    (before) => step(before, { ...worker({ a: [1, 0, 0], b: [4, 0, 0] }), keys: { [KEY]: [5, 0, 0] } }),
    [row('a', 1, 0, 0), row('b', 4, 0, 0)],
  ],
  [
    'a worker that loaded a new map in full, even if all its counters grew',
    (before) =>
      step(
        { ...before, workers: reloading(before.workers) },
        worker({ a: [7, 3, 0], b: [8, 0, 0] }, { generation: 'g2' }),
      ),
    [row('a', 7, 3, 0), row('b', 8, 0, 0)],
  ],
  [
    'the sum of all workers',
    (before) => step(before, worker({ a: [6, 2, 0], b: [1, 0, 0] }), worker({ a: [2, 0, 0] }, { pid: '2' })),
    [row('a', 3, 0, 0)],
  ],
])('counts %s', (_name, next, rows) => {
  const before = step(null, worker({ a: [5, 2, 0], b: [1, 0, 0] }));
  expect(before.rows).toEqual([]);
  expect(next(before).rows).toEqual(rows);
});

test('keeps the counters of a worker that gave no answer', () => {
  const before = step(null, worker({ a: [5, 2, 0] }));
  const silent = advanceSources(before, { workers: [], silent: ['1'] }, NOW, () => ({
    ...{ source: '', network: '', address: '' },
  }));
  expect(silent.rows).toEqual([]);
  expect(step(silent, worker({ a: [7, 2, 0] })).rows).toEqual([row('a', 2, 0, 0)]);
});

const many = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => [`${KEY} s${index} n`, count - index, 0, 1]);

test('reports the 50 busiest sources of a key and the sum of the others, even after reports were merged', () => {
  const rows = foldSources(many(60));
  expect(rows).toHaveLength(51);
  expect(rows.find(([name]) => name === KEY)).toEqual([KEY, 55, 0, 10]);
  expect(foldSources([...rows, [`${KEY} new n`, 1, 0, 0]])).toContainEqual([KEY, 56, 0, 10]);
  expect(foldSources(rows)).toEqual(rows);
});

test('splits a report into bodies of at most 5,000 rows and 2 MB, and adds only what it is given', () => {
  const keys = Array.from({ length: 1000 }, (_, index) => `k${index}`.padEnd(13, 'a'));
  const long = 's'.repeat(22);
  const rows = keys.flatMap((key): Row[] =>
    Array.from({ length: 7 }, (_, index) => [
      `${key} ${long.slice(2)}${index}x ${long}`,
      2 ** 31 - 1,
      2 ** 31 - 1,
      2 ** 31 - 1,
    ]),
  );
  const at = { from: NOW, to: NOW };
  const extraOf = () => ({ address: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', was: long });
  const bodies = sourceBodies({ ...at, rows }, { sequence: 5, secretId: '0123abcd', extraOf });
  expect(bodies.map((body) => (JSON.parse(body) as { sequence: number }).sequence)).toEqual([5, 6]);
  for (const body of bodies) expect(body.length).toBeLessThan(2 * 1024 * 1024);
  const [plain] = sourceBodies(
    { ...at, rows: rows.slice(0, 1) },
    { sequence: 5, secretId: '0123abcd', extraOf: () => ({}) },
  );
  expect(plain).not.toMatch(/address|was/);
});
