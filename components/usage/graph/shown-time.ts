import type { DateTexts } from '#components/ui/data/iso-dates.tsx';
import { DAY } from '#lib/base/time.ts';
import type { Period, Selection } from '#lib/usage/buckets.ts';
import type { SelectionQuery } from '#lib/usage/schema.ts';

/** The label of each period, and the number of days by which a daily limit is multiplied. */
export const PERIOD_TEXTS: Readonly<Record<Period, { label: string; days: number }>> = {
  '24h': { label: '24 hours', days: 1 },
  '168h': { label: '7 days', days: 7 },
  '720h': { label: '30 days', days: 30 },
};

/** The time that a graph shows: a period, or a range with its first and last day as in the URL. */
export type ShownTime = { period: Selection; from: string; to: string };

/** The label of the shown time, its wording after "No data", and its number of days. */
export function textsOf(
  { period, from, to }: ShownTime,
  { day }: DateTexts,
): { label: string; phrase: string; days: number } {
  if (period !== 'range') return { ...PERIOD_TEXTS[period], phrase: `for the last ${PERIOD_TEXTS[period].label}` };
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const days = (last - first) / DAY + 1;
  if (!(days >= 1)) return { label: 'no range', phrase: 'in this range', days: 1 };
  const [start, end] = [day(new Date(first)), day(new Date(last))];
  return { label: `${start} – ${end}`, phrase: `from ${start} to ${end}`, days };
}

/** The query string that requests the graph of the shown time, or of the previous period. */
export const queryOf = ({ period, from, to }: ShownTime, isBefore: boolean): SelectionQuery => ({
  ...(period === 'range' && { from, to }),
  ...(isBefore && { before: 'true' as const }),
});

/** `2026-11-23`, the day in UTC. */
export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
