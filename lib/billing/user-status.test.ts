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

describe('reportPlan', () => {
  test.each([
    ['reports no plan without subscriptions and keys', [], [], free],
    [
      'reports a live subscription and its key',
      [subscription('a', 'active', old)],
      [key('a', 'A')],
      paid('a', 'active', 'A'),
    ],
    ['treats past_due as live', [subscription('a', 'past_due', old)], [key('a', 'A')], paid('a', 'past_due', 'A')],
    ['treats trialing as live', [subscription('a', 'trialing', old)], [key('a', 'A')], paid('a', 'trialing', 'A')],
    [
      'prefers the newest of two live subscriptions',
      [subscription('a', 'active', old), subscription('b', 'active', recent)],
      [key('a', 'A'), key('b', 'B')],
      paid('b', 'active', 'B'),
    ],
    [
      'prefers a live subscription to a newer ended one',
      [subscription('a', 'active', old), subscription('b', 'canceled', recent)],
      [key('a', 'A')],
      paid('a', 'active', 'A'),
    ],
    [
      'hides a suspended or deleted key',
      [subscription('a', 'active', old)],
      [key('a', 'A', false)],
      paid('a', 'active', null),
    ],
    [
      "hides another subscription's key",
      [subscription('a', 'active', old)],
      [key('b', 'B')],
      paid('a', 'active', null),
    ],
    [
      'prefers a live subscription to a manual key',
      [subscription('a', 'active', old)],
      [key(null, 'M'), key('a', 'A')],
      paid('a', 'active', 'A'),
    ],
    ['reports a manual key', [], [key(null, 'M')], manual('M')],
    ['prefers the newest of two manual keys', [], [key(null, 'M'), key(null, 'N')], manual('N')],
    ['prefers the custom key to a newer one', [], [key(null, 'CUSTOM'), key(null, 'N')], manual('CUSTOM')],
    ['ignores a custom key that does not work', [], [key(null, 'M'), key(null, 'CUSTOM', false)], manual('M')],
    [
      'prefers a manual key to an ended subscription',
      [subscription('a', 'canceled', recent)],
      [key(null, 'M'), key('a', 'A', false)],
      manual('M'),
    ],
    ['ignores a manual key that does not work', [], [key(null, 'M', false)], free],
    [
      'reports the newest ended subscription',
      [subscription('a', 'canceled', old), subscription('b', 'unpaid', recent)],
      [key('b', 'B')],
      ended('b', 'unpaid'),
    ],
    ['does not treat incomplete as live', [subscription('a', 'incomplete', recent)], [], ended('a', 'incomplete')],
  ])('%s', (_title, subscriptions, keys, expected) => {
    expect(reportPlan(subscriptions, keys, 'CUSTOM')).toEqual(expected);
  });
});
