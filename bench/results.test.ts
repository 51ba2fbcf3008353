import { expect, test } from 'vitest';
import {
  assertComplete,
  judge,
  median,
  percentile,
  quantile,
  tableOf,
  targetText,
  valuesText,
  type Row,
} from './results.ts';

const row = (ours: number[], changes: Partial<Row> = {}): Row => ({
  id: 'P99',
  what: 'a thing',
  unit: 'ms',
  ours,
  target: { most: 10 },
  ...changes,
});
test.each([
  [[9, 9, 11], true],
  [[9, 9, 11, 11], false],
  [[9, 11, 11], false],
  [[10], true],
  [[NaN], false],
  [[], false],
])('judges whether runs %j meet a target of at most 10: %s', (ours, isMet) => {
  expect(judge(row(ours))?.isMet).toBe(isMet);
});

test.each([
  [{ most: 10, eachRun: true } as const, [9, 9, 9, 9, 11], [], false],
  [{ most: 10, eachRun: true } as const, [9, 9, 9, 9, 10], [], true],
  [{ least: 99 }, [99, 98, 100], [], true],
  [{ leastTimes: 0.5 }, [50, 40, 60], [100, 60, 200], true],
  [{ leastTimes: 0.5 }, [50, 40, 60], [100, 90, 200], false],
  [{ mostTimes: 1.5 }, [15, 16], [10], false],
  // Of an absolute bound and a multiple of the same run's reference, the wider one counts.
  [{ most: 10, mostTimes: 1.5 }, [10, 14, 30], [4, 10, 10], true],
  [{ most: 10, mostTimes: 1.5 }, [10, 14, 30], [4, 9, 10], false],
])('judges whether target %j is met by runs %j with reference %j: %s', (target, ours, reference, isMet) => {
  expect(judge(row(ours, { target, reference }))?.isMet).toBe(isMet);
});

test.each([[[]], [[row([])]], [[row([1, NaN])]], [[row([1]), row([1], { reference: [Infinity] })]]])(
  'rejects a measurement with missing values: %j',
  (rows) => expect(() => assertComplete(rows)).toThrow(),
);

test('does not judge a row without a target', () => {
  const { target: _target, ...informs } = row([1, 2]);
  expect(judge(informs)).toBeNull();
  expect(tableOf('program', { rows: [informs] })).toMatchObject([{ target: '', met: '' }]);
});

test('formats targets', () => {
  expect(targetText({ most: 10, mostTimes: 1.5, eachRun: true })).toBe('≤ 10 or 1.5 ×, each run');
  expect(targetText({ leastTimes: 0.9 })).toBe('≥ 0.9 ×');
  expect(targetText({ most: 0 })).toBe('≤ 0');
});

test('lists up to eight runs, and shows quartiles for more', () => {
  expect(valuesText([], 'ms')).toBe('');
  expect(valuesText([9.956], 'ms')).toBe('9.96 ms');
  expect(valuesText([3, 1, 2], '')).toBe('2 (3 1 2)');
  expect(valuesText([4, 2, 1, 3], '/s')).toBe('2.5 /s (4 2 1 3)');
  expect(valuesText([13, 1, 9, 5, 3, 7, 11, 2, 12], 'ms')).toBe('7 ms (1, 3 to 11, 13 of 9 runs)');
});

test('interpolates medians and quartiles, but not percentiles', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, NaN]);
  expect([0.25, 0.75].map((share) => quantile([5, 1, 2, 3, 4, 9], share))).toEqual([2.25, 4.75]);
  expect(percentile([5, 1, 2, 3, 4], 0.95)).toBe(5);
  expect(
    percentile(
      Array.from({ length: 100 }, (_, n) => n + 1),
      0.95,
    ),
  ).toBe(95);
});

test('shows how many runs met the target', () => {
  expect(tableOf('one', { rows: [row([9, 11, 9])] })).toMatchObject([{ target: '≤ 10', met: 'yes, 2 of 3' }]);
});

test('shows a failed program in a row with the error', () => {
  const table = tableOf('usage', { rows: [], failure: 'error: deadlock detected' });
  expect(table).toEqual([{ what: 'usage', ours: 'failed: error: deadlock detected', met: 'no' }]);
});
