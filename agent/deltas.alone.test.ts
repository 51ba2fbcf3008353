import { describe, expect, test } from 'vitest';
import { seeded } from '#lib/testing/random.ts';
import { advance } from './src/usage/deltas.ts';

type Counts = [checked: number, hits: number, errors: number];
type Seen = NonNullable<Parameters<typeof advance>[0]>;
const [A, B, C] = ['aaaaaaaaaaaay', 'bbbbbbbbbbbby', 'ccccccccccccy'] as const;
const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;

const seen = (keys: Record<string, Counts>, changes: Partial<Seen[string]> = {}) => ({
  generation: 'g1',
  isReloading: false,
  seenAt: NOW - MINUTE,
  keys,
  ...changes,
});
const worker = (pid: string, keys: Record<string, Counts>, generation = 'g1') => ({ pid, generation, keys, flags: {} });

test('returns the flags of the keys that matched since the last reading, over all workers', () => {
  const workers = [
    { ...worker('1', { [A]: [9, 3, 0], [B]: [5, 2, 0] }), flags: { [A]: [8], [B]: [1] } },
    { ...worker('2', { [A]: [2, 2, 0] }), flags: { [A]: [1] } },
  ];
  const before = { 1: seen({ [A]: [5, 2, 0], [B]: [4, 2, 0] }), 2: seen({ [A]: [1, 1, 0] }) };
  expect(advance(before, { workers, silent: [] }, NOW).flags).toEqual({ [A]: [1, 8] });
  expect(advance(null, { workers, silent: [] }, NOW).flags).toEqual({});
});

type Case = { before: Seen; now: ReturnType<typeof worker>[]; silent?: string[]; rows: unknown[]; kept?: string[] };
test.each<[string, Case]>([
  [
    'reports the difference for the same process',
    { before: { 1: seen({ [A]: [5, 2, 1] }) }, now: [worker('1', { [A]: [9, 3, 1] })], rows: [[A, 4, 1, 0]] },
  ],
  [
    'reports a row of zeros when nothing was counted',
    { before: { 1: seen({ [A]: [5, 2, 1] }) }, now: [worker('1', { [A]: [5, 2, 1] })], rows: [[A, 0, 0, 0]] },
  ],
  [
    'sums processes and sorts keys',
    {
      before: { 1: seen({ [B]: [1, 0, 0] }), 2: seen({ [B]: [2, 0, 0] }) },
      now: [worker('1', { [B]: [2, 1, 0], [A]: [1, 0, 0] }), worker('2', { [B]: [5, 0, 1] })],
      rows: [
        [A, 1, 0, 0],
        [B, 4, 1, 1],
      ],
    },
  ],
  [
    'counts a new process in full',
    { before: { 1: seen({ [A]: [50, 0, 0] }) }, now: [worker('2', { [A]: [7, 1, 0] })], rows: [[A, 7, 1, 0]] },
  ],
  [
    'counts all keys of a process in full when one counter went back',
    {
      before: { 1: seen({ [A]: [50, 9, 0], [B]: [1, 0, 0] }) },
      now: [worker('1', { [A]: [3, 1, 0], [B]: [4, 0, 0] })],
      rows: [
        [A, 3, 1, 0],
        [B, 4, 0, 0],
      ],
    },
  ],
  [
    'counts a process in full when only its errors went back',
    { before: { 1: seen({ [A]: [5, 5, 1] }) }, now: [worker('1', { [A]: [6, 6, 0] })], rows: [[A, 6, 6, 0]] },
  ],
  [
    'counts a restarted process in full, and the difference for the other',
    {
      before: { 1: seen({ [A]: [50, 0, 0] }), 2: seen({ [A]: [50, 0, 0] }) },
      now: [worker('1', { [A]: [2, 0, 0] }), worker('2', { [A]: [52, 0, 0] })],
      rows: [[A, 4, 0, 0]],
    },
  ],
  [
    'counts a process in full once it has loaded the new map, although no counter went back',
    {
      before: { 1: seen({ [A]: [1, 0, 0] }, { isReloading: true }) },
      now: [worker('1', { [A]: [5, 0, 0], [B]: [1, 0, 0] }, 'g2')],
      rows: [
        [A, 5, 0, 0],
        [B, 1, 0, 0],
      ],
    },
  ],
  [
    'reports the difference until the process has loaded the new map',
    {
      before: { 1: seen({ [A]: [1, 0, 0] }, { isReloading: true }) },
      now: [worker('1', { [A]: [5, 0, 0] })],
      rows: [[A, 4, 0, 0]],
    },
  ],
  [
    'counts an unexpected new key in full, and the difference for the others',
    {
      before: { 1: seen({ [A]: [10, 0, 0] }) },
      now: [worker('1', { [A]: [12, 0, 0], [C]: [3, 0, 0] }, 'g2')],
      rows: [
        [A, 2, 0, 0],
        [C, 3, 0, 0],
      ],
    },
  ],
  [
    'reports no row for a key that is gone',
    {
      before: { 1: seen({ [A]: [10, 0, 0], [B]: [4, 0, 0] }) },
      now: [worker('1', { [A]: [12, 0, 0] }, 'g2')],
      rows: [[A, 2, 0, 0]],
    },
  ],
  [
    'remembers a process for as long as it does not answer',
    {
      before: { 1: seen({ [A]: [5, 0, 0] }, { seenAt: 0 }), 2: seen({ [A]: [1, 0, 0] }) },
      now: [worker('2', { [A]: [2, 0, 0] })],
      silent: ['1'],
      rows: [[A, 1, 0, 0]],
      kept: ['1', '2'],
    },
  ],
  [
    'remembers a process that vanished recently, in case it comes back',
    {
      before: { 1: seen({ [A]: [5, 0, 0] }), 2: seen({ [A]: [1, 0, 0] }) },
      now: [worker('2', { [A]: [1, 0, 0] })],
      rows: [[A, 0, 0, 0]],
      kept: ['1', '2'],
    },
  ],
  [
    'forgets a process that vanished ten minutes ago',
    {
      before: { 1: seen({ [A]: [5, 0, 0] }, { seenAt: NOW - 10 * MINUTE }), 2: seen({ [A]: [1, 0, 0] }) },
      now: [worker('2', { [A]: [1, 0, 0] })],
      rows: [[A, 0, 0, 0]],
      kept: ['2'],
    },
  ],
  [
    'reports no row when no process answers',
    { before: { 1: seen({ [A]: [5, 0, 0] }) }, now: [], rows: [], kept: ['1'] },
  ],
])('%s', (_name, { before, now, silent = [], rows, kept }) => {
  const after = advance(before, { workers: now, silent }, NOW);
  expect(after.rows).toEqual(rows);
  if (kept) expect(Object.keys(after.workers).sort()).toEqual(kept);
  for (const { pid, keys } of now) expect(after.workers[pid]?.keys).toEqual(keys);
});

