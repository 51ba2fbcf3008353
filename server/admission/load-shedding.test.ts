import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inPlace, leavePlace } from '#lib/http/request-place.ts';
import { createLoadShedder, laneOf, OF_GROUP, type Bounds, type Lane } from './load-shedding.ts';

const BOUND = { atOnce: 2, waiting: 4, line: 4 };
const BOUNDS: Bounds = {
  lanes: {
    reads: { ...BOUND, count: 'people' },
    writes: { ...BOUND, count: 'people', atOnce: 1 },
    light: { ...BOUND, count: 'people' },
    programs: { ...BOUND, count: 'programs' },
    webhooks: { ...BOUND, count: 'webhooks' },
  },
  ofGroup: { people: 10, programs: 10, webhooks: 10 },
  patience: 10_000,
  startingUp: 0,
};
/** The product's limits for a group, with lanes that have room for it. */
const WIDE: Bounds = {
  ...BOUNDS,
  lanes: {
    reads: { count: 'people', atOnce: 50, waiting: 500, line: 100 },
    writes: { count: 'people', atOnce: 50, waiting: 500, line: 100 },
    light: { count: 'people', atOnce: 50, waiting: 500, line: 100 },
    programs: { count: 'programs', atOnce: 50, waiting: 500, line: 200 },
    webhooks: { count: 'webhooks', atOnce: 50, waiting: 500, line: 200 },
  },
  ofGroup: OF_GROUP,
};
/** The bounds with other reads. */
const withReads = (reads: Partial<typeof BOUND>, more: Partial<Bounds> = {}): Bounds => ({
  ...BOUNDS,
  ...more,
  lanes: { ...BOUNDS.lanes, reads: { ...BOUNDS.lanes.reads, ...reads } },
});

type Outcome = { state: 'waits' | 'begun' | 'refused'; ms: number; leave: () => void };

/** Enters a request and records its outcome. */
function watched(loadShedder: ReturnType<typeof createLoadShedder>) {
  return (kind: Lane, caller = 'a caller'): Outcome => {
    const from = performance.now();
    const outcome: Outcome = { state: 'waits', ms: 0, leave: () => {} };
    const ends = (state: Outcome['state']) => Object.assign(outcome, { state, ms: performance.now() - from });
    loadShedder.enter(
      kind,
      caller,
      (place) => Object.assign(ends('begun'), { leave: place.leave }),
      () => ends('refused'),
    );
    return outcome;
  };
}
const many = (enter: (kind: Lane) => Outcome, kind: Lane, count: number) =>
  Array.from({ length: count }, () => enter(kind));
const states = (outcomes: Outcome[]) => outcomes.map(({ state }) => state);

test('starts and queues a bounded number of 1,000 simultaneous requests, and refuses the rest (R17)', () => {
  const outcomes = many(watched(createLoadShedder(() => true, BOUNDS)), 'reads', 1000);
  const count = (state: Outcome['state']) => outcomes.filter((each) => each.state === state).length;
  expect([count('begun'), count('waits'), count('refused')]).toEqual([2, 4, 994]);
});

test('starts the first waiting request when a running one ends (R17)', () => {
  const [first, , third, fourth] = many(watched(createLoadShedder(() => true, BOUNDS)), 'reads', 4);
  expect([third?.state, fourth?.state]).toEqual(['waits', 'waits']);
  first?.leave();
  first?.leave(); // a second call has no effect
  expect([third?.state, fourth?.state]).toEqual(['begun', 'waits']);
});

test('starts requests of the caller with the fewest in progress first, even during a flood (P11)', () => {
  const enter = watched(createLoadShedder(() => true, BOUNDS));
  const [first] = [enter('reads', 'flood'), enter('reads', 'flood')];
  const [flood, , user] = [enter('reads', 'flood'), enter('reads', 'flood'), enter('reads', 'a user')];
  first.leave();
  expect([flood.state, user.state]).toEqual(['waits', 'begun']);
  user.leave();
  expect(flood.state).toBe('begun');
});

test('frees exactly one place when a running request releases its place early', () => {
  const loadShedder = createLoadShedder(() => true, BOUNDS);
  const enter = watched(loadShedder);
  leavePlace(); // has no effect outside of a request
  loadShedder.enter('writes', 'a', (place) => inPlace(place, leavePlace), expect.unreachable);
  const [second, third] = [enter('writes'), enter('writes')];
  expect([second.state, third.state]).toEqual(['begun', 'waits']);
});

test('works on six requests of one address group at once, and keeps its others in its own line (S87)', () => {
  const enter = watched(createLoadShedder(() => true, WIDE));
  const reads = many((lane) => enter(lane, 'flood'), 'reads', 5);
  const writes = many((lane) => enter(lane, 'flood'), 'writes', 4);
  expect(states(reads)).toEqual(Array(5).fill('begun'));
  expect(states(writes)).toEqual(['begun', 'waits', 'waits', 'waits']);
  expect(enter('reads', 'a user').state, 'a line holds up no other group').toBe('begun');
  reads[0]?.leave();
  expect(states(writes), 'a place of a read is free for a write').toEqual(['begun', 'begun', 'waits', 'waits']);
});

test('refuses one address group only when its own line is full (S87)', () => {
  const enter = watched(createLoadShedder(() => true, WIDE));
  const flood = many((lane) => enter(lane, 'flood'), 'reads', 200);
  const count = (state: Outcome['state']) => flood.filter((each) => each.state === state).length;
  expect([count('begun'), count('waits'), count('refused')]).toEqual([6, 100, 94]);
  expect(enter('reads', 'a user').state).toBe('begun');
});

