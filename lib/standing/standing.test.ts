import { expect, test } from 'vitest';
import { standingOf, type Facts } from './read-standing.ts';

const FINE: Facts = {
  status: 'active',
  hasKey: true,
  used: 100,
  limit: 1000,
  willReachLimit: false,
  hasRequest: true,
  isSilent: false,
};

test.each<[string, Partial<Facts>]>([
  ['fine', {}],
  ['fine', { limit: null, used: 1_000_000 }],
  ['fine', { used: 799 }],
  ['fine', { used: null }],
  ['near', { used: 800 }],
  ['near', { used: 999 }],
  ['near', { willReachLimit: true }],
  ['over', { used: 1000 }],
  ['over', { used: 5000, limit: 1000 }],
  ['over', { used: 1, limit: 0 }],
  ['fine', { used: 0, limit: 0 }],
  ['waiting', { used: null, hasRequest: false }],
  ['silent', { isSilent: true, used: 900 }],
  ['over', { isSilent: true, used: 1000 }],
  ['past_due', { status: 'past_due', used: 5000, isSilent: true }],
  ['unpaid', { status: 'unpaid', hasKey: false }],
  ['unpaid', { status: 'paused', hasKey: false }],
  ['unpaid', { status: 'incomplete', hasKey: false }],
  ['none', { status: 'canceled', hasKey: false }],
  ['none', { status: null, hasKey: false }],
  ['fine', { status: null }],
  ['fine', { status: 'trialing' }],
])('is %s with %j', (standing, facts) => {
  expect(standingOf({ ...FINE, ...facts })).toBe(standing);
});
