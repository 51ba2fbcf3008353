import type { Interval } from '../model.ts';

const SECONDS: Partial<Record<Interval, number>> = { day: 86_400, week: 604_800 };

/**
 * The first period end after `start`, counted from the anchor: a period anchored on the 31st ends on the 31st again
 * after a shorter month.
 */
export function nextPeriodEnd(anchor: number, start: number, interval: Interval, count: number): number {
  for (let periods = 1; ; periods++) {
    const end = addIntervals(anchor, interval, count * periods);
    if (end > start) return end;
  }
}

function addIntervals(time: number, interval: Interval, count: number): number {
  const fixed = SECONDS[interval];
  if (fixed !== undefined) return time + fixed * count;
  const months = interval === 'year' ? 12 * count : count;
  const date = new Date(time * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return Math.floor(date.getTime() / 1000);
}
