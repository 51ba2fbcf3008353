import { HOUR } from '#lib/base/time.ts';

/** The forecast reads yesterday and today, and compares the last six hours with the same hours of yesterday. */
export const FORECAST_HOURS = 48;
const RECENT_HOURS = 6;
/** The most that the forecast multiplies yesterday's hours by. */
const FASTEST = 10;

/**
 * Forecasts the rolling 24-hour total at the end of each of the next 24 hours. `hours` are the requests per hour of the
 * last 48 hours, oldest first, 0 for an hour without a report. Each hour is expected to repeat the same hour a day
 * earlier, times the growth of the last six hours over the same six hours a day earlier, at most 10. If those six hours
 * had no requests, each hour is expected to have the mean of the last six hours.
 */
export function forecastTotals(hours: readonly number[]): number[] {
  const [before, today] = [hours.slice(0, 24), hours.slice(24, FORECAST_HOURS)];
  const recent = sum(today.slice(-RECENT_HOURS));
  const sameBefore = sum(before.slice(-RECENT_HOURS));
  const growth = Math.min(recent / sameBefore, FASTEST);
  let total = sum(today);
  return today.map((requests) => {
    total += (sameBefore > 0 ? requests * growth : recent / RECENT_HOURS) - requests;
    return total;
  });
}

/**
 * When the requests of the most recent 24 hours would reach `limit` according to `forecastTotals(hours)`, within the
 * next 24 hours; null if they would not, or already have.
 */
export function reachesLimitAt(hours: readonly number[], limit: number, now: Date): Date | null {
  let total = sum(hours.slice(24, FORECAST_HOURS));
  if (total >= limit) return null;
  for (const [index, next] of forecastTotals(hours).entries()) {
    if (next >= limit) return new Date(now.getTime() + (index + (limit - total) / (next - total)) * HOUR);
    total = next;
  }
  return null;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
