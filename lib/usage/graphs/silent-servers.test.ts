import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import { reportsOf } from './silent-servers.ts';

const START = new Date('2026-06-15T00:00:00Z');
const SERVERS = [
  { id: 1, name: 'fuzzy1', lastSeenAt: null },
  { id: 2, name: 'fuzzy2', lastSeenAt: null },
];
const window = { start: START, stepMs: HOUR, count: 4 };
const end = new Date(START.getTime() + 4 * HOUR);

/** Reports of these servers in these buckets. */
const reported = (buckets: Record<number, number[]>) =>
  Object.entries(buckets).flatMap(([serverId, indices]) =>
    indices.map((index) => ({ keyId: 1, serverId: Number(serverId), index, checked: 0, hits: 0, errors: 0 })),
  );
const shown = (buckets: Record<number, number[]>, earlier: [number, number][] = [], now = new Date(+end + HOUR)) =>
  reportsOf(reported(buckets), SERVERS, { earlier: new Map(earlier), reportedHours: [], window, now });

test('names the server that has not reported, in each bucket', () => {
  expect(shown({ 1: [0, 1, 2, 3], 2: [0, 3] })).toEqual([
    { expected: 2, missing: [], partial: [], is_final: true },
    { expected: 2, missing: ['fuzzy2'], partial: [], is_final: true },
    { expected: 2, missing: ['fuzzy2'], partial: [], is_final: true },
    { expected: 2, missing: [], partial: [], is_final: true },
  ]);
});

test('counts a report of zeros as a report', () => {
  expect(shown({ 1: [0, 1, 2, 3] }).every(({ missing }) => missing.length === 0)).toBe(true);
});

test('expects a server from its first report on', () => {
  expect(shown({ 1: [0, 1, 2, 3], 2: [2] }).map(({ expected }) => expected)).toEqual([1, 1, 2, 2]);
});

test('expects a server that reported in the week before, and no longer after a week', () => {
  const last = (ago: number): [number, number] => [2, START.getTime() - ago];
  expect(shown({ 1: [0] }, [last(HOUR)])[0]).toMatchObject({ expected: 2, missing: ['fuzzy2'] });
  expect(shown({}, [last(7 * DAY - 2 * HOUR)]).map(({ expected }) => expected)).toEqual([1, 1, 0, 0]);
});

test('names a server that reported for less than 23 hours of a day, but not on its first day', () => {
  const days = { start: START, stepMs: DAY, count: 3 };
  const hoursOf = (serverId: number, hours: number[]) => hours.map((each, index) => ({ serverId, index, hours: each }));
  const reports = reportsOf(reported({ 1: [0, 1, 2], 2: [0, 1, 2] }), SERVERS, {
    earlier: new Map(),
    reportedHours: [...hoursOf(1, [24, 24, 24]), ...hoursOf(2, [3, 22, 23])],
    window: days,
    now: new Date(+START + 9 * DAY),
  });
  expect(reports.map(({ partial }) => partial)).toEqual([[], ['fuzzy2'], []]);
});

test('names no server if none reported', () => {
  expect(shown({})[0]).toEqual({ expected: 0, missing: [], partial: [], is_final: true });
});

test.each([
  [4 * MINUTE, [true, true, true, false]],
  [5 * MINUTE, [true, true, true, true]],
  [-HOUR, [true, true, false, false]],
])('treats a bucket as final five minutes after its end (%d ms after the last)', (after, expected) => {
  expect(shown({}, [], new Date(end.getTime() + after)).map(({ is_final }) => is_final)).toEqual(expected);
});

test.each<[string, number, number, string[][]]>([
  ['an hour ago, at half past', 3 * HOUR + 30 * MINUTE, 0, [[], [], [], ['fuzzy1']]],
  ['two minutes ago', 3 * HOUR + 58 * MINUTE, 0, [[], [], [], []]],
  ['after the window', 5 * HOUR, HOUR, [[], [], [], []]],
])('names a server that fell silent %s with the hour that it left', (_, seen, after, expected) => {
  const servers = [{ id: 1, name: 'fuzzy1', lastSeenAt: new Date(+START + seen) }];
  const now = new Date(+end + after);
  const known = { earlier: new Map<number, number>(), reportedHours: [], window, now };
  expect(reportsOf(reported({ 1: [0, 1, 2, 3] }), servers, known).map(({ partial }) => partial)).toEqual(expected);
});
