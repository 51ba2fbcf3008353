import { plus, rowsOf, withFlags, ZERO, type Counts, type Flags, type Row } from './counts.ts';

/** Times are Unix milliseconds. */
export type Report = { from: number; to: number; rows: Row[]; flags?: Flags };

/** The most rows that the portal accepts in one POST. A body of this size is far below its limit of 1 MB. */
export const MAX_ROWS = 5000;
const BUCKET_MS = 10 * 60_000;

/** The 10-minute bucket in which the portal counts a report; a bucket includes its end. */
export const bucketOf = (to: number): number => Math.ceil(to / BUCKET_MS);

/** The number of bodies for a report with this many rows. */
export const partsOf = (rows: number): number => Math.max(1, Math.ceil(rows / MAX_ROWS));

/** The bodies to send, always the same for the same report. Each part has its own sequence. */
export function bodiesOf({ from, to, rows, flags = {} }: Report, sequence: number): string[] {
  return Array.from({ length: partsOf(rows.length) }, (_, part) =>
    JSON.stringify({
      sequence: sequence + part,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      keys: rows.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS).map(([key_id, checked, hits, errors]) => ({
        ...{ key_id, checked, hits, errors },
        ...(flags[key_id] && { matched_flags: flags[key_id] }),
      })),
    }),
  );
}

/** Merges two reports: the span of both, and for each key its sums and the flags of both. */
export function mergeReports(a: Report, b: Report): Report {
  const sums = new Map<string, Counts>();
  for (const [key, ...counts] of [...a.rows, ...b.rows]) sums.set(key, plus(sums.get(key) ?? ZERO, counts));
  return {
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
    rows: rowsOf(sums),
    flags: withFlags(a.flags ?? {}, b.flags ?? {}),
  };
}