test('takes a waiting place from the longest line for a group that has none, when all are taken (S87)', () => {
  const enter = watched(createLoadShedder(() => true, BOUNDS));
  const flood = many((lane) => enter(lane, 'flood'), 'reads', 6);
  const user = enter('reads', 'a user');
  expect([...states(flood), user.state]).toEqual(['begun', 'begun', 'waits', 'waits', 'waits', 'refused', 'waits']);
  flood[0]?.leave();
  expect([user.state, ...states(flood).slice(2)]).toEqual(['begun', 'waits', 'waits', 'waits', 'refused']);
});

test('lets servers that act for many people have more in progress, in a separate lane (S87)', () => {
  const enter = watched(createLoadShedder(() => true, WIDE));
  const calls = many((lane) => enter(lane, 'an app'), 'programs', 40);
  expect(calls.filter(({ state }) => state === 'begun')).toHaveLength(24);
  expect([enter('programs', 'another app').state, enter('reads', 'an app').state]).toEqual(['begun', 'begun']);
});

test('no longer counts a request for its group that waits for a second while the process is idle (S87)', async () => {
  const enter = watched(
    createLoadShedder(
      () => false,
      withReads({ atOnce: 20, waiting: 20 }, { ofGroup: { ...BOUNDS.ofGroup, people: 1 } }),
    ),
  );
  const [slow, next] = [enter('reads'), enter('reads')];
  expect([slow.state, next.state]).toEqual(['begun', 'waits']);
  await expect.poll(() => next.state, { timeout: 5000 }).toBe('begun');
  expect(next.ms).toBeGreaterThan(999);
  slow.leave();
  expect(enter('reads').state, 'its end frees no second place').toBe('waits');
});

test('refuses a request that has waited for too long (R17)', async () => {
  const enter = watched(createLoadShedder(() => true, withReads({ waiting: 100, line: 100 }, { patience: 200 })));
  many(enter, 'reads', 2);
  const late = enter('reads');
  await expect.poll(() => late.state).toBe('refused');
  expect(late.ms).toBeGreaterThan(199);
});

test('refuses no request for waiting while the process loads its first pages (R11)', async () => {
  const bounds = withReads({ waiting: 100, line: 100 }, { patience: 50, startingUp: 400 });
  const enter = watched(createLoadShedder(() => true, bounds));
  many(enter, 'reads', 2);
  const early = enter('reads');
  await expect.poll(() => early.state, { interval: 5 }).toBe('refused');
  expect(early.ms).toBeGreaterThan(399);
  const late = enter('reads');
  await expect.poll(() => late.state, { interval: 5 }).toBe('refused');
  expect(late.ms).toBeLessThan(early.ms);
});

test('starts waiting requests while the process has idle time, and none while it is busy (R17)', async () => {
  let isBusy = false;
  const bounds = withReads({ waiting: 100, line: 100 }, { ofGroup: { ...BOUNDS.ofGroup, people: 100 } });
  const enter = watched(createLoadShedder(() => isBusy, bounds));
  const held = many(enter, 'reads', 40);
  expect(states(held).filter((state) => state === 'begun')).toHaveLength(2);
  await expect.poll(() => states(held).includes('waits'), { interval: 5 }).toBe(false);
  expect(states(held)).not.toContain('refused');
  isBusy = true;
  const last = enter('reads');
  await sleep(50);
  expect(last.state).toBe('waits');
});

test('keeps places for webhooks during a flood of reads and writes (S8, R1)', () => {
  const enter = watched(createLoadShedder(() => true, BOUNDS));
  many(enter, 'reads', 50);
  many(enter, 'writes', 50);
  const events = many(enter, 'webhooks', 6);
  expect(states(events)).toEqual(['begun', 'begun', 'waits', 'waits', 'waits', 'waits']);
  for (const event of events) event.leave();
  expect(states(events)).toEqual(Array(6).fill('begun'));
});

test.each([
  ['GET', '/dashboard', 'reads'],
  ['POST', '/login/email', 'writes'],
  ['POST', '/api/webhooks/stripe', 'webhooks'],
  ['GET', '/api/webhooks/stripe', 'reads'],
  ['DELETE', '/account/api/webhooks/', 'writes'],
  ['POST', '/api/storage/usage', 'programs'],
  ['GET', '/api/repository/auth', 'programs'],
  ['POST', '/oauth2/token', 'programs'],
  ['GET', '/oauth2/userinfo', 'programs'],
  ['GET', '/oauth2/authorize', 'reads'],
  ['POST', '/oauth2/authorize/an-interaction', 'writes'],
  ['GET', '/oauth2/token/more', 'reads'],
])('counts %s %s as one of the %s', (method, pathname, lane) => {
  expect(laneOf(method, pathname)).toBe(lane);
});

test('counts the event loop as busy while it works, and idle while it waits (R17)', async () => {
  const enter = watched(createLoadShedder(undefined, withReads({ atOnce: 0 })));
  const held = enter('reads');
  let isWorking = true;
  const work = () => {
    for (const end = performance.now() + 30; performance.now() < end;);
    if (isWorking) setImmediate(work);
  };
  work();
  await sleep(500);
  expect(held.state).toBe('waits');
  isWorking = false;
  await expect.poll(() => held.state).toBe('begun');
});