test('treats the first reading as the baseline when there is no state', () => {
  const first = advance(null, { workers: [worker('1', { [A]: [500, 20, 1] })], silent: [] }, NOW);
  expect(first.rows).toEqual([[A, 0, 0, 0]]);
  const second = advance(first.workers, { workers: [worker('1', { [A]: [501, 20, 1] })], silent: [] }, NOW + MINUTE);
  expect(second.rows).toEqual([[A, 1, 0, 0]]);
});

test('expects a reload until the generation has changed', () => {
  const before = { 1: seen({ [A]: [1, 0, 0] }, { isReloading: true }) };
  const flagOf = (generation: string) =>
    advance(before, { workers: [worker('1', { [A]: [1, 0, 0] }, generation)], silent: [] }, NOW).workers[1];
  expect(flagOf('g1')?.isReloading).toBe(true);
  expect(flagOf('g2')?.isReloading).toBe(false);
});

describe('a storage whose processes die, reload and fall silent', () => {
  const seeds = Array.from({ length: 200 }, (_, index) => index + 1 + (Number(process.env.SEED) || 0));
  test('reports every request exactly once over 200 random sequences of failures (R22)', () => {
    let requests = 0;
    for (const seed of seeds) requests += live(seed);
    expect(requests).toBeGreaterThan(50_000);
  });

  /**
   * Simulates one reader, and processes that count, die, reload a map or do not answer. Returns the number of requests.
   */
  function live(seed: number): number {
    const random = seeded(seed);
    const below = (n: number) => Math.floor(random() * n);
    const names = [A, B, C];
    let pid = 100;
    let map = 1;
    const fresh = () => ({ pid: String(pid++), map, keys: {} as Record<string, Counts>, isSilent: false });
    let processes = Array.from({ length: 1 + below(3) }, fresh);
    let before: Seen = advance(null, { workers: [], silent: [] }, NOW).workers;
    const truth: Record<string, number> = {};
    const sums: Record<string, number> = {};
    const list = (map: number) => names.filter((_, index) => index !== map % 4);

    for (let minute = 1; minute <= 60; minute++) {
      for (const one of processes) {
        for (const key of list(one.map)) {
          const [checked, hits, errors] = one.keys[key] ?? [0, 0, 0];
          const more = random() < 0.5 ? below(9) : 0;
          one.keys[key] = [checked + more, hits, errors];
          truth[key] = (truth[key] ?? 0) + more;
        }
        one.isSilent = random() < 0.1;
      }
      const [told, silent] = [processes.filter((one) => !one.isSilent), processes.filter((one) => one.isSilent)];
      const workers = told.map((one) => worker(one.pid, structuredClone(one.keys), `map ${one.map}`));
      const result = advance(before, { workers, silent: silent.map((one) => one.pid) }, NOW + minute * MINUTE);
      for (const [key, checked] of result.rows) sums[key] = (sums[key] ?? 0) + checked;
      before = result.workers;
      // Processes restart right after a reading, when no count can be lost. Silent ones, with unread counts, do not.
      if (random() < 0.1) processes = processes.map((one) => (one.isSilent ? one : fresh()));
      if (random() < 0.15 && !silent.length) {
        map++;
        for (const expecting of Object.values(before)) expecting.isReloading = true;
        for (const one of processes) Object.assign(one, { map, keys: {} });
      }
    }
    const unread = processes.filter((one) => one.isSilent);
    const last = unread.map((one) => worker(one.pid, one.keys, `map ${one.map}`));
    const { rows } = advance(before, { workers: last, silent: [] }, NOW + 61 * MINUTE);
    for (const [key, checked] of rows) sums[key] = (sums[key] ?? 0) + checked;
    expect({ seed, ...sums }).toEqual({ seed, ...truth });
    return Object.values(truth).reduce((sum, count) => sum + count, 0);
  }
});
