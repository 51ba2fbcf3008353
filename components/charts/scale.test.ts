import { describe, expect, test } from 'vitest';
import { HOUR } from '#lib/base/time.ts';
import { timeTicks, valueTicks } from './scale.ts';

const limit = (value: number) => ({ value, text: 'Limit per hour' });
const line = (...values: (number | null)[]) => [{ name: 'checked', label: 'Checked', look: 'area' as const, values }];

describe('valueTicks', () => {
  test.each([
    [[620], null, [0, 200, 400, 600, 800]],
    [[0, null, 3], null, [0, 1, 2, 3]],
    [[100], null, [0, 25, 50, 75, 100]],
    [[1_234_567], null, [0, 500_000, 1_000_000, 1_500_000]],
  ])('returns round whole numbers from 0 that cover %j with limit %j', (values, most, ticks) => {
    expect(valueTicks(line(...values), most)).toEqual(ticks);
  });

  test('includes a near limit, omits a distant one, and scales to the limit if nothing was counted', () => {
    expect(valueTicks(line(300), limit(1000)).at(-1)).toBe(1000);
    expect(valueTicks(line(300), limit(1201)).at(-1)).toBe(300);
    expect(valueTicks(line(300), limit(100)).at(-1)).toBe(300);
    expect(valueTicks(line(0, 0), limit(333)).at(-1)).toBe(400);
  });

  test('returns 0 and 1 if there are no values', () => {
    expect(valueTicks(line(null, null), null)).toEqual([0, 1]);
    expect(valueTicks([], null)).toEqual([0, 1]);
  });
});

describe('timeTicks', () => {
  const first = Date.parse('2026-11-20T14:40:00Z');
  const iso = (ticks: number[]) => ticks.map((tick) => new Date(tick).toISOString());

  test('divides 24 hours into steps of 3 hours', () => {
    const { ticks, stepMs } = timeTicks(first, first + 23 * HOUR, 8);
    expect(stepMs).toBe(3 * HOUR);
    expect(iso(ticks)[0]).toBe('2026-11-20T15:00:00.000Z');
    expect(ticks).toHaveLength(8);
  });

  test.each([
    [167, 24],
    [29 * 24, 120],
    [400 * 24, 720],
  ])('divides %d hours into steps of %d hours that start at midnight UTC', (hours, stepHours) => {
    const { ticks, stepMs } = timeTicks(first, first + hours * HOUR, 8);
    expect(stepMs).toBe(stepHours * HOUR);
    expect(iso(ticks).every((tick) => tick.endsWith('T00:00:00.000Z'))).toBe(true);
  });

  test('treats a day on which clocks change as 24 hours long (R21)', () => {
    const { ticks } = timeTicks(Date.parse('2026-10-24T00:00:00Z'), Date.parse('2026-10-27T00:00:00Z'), 3);
    expect(iso(ticks).map((tick) => tick.slice(8, 13))).toEqual(['24T00', '25T00', '26T00', '27T00']);
  });
});
