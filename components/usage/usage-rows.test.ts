import { describe, expect, it } from 'vitest';
import type { UsageRowView } from '#lib/usage/views.ts';
import { limitDerivation, sortUsageRows, toUsageRow, usageState, type UsageRow } from './usage-rows.ts';

const usage = (fields: Partial<UsageRowView> = {}): UsageRowView => ({
  ...{ description: 'key', key_id: 'abc', limit: 4000, limit_source: 'rank', limit_rate: 4000 / 86_400, quantity: 1 },
  ...{ daily_series: [null, 10], last_day: 10, average_7_day: 10, is_over_limit: false, overage: 0, error: null },
  ...fields,
});
const row = (fields: Partial<UsageRow> = {}): UsageRow => ({
  ...{ description: 'key', keyId: 'abc', usage: usage(), error: null },
  ...fields,
});

describe('the state of a row (spec §4)', () => {
  it.each([
    ['Loading', row({ usage: null })],
    ['Error', row({ usage: null, error: 'no' })],
    ['No recent data', row({ usage: usage({ daily_series: [], limit: null }) })],
    ['No limit info', row({ usage: usage({ limit: null }) })],
    ['Over limit', row({ usage: usage({ is_over_limit: true }) })],
    ['Within limit', row()],
  ])('%s', (state, given) => expect(usageState(given)).toBe(state));
});

describe('a row', () => {
  const key = { description: 'key', key_id: 'abc' };
  const idle = { data: undefined, error: null, isFetching: false };
  it.each([
    ['is awaited', key, { ...idle, isFetching: true }, { usage: null, error: null, keyId: 'abc' }],
    ['is there', key, { ...idle, data: usage() }, { usage: usage(), error: null, keyId: 'abc' }],
    ['failed', key, { ...idle, error: new Error('x') }, { usage: null, error: 'Failed to load usage data' }],
    ['is tried again', key, { data: undefined, error: new Error('x'), isFetching: true }, { error: null }],
    ['keeps what it had when a refresh fails', key, { ...idle, data: usage(), error: new Error('x') }, { error: null }],
    ['says the server’s reason', key, { ...idle, data: usage({ error: 'why' }) }, { usage: null, error: 'why' }],
    [
      'has no key id that leads anywhere',
      key,
      { ...idle, data: usage({ description: null, error: 'There is no such key.' }) },
      { keyId: null, error: 'No key prefix mapping available' },
    ],
    ['has no key id', { ...key, key_id: '' }, idle, { keyId: null, error: 'No key prefix mapping available' }],
  ])('%s', (_, given, answer, expected) => expect(toUsageRow(given, answer)).toMatchObject(expected));
});

describe('order (spec §2)', () => {
  it('is over the limit, then by the last day, else by the average of seven; what is not known comes last, in its own order', () => {
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
      ...['over', 'busy', 'by average', 'zero', 'awaited', 'nothing'],
    ]);
  });
});

describe('how a limit came about (spec §9)', () => {
  it.each([
    [{}, 'The rate of its rank: 0.0463 requests/s x 86,400 s = 4,000 requests a day.'],
    [
      { limit_source: 'key', quantity: 3, limit: 12_000 } as const,
      'This key’s own rate: 0.0463 requests/s x 86,400 s x 3 units = 12,000 requests a day.',
    ],
    [{ limit: null, limit_rate: null, limit_source: 'none' } as const, null],
  ])('%#', (fields, text) => expect(limitDerivation(usage(fields))).toBe(text));
});
