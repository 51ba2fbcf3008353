import { describe, expect, test } from 'vitest';
import { reportPlan } from './user-status.ts';

const subscription = (id: string, status: string, started_at: string) => ({
  id,
  status,
  product: `product of ${id}`,
  quantity: 2,
  started_at,
});
const key = (subscription_id: string | null, public_key: string, usable = true) => ({
  subscription_id,
  public_key,
  quantity: 3,
  usable,
  forbidden_flags: [8, 1, 8],
});

const old = '2026-01-01T00:00:00Z';
const recent = '2026-11-01T00:00:00Z';

const free = {
  has_subscription: false,
  is_manual: false,
  plan: { product: null, quantity: 0, status: null, key: null, forbidden_flags: [] },
};
const paid = (id: string, status: string, publicKey: string | null) => ({
  has_subscription: true,
  is_manual: false,
  plan: { product: `product of ${id}`, quantity: 2, status, key: publicKey, forbidden_flags: publicKey ? [1, 8] : [] },
});
const manual = (publicKey: string) => ({
  has_subscription: true,
  is_manual: true,
  plan: { product: null, quantity: 3, status: 'active', key: publicKey, forbidden_flags: [1, 8] },
});
const ended = (id: string, status: string) => ({
  has_subscription: false,
  is_manual: false,
  plan: { product: `product of ${id}`, quantity: 2, status, key: null, forbidden_flags: [] },
});

describe('which plan a status reports (decisions §5)', () => {
  test.each([
    ['a free person', [], [], free],
    ['a live subscription and its key', [subscription('a', 'active', old)], [key('a', 'A')], paid('a', 'active', 'A')],
    ['past_due is live', [subscription('a', 'past_due', old)], [key('a', 'A')], paid('a', 'past_due', 'A')],
    ['trialing is live', [subscription('a', 'trialing', old)], [key('a', 'A')], paid('a', 'trialing', 'A')],
    [
      'the newest of two live ones',
      [subscription('a', 'active', old), subscription('b', 'active', recent)],
      [key('a', 'A'), key('b', 'B')],
      paid('b', 'active', 'B'),
    ],
    [
      'a live one before a newer ended one',
      [subscription('a', 'active', old), subscription('b', 'canceled', recent)],
      [key('a', 'A')],
      paid('a', 'active', 'A'),
    ],
    [
      'a suspended or deleted key is not shown',
      [subscription('a', 'active', old)],
      [key('a', 'A', false)],
      paid('a', 'active', null),
    ],
    [
      "another subscription's key is not shown",
      [subscription('a', 'active', old)],
      [key('b', 'B')],
      paid('a', 'active', null),
    ],
    [
      'a live subscription before a manual key',
      [subscription('a', 'active', old)],
      [key(null, 'M'), key('a', 'A')],
      paid('a', 'active', 'A'),
    ],
    ['a manual key', [], [key(null, 'M')], manual('M')],
    ['the newest of two manual keys', [], [key(null, 'M'), key(null, 'N')], manual('N')],
    ['the custom key before a newer one', [], [key(null, 'CUSTOM'), key(null, 'N')], manual('CUSTOM')],
    ['no custom key that cannot be used', [], [key(null, 'M'), key(null, 'CUSTOM', false)], manual('M')],
    [
      'a manual key before an ended subscription',
      [subscription('a', 'canceled', recent)],
      [key(null, 'M'), key('a', 'A', false)],
      manual('M'),
    ],
    ['a manual key that cannot be used is none', [], [key(null, 'M', false)], free],
    [
      'the newest ended one',
      [subscription('a', 'canceled', old), subscription('b', 'unpaid', recent)],
      [key('b', 'B')],
      ended('b', 'unpaid'),
    ],
    ['incomplete is not live', [subscription('a', 'incomplete', recent)], [], ended('a', 'incomplete')],
  ])('%s', (_title, subscriptions, keys, expected) => {
    expect(reportPlan(subscriptions, keys, 'CUSTOM')).toEqual(expected);
  });
});
