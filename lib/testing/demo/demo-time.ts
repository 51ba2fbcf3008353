import { DAY } from '#lib/base/time.ts';

export const now = new Date();
export const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);

/** The same time some calendar months earlier; the 31st becomes the last day of a shorter month. */
export function monthsBefore(time: Date, months: number): Date {
  const before = new Date(time);
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
  before.setUTCDate(Math.min(time.getUTCDate(), lastDay));
  return before;
}
