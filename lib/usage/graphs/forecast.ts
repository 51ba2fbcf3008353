import { HOUR } from '#lib/time.ts';

/** What the forecast looks at: yesterday and today, and how fast today's last hours are against yesterday's. */
export const FORECAST_HOURS = 48;
const RECENT_HOURS = 6;
/** A day that is ten times as busy as the one before is not assumed to grow further. */
const FASTEST = 10;

/**
 * The expected requests of the most recent 24 hours, in one hour, in two, up to 24. `hours` are the requests of the
 * last 48 hours, oldest first, an hour without a report being 0. The next hours are expected to be like those a day
 * before them, times the growth of the last six hours over the same six a day before; without usage a day before, like
 * the mean of the last six hours.
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
 * When the requests of the most recent 24 hours would reach `limit` by `forecastTotals(hours)`, within the next 24
 * hours; null if they would not, or already have.
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
