import { describe, expect, it } from 'vitest';
import type { UsageRowView } from '#lib/usage/views.ts';
import { limitDerivation, sortUsageRows, toUsageRow, usageState, type UsageRow } from './usage-rows.ts';

const usage = (fields: Partial<UsageRowView> = {}): UsageRowView => ({
  description: 'key',
  key_id: 'abc',
  limit: 4000,
  limit_source: 'rank',
  limit_rate: 4000 / 86_400,
  quantity: 1,
  daily_series: [null, 10],
  last_day: 10,
  average_7_day: 10,
  is_over_limit: false,
  overage: 0,
  error: null,
  ...fields,
});
const row = (fields: Partial<UsageRow> = {}): UsageRow => ({
  description: 'key',
  keyId: 'abc',
  userId: null,
  usage: usage(),
  error: null,
  ...fields,
});

describe('usageState', () => {
  it.each([
    ['Loading', row({ usage: null })],
    ['Error', row({ usage: null, error: 'no' })],
    ['No recent data', row({ usage: usage({ daily_series: [], limit: null }) })],
    ['No limit info', row({ usage: usage({ limit: null }) })],
    ['Over limit', row({ usage: usage({ is_over_limit: true }) })],
    ['Within limit', row()],
  ])('returns "%s"', (state, given) => expect(usageState(given)).toBe(state));
});

describe('toUsageRow', () => {
  const key = { description: 'key', key_id: 'abc', user_id: null };
  const idle = { data: undefined, error: null, isFetching: false };
  it.each([
    [
      'has neither usage nor error while loading',
      key,
      { ...idle, isFetching: true },
      { usage: null, error: null, keyId: 'abc' },
    ],
    ['has usage once it is loaded', key, { ...idle, data: usage() }, { usage: usage(), error: null, keyId: 'abc' }],
    [
      'has an error after a failure',
      key,
      { ...idle, error: new Error('x') },
      { usage: null, error: 'Failed to load usage data' },
    ],
    ['has no error during a retry', key, { data: undefined, error: new Error('x'), isFetching: true }, { error: null }],
    ['has no error when only a refresh fails', key, { ...idle, data: usage(), error: new Error('x') }, { error: null }],
    ['shows the server’s reason', key, { ...idle, data: usage({ error: 'why' }) }, { usage: null, error: 'why' }],
    [
      'has no key id if the server does not know it',
      key,
      { ...idle, data: usage({ description: null, error: 'This key does not exist.' }) },
      { keyId: null, error: 'No key prefix mapping available' },
    ],
    [
      'has an error if the key id is missing',
      { ...key, key_id: '' },
      idle,
      { keyId: null, error: 'No key prefix mapping available' },
    ],
  ])('%s', (_, given, answer, expected) => expect(toUsageRow(given, answer)).toMatchObject(expected));
});

describe('sortUsageRows', () => {
  it('sorts by last day or else by 7-day average, and rows without data last, whether or not they exceed their limit', () => {
    const named = (description: string, fields: Partial<UsageRowView> | null) =>
      row({ description, usage: fields && usage(fields) });
    const rows = [
      named('awaited', null),
      named('zero', { last_day: 0, average_7_day: 900 }),
      named('by average', { last_day: null, average_7_day: 50 }),
      named('nothing', { last_day: null, average_7_day: null }),
      named('busy', { last_day: 60, average_7_day: 1 }),
      named('over', { last_day: 2, is_over_limit: true }),
    ];
    expect(sortUsageRows(rows).map(({ description }) => description)).toEqual([
      ...['busy', 'by average', 'over', 'zero', 'awaited', 'nothing'],
    ]);
  });
});

describe('limitDerivation', () => {
  it.each([
    [{}, 'The rate of its rank: 0.0463 requests/s x 86,400 s = 4,000 requests a day.'],
    [
      { limit_source: 'key', quantity: 3, limit: 12_000 } as const,
      'This key’s own rate: 0.0463 requests/s x 86,400 s x 3 units = 12,000 requests a day.',
    ],
    [{ limit: null, limit_rate: null, limit_source: 'none' } as const, null],
  ])('explains the limit of %j', (fields, text) => expect(limitDerivation(usage(fields))).toBe(text));
});
