import { describe, expect, test } from 'vitest';
import { estimate, isTooSmall, readCount, suggestPlan } from './suggest-plan.ts';
import { TIERS } from './tiers.ts';

test.each([
  ['Starter', 30_000, false],
  ['Starter', 30_001, true],
  ['Personal', 2001, true],
  ['Scale', 100_000, false],
  ['Enterprise', 1e9, false],
  ['toString', 1e9, false],
])('tells whether one %s is too small for %i emails a day: %j', (plan, emails, expected) => {
  expect(isTooSmall(plan, emails)).toBe(expected);
});

describe('suggestPlan', () => {
  test.each([
    [0, 'Personal', 1],
    [1, 'Personal', 1],
    [2_000, 'Personal', 1],
    [2_001, 'Starter', 1],
    [30_000, 'Starter', 1],
    [30_001, 'Scale', 1],
    [100_000, 'Scale', 1],
    [100_001, 'Scale', 2],
    [250_000, 'Scale', 3],
    [999_999, 'Scale', 10],
  ])('suggests for %i emails a day: %s × %i', (emails, plan, quantity) => {
    expect(suggestPlan(emails)).toEqual({ plan, quantity });
  });

  test.each([1_000_000, 1_000_001, 1e9])('suggests Enterprise for %i emails a day', (emails) => {
    expect(suggestPlan(emails)).toEqual({ plan: 'Enterprise' });
  });

  test('suggests Scale in the needed quantity, never at a higher price than several Starter plans', () => {
    for (let emails = 30_001; emails < 1_000_000; emails += 4_999) {
      const suggestion = suggestPlan(emails);
      if (suggestion.plan !== 'Scale') throw new Error(`${emails}: ${suggestion.plan}`);
      expect(suggestion.quantity * TIERS.Scale.emails).toBeGreaterThanOrEqual(emails);
      const starters = Math.ceil(emails / TIERS.Starter.emails);
      for (const period of ['monthly', 'yearly'] as const)
        expect(suggestion.quantity * TIERS.Scale[period]).toBeLessThanOrEqual(starters * TIERS.Starter[period]);
    }
  });
});

describe('readCount', () => {
  test.each([
    ['0', 0],
    ['30000', 30_000],
    [' 30000 ', 30_000],
    ['007', 7],
    ['30,000', 30_000],
    ['1,000,000', 1_000_000],
    ['30 000', 30_000],
    ['30\u00a0000', 30_000],
    ['30\u202f000', 30_000],
    ['30k', 30_000],
    ['30 K', 30_000],
    ['1.5k', 1_500],
    ['1.2M', 1_200_000],
    ['1.1M', 1_100_000],
    ['1.0001k', 1_000],
    ['1000000000', 1e9],
  ])('reads %j as %i', (text, count) => expect(readCount(text)).toBe(count));

  test.each(['', '   '])('treats %j as no input yet', (text) => expect(readCount(text)).toBeNull());

  test.each(['-1', '2.5', '30.000', '30,00', '3,0000', '1e9', 'abc', '30kk', 'k', '30000 mails', '+5', '٣'])(
    'refuses %j as not a whole number',
    (text) => expect(readCount(text)).toBe('Please type a whole number, for example 30,000 or 30k.'),
  );

  test.each(['9007199254740992', '99999999999999999999', '9007199254740M'])('refuses %j as too large', (text) =>
    expect(readCount(text)).toBe('That number is too large.'),
  );
});

describe('estimate', () => {
  test.each([
    [
      { field: 'emails', text: '30000' },
      { emails: '30000', users: '1,500', emailsPerDay: 30_000 },
    ],
    [
      { field: 'emails', text: '30k' },
      { emails: '30k', users: '1,500', emailsPerDay: 30_000 },
    ],
    [
      { field: 'emails', text: '1' },
      { emails: '1', users: '1', emailsPerDay: 1 },
    ],
    [
      { field: 'emails', text: '0' },
      { emails: '0', users: '0', emailsPerDay: 0 },
    ],
    [
      { field: 'users', text: '101' },
      { emails: '2,020', users: '101', emailsPerDay: 2_020 },
    ],
    [
      { field: 'users', text: '' },
      { emails: '', users: '', emailsPerDay: null },
    ],
  ] as const)('fills both fields for %j', (typed, expected) =>
    expect(estimate(typed)).toEqual({ ...expected, problem: null }),
  );

  test('keeps a text that is not a number, and reports the problem', () => {
    expect(estimate({ field: 'users', text: '2.5' })).toEqual({
      emails: '',
      users: '2.5',
      emailsPerDay: null,
      problem: 'Please type a whole number, for example 30,000 or 30k.',
    });
    expect(estimate({ field: 'users', text: '9007199254740991' })).toMatchObject({
      emails: '',
      problem: 'That number is too large.',
    });
  });
});
