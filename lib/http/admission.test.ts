import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAdmission, inPlace, kindOf, leavePlace, type Kind } from './admission.ts';

const BOUND = { atOnce: 2, waiting: 4, patience: 200, standing: 20 };
const BOUNDS = {
  reads: BOUND,
  writes: { ...BOUND, atOnce: 1 },
  webhooks: { ...BOUND, patience: 10_000, standing: 10_000 },
};

type Outcome = { state: 'waits' | 'begun' | 'refused'; ms: number; leave: () => void };

/** Enters, and watches what becomes of it. */
function watched(admission: ReturnType<typeof createAdmission>) {
  return (kind: Kind, caller = 'a caller'): Outcome => {
    const from = performance.now();
    const outcome: Outcome = { state: 'waits', ms: 0, leave: () => {} };
    const ends = (state: Outcome['state']) => Object.assign(outcome, { state, ms: performance.now() - from });
    admission.enter(
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

test('R17 a thousand at once: no more are begun than are carried, the queue is bounded, and the rest refused at once', () => {
  const outcomes = many(watched(createAdmission(() => true, BOUNDS)), 'reads', 1000);
  const count = (state: Outcome['state']) => outcomes.filter((each) => each.state === state).length;
  expect([count('begun'), count('waits'), count('refused')]).toEqual([2, 4, 994]);
});

test('R17 who waits is begun as soon as another has ended, in turn', () => {
  const [first, , third, fourth] = many(watched(createAdmission(() => true, BOUNDS)), 'reads', 4);
  expect([third?.state, fourth?.state]).toEqual(['waits', 'waits']);
  first?.leave();
  first?.leave(); // a place is left once
  expect([third?.state, fourth?.state]).toEqual(['begun', 'waits']);
});

test('begins the caller with the least under way first, whoever sends more (P11)', () => {
  const enter = watched(createAdmission(() => true, BOUNDS));
  const [first] = [enter('reads', 'flood'), enter('reads', 'flood')];
  const [flood, , user] = [enter('reads', 'flood'), enter('reads', 'flood'), enter('reads', 'a user')];
  first.leave();
  expect([flood.state, user.state]).toEqual(['waits', 'begun']);
  user.leave();
  expect(flood.state).toBe('begun');
});

test('a request that gives its place back lets the next one begin, once', () => {
  const admission = createAdmission(() => true, BOUNDS);
  const enter = watched(admission);
  leavePlace(); // without a place nothing happens
  admission.enter('writes', 'a', (place) => inPlace(place, leavePlace), expect.unreachable);
  const [second, third] = [enter('writes'), enter('writes')];
  expect([second.state, third.state]).toEqual(['begun', 'waits']);
});

test('R17 who waits in a busy process is refused when its patience ends, and later ones sooner while some still wait', async () => {
  const enter = watched(createAdmission(() => true, BOUNDS));
  many(enter, 'reads', 2);
  const early = enter('reads');
  await expect.poll(() => early.state).toBe('refused');
  expect(early.ms).toBeGreaterThan(BOUND.patience - 1);

  const held = enter('reads'); // the queue is empty again: its own patience
  const rest: Outcome[] = [];
  for (const end = performance.now() + 2 * BOUND.patience; performance.now() < end; await sleep(5))
    rest.push(enter('reads'));
  await expect.poll(() => states([held, ...rest]).includes('waits')).toBe(false);
  expect(states([held, ...rest])).not.toContain('begun');
  expect(rest.at(-1)?.ms).toBeLessThan(held.ms);
});

test('R17 requests that merely wait keep nobody out: while there is time more are begun, some at each look', async () => {
  let isBusy = false;
  const enter = watched(
    createAdmission(() => isBusy, { ...BOUNDS, reads: { ...BOUND, waiting: 100, patience: 5000 } }),
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

test('S8 R1 each kind has its own places: neither a flood of pages nor one of logins keeps Stripe out', async () => {
  const enter = watched(createAdmission(() => true, BOUNDS));
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
])('%s %s is counted among the %s', (method, pathname, kind) => {
  expect(kindOf(method, pathname)).toBe(kind);
});

test('R17 the event loop is busy while it works, and not while it waits', { timeout: 10_000 }, async () => {
  const none = { atOnce: 0, waiting: 10, patience: 60_000, standing: 60_000 };
  const enter = watched(createAdmission(undefined, { reads: none, writes: none, webhooks: none }));
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
