import { expect, test } from 'vitest';
import { HOUR } from '#lib/base/time.ts';
import { FORECAST_HOURS, forecastTotals, reachesLimitAt } from './forecast.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const even = (requests: number) => Array<number>(24).fill(requests);
const hoursFromNow = (at: Date | null) => (at === null ? null : (at.getTime() - NOW.getTime()) / HOUR);
const forecast = (before: number[], today: number[], limit: number) =>
  hoursFromNow(reachesLimitAt([...before, ...today], limit, NOW));

test('forecasts no change after two equal days', () => {
  expect(forecast(even(100), even(100), 2401)).toBeNull();
});

test('returns the totals of the next 24 hours', () => {
  const today = [...Array<number>(18).fill(100), ...Array<number>(6).fill(200)];
  const totals = forecastTotals([...even(100), ...today]);
  expect(totals).toHaveLength(24);
  expect(totals.slice(0, 3)).toEqual([3100, 3200, 3300]);
  expect(forecastTotals([...even(100), ...even(100)])).toEqual(even(2400));
});

test('returns null once the limit is reached', () => {
  expect(forecast(even(100), even(100), 2400)).toBeNull();
});

test('repeats the day before with the growth of the last six hours', () => {
  const today = [...Array<number>(18).fill(100), ...Array<number>(6).fill(200)];
  // Each hour of 200 replaces one of 100 in the last 24 hours: the sum of 3,000 grows by 100 an hour.
  expect(forecast(even(100), today, 3500)).toBe(5);
  expect(forecast(even(100), today, 3550)).toBeCloseTo(5.5);
});

test('applies the growth to the busy hours, not to the quiet night', () => {
  const day = [...Array<number>(12).fill(0), ...Array<number>(12).fill(100)];
  const today = day.map((requests) => requests * 2);
  // For twelve hours the sum stays at 2,400, because both nights are at 0; then it grows by 200 an hour.
  expect(forecast(day, today, 2600)).toBe(13);
});

test('uses the mean of the last six hours for a key without usage the day before', () => {
  const today = [...Array<number>(18).fill(0), ...Array<number>(6).fill(60)];
  expect(forecast(even(0), today, 960)).toBe(10);
});

test('forecasts at most ten times the requests of the day before', () => {
  const today = [...Array<number>(18).fill(10), ...Array<number>(6).fill(1000)];
  // An hour of 100 replaces one of 10 in the last 24 hours: 90 more.
  expect(forecast(even(10), today, 6180 + 90)).toBe(1);
});

test('returns null for a key without requests in the last 24 hours', () => {
  expect(forecast(even(0), even(0), 100)).toBeNull();
  expect(forecast(even(100), even(0), 100)).toBeNull();
});

test('finds the same first crossing of the 24-hour sum as adding up minute by minute', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  let crossings = 0;
  for (let round = 0; round < 200; round++) {
    const hours = Array.from({ length: FORECAST_HOURS }, () => Math.floor(random() * 100) + 1);
    const today = hours.slice(24);
    const total = today.reduce((a, b) => a + b, 0);
    const limit = Math.floor(total * (1 + random()));
    const growth = Math.min(sumOf(hours.slice(42)) / sumOf(hours.slice(18, 24)), 10);
    const found = hoursFromNow(reachesLimitAt(hours, limit, NOW));
    const expected = firstCrossing(today, growth, total, limit);
    if (expected === null) expect(found).toBeNull();
    else {
      crossings++;
      expect(found).toBeCloseTo(expected, 1);
    }
  }
  expect(crossings).toBeGreaterThan(20);
});

const sumOf = (counts: number[]) => counts.reduce((a, b) => a + b, 0);

/** Moves the window of 24 hours forward by a minute at a time. Returns the hours until its sum reaches the limit. */
function firstCrossing(today: number[], growth: number, total: number, limit: number): number | null {
  if (total >= limit) return null;
  let sum = total;
  for (let minute = 0; minute < 24 * 60; minute++) {
    const hour = today[Math.floor(minute / 60)] ?? 0;
    sum += (hour * growth - hour) / 60;
    if (sum >= limit) return (minute + 1) / 60;
  }
  return null;
}
