import { expect, test } from 'vitest';
import { choosePlan } from './counting-plan.ts';

const subscription = (id: string, status: string, started_at: string) => ({ id, status, started_at });
const key = (subscription_id: string | null, public_key: string, usable = true) => ({
  subscription_id,
  public_key,
  usable,
});

const old = '2026-01-01T00:00:00Z';
const recent = '2026-11-01T00:00:00Z';

type Subscription = ReturnType<typeof subscription>;
type Key = ReturnType<typeof key>;

test.each<[string, Subscription[], Key[], [string | null, string | null]]>([
  ['nothing without subscriptions and keys', [], [], [null, null]],
  ['a live subscription and its key', [subscription('a', 'active', old)], [key('a', 'A')], ['a', 'A']],
  ['a past due subscription, which is live', [subscription('a', 'past_due', old)], [key('a', 'A')], ['a', 'A']],
  ['a trial, which is live', [subscription('a', 'trialing', old)], [key('a', 'A')], ['a', 'A']],
  [
    'the oldest of two live subscriptions with keys',
    [subscription('b', 'active', recent), subscription('a', 'active', old)],
    [key('a', 'A'), key('b', 'B')],
    ['a', 'A'],
  ],
  [
    'the live subscription whose key works, before an older one',
    [subscription('a', 'active', old), subscription('b', 'active', recent)],
    [key('a', 'A', false), key('b', 'B')],
    ['b', 'B'],
  ],
  [
    'the live subscription whose key works, before a newer one without a key',
    [subscription('b', 'active', recent), subscription('a', 'active', old)],
    [key('a', 'A')],
    ['a', 'A'],
  ],
  [
    'the oldest of two live subscriptions without keys',
    [subscription('b', 'active', recent), subscription('a', 'active', old)],
    [],
    ['a', null],
  ],
  [
    'a live subscription before a newer ended one',
    [subscription('a', 'active', old), subscription('b', 'canceled', recent)],
    [key('a', 'A')],
    ['a', 'A'],
  ],
  ['no suspended or deleted key', [subscription('a', 'active', old)], [key('a', 'A', false)], ['a', null]],
  ["no other subscription's key", [subscription('a', 'active', old)], [key('b', 'B')], ['a', null]],
  [
    'a manual key with a live subscription that has no key (Enterprise)',
    [subscription('a', 'active', old)],
    [key(null, 'M')],
    ['a', 'M'],
  ],
  [
    'the key of a live subscription before a manual one',
    [subscription('a', 'active', old)],
    [key(null, 'M'), key('a', 'A')],
    ['a', 'A'],
  ],
  ['a manual key', [], [key(null, 'M')], [null, 'M']],
  ['the newest of two manual keys', [], [key(null, 'M'), key(null, 'N')], [null, 'N']],
  ['the custom key before a newer one', [], [key(null, 'CUSTOM'), key(null, 'N')], [null, 'CUSTOM']],
  ['no custom key that does not work', [], [key(null, 'M'), key(null, 'CUSTOM', false)], [null, 'M']],
  [
    'a manual key before an ended subscription',
    [subscription('a', 'canceled', recent)],
    [key(null, 'M'), key('a', 'A', false)],
    [null, 'M'],
  ],
  ['no manual key that does not work', [], [key(null, 'M', false)], [null, null]],
  [
    'the newest ended subscription',
    [subscription('a', 'canceled', old), subscription('b', 'unpaid', recent)],
    [key('b', 'B')],
    ['b', null],
  ],
  ['an incomplete subscription as not live', [subscription('a', 'incomplete', recent)], [], ['a', null]],
])('counts %s', (_title, subscriptions, keys, expected) => {
  const chosen = choosePlan(subscriptions, keys, 'CUSTOM');
  expect([chosen.subscription?.id ?? null, chosen.key?.public_key ?? null]).toEqual(expected);
});

test('says that the key of a live subscription is off, but not that of an ended one or beside a manual key', () => {
  const [live, over, off] = [
    subscription('a', 'active', old),
    subscription('a', 'canceled', old),
    key('a', 'A', false),
  ];
  expect(choosePlan([live], [off], null).isKeyOff).toBe(true);
  expect(choosePlan([live], [], null).isKeyOff).toBe(false);
  expect(choosePlan([live], [off, key(null, 'M')], null).isKeyOff).toBe(false);
  expect(choosePlan([over], [off], null).isKeyOff).toBe(false);
});

test('names every further live subscription, the oldest first', () => {
  const subscriptions = [
    subscription('c', 'trialing', recent),
    subscription('b', 'active', recent),
    subscription('a', 'active', old),
    subscription('d', 'canceled', old),
  ];
  const { subscription: counting, others } = choosePlan(subscriptions, [key('c', 'C')], null);
  expect(counting?.id).toBe('c');
  expect(others.map(({ id }) => id)).toEqual(['a', 'b']);
});
