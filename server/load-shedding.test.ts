import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inPlace, leavePlace } from '#lib/http/request-place.ts';
import { createLoadShedder, kindOf, type Kind } from './load-shedding.ts';

const BOUND = { atOnce: 2, waiting: 4, patience: 200, standing: 20 };
const BOUNDS = {
  reads: BOUND,
  writes: { ...BOUND, atOnce: 1 },
  webhooks: { ...BOUND, patience: 10_000, standing: 10_000 },
};

type Outcome = { state: 'waits' | 'begun' | 'refused'; ms: number; leave: () => void };

/** Enters a request and records its outcome. */
function watched(loadShedder: ReturnType<typeof createLoadShedder>) {
  return (kind: Kind, caller = 'a caller'): Outcome => {
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
const many = (enter: (kind: Kind) => Outcome, kind: Kind, count: number) =>
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

test('refuses a request that has waited too long, and later ones sooner while the queue persists (R17)', async () => {
  const roomy = { ...BOUND, waiting: 10_000 }; // so that only waiting leads to a refusal
  const enter = watched(createLoadShedder(() => true, { ...BOUNDS, reads: roomy }));
  many(enter, 'reads', 2);
  const early = enter('reads');
  await expect.poll(() => early.state).toBe('refused');
  expect(early.ms).toBeGreaterThan(BOUND.patience - 1);

  const held = enter('reads'); // the queue was empty, so this request may wait for the full `patience`
  const rest: Outcome[] = [];
  const isSooner = ({ state, ms }: Outcome) => state === 'refused' && ms < BOUND.patience;
  const enterAnother = () => rest.push(enter('reads')) && rest.some(isSooner);
  await expect.poll(enterAnother, { interval: 5 }).toBe(true);
  expect(held.ms).toBeGreaterThan(BOUND.patience - 1);
  await expect.poll(() => states(rest).includes('waits')).toBe(false);
  expect(states(rest)).not.toContain('begun');
});

test('starts waiting requests while the process has idle time, and none while it is busy (R17)', async () => {
  let isBusy = false;
  const enter = watched(
    createLoadShedder(() => isBusy, { ...BOUNDS, reads: { ...BOUND, waiting: 100, patience: 5000 } }),
  );
  const held = many(enter, 'reads', 40);
  expect(states(held).filter((state) => state === 'begun')).toHaveLength(2);
  await expect.poll(() => states(held).includes('waits'), { interval: 5 }).toBe(false);
  expect(states(held)).not.toContain('refused');
  isBusy = true;
  const last = enter('reads');
  await sleep(50);
  expect(last.state).toBe('waits');
});

test('keeps places for webhooks during a flood of reads and writes (S8, R1)', async () => {
  const enter = watched(createLoadShedder(() => true, BOUNDS));
  many(enter, 'reads', 50);
  many(enter, 'writes', 50);
  const events = many(enter, 'webhooks', 6);
  expect(states(events)).toEqual(['begun', 'begun', 'waits', 'waits', 'waits', 'waits']);
  await sleep(2 * BOUND.patience);
  for (const event of events) event.leave();
  expect(states(events)).toEqual(Array(6).fill('begun'));
});

test.each([
  ['GET', '/dashboard', 'reads'],
  ['POST', '/login/email', 'writes'],
  ['POST', '/api/webhooks/stripe', 'webhooks'],
  ['GET', '/api/webhooks/stripe', 'reads'],
  ['DELETE', '/account/api/webhooks/', 'writes'],
])('counts %s %s as one of the %s', (method, pathname, kind) => {
  expect(kindOf(method, pathname)).toBe(kind);
});

test('counts the event loop as busy while it works, and idle while it waits (R17)', async () => {
  const none = { atOnce: 0, waiting: 10, patience: 60_000, standing: 60_000 };
  const enter = watched(createLoadShedder(undefined, { reads: none, writes: none, webhooks: none }));
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
