import { valueAt } from '../system/json.ts';

export type Counts = [checked: number, hits: number, errors: number];
/** Counters by key id. */
export type Keys = Record<string, Counts>;
/** The flags of each key's matches since its counters began; only where Rspamd counts by flag. */
export type Flags = Record<string, number[]>;
export type Row = [key: string, checked: number, hits: number, errors: number];

export const ZERO: Counts = [0, 0, 0];
export const plus = (a: Counts, b: Counts): Counts => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Counts, b: Counts): Counts => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** The counters in an object of `fuzzystat`, or null if one is missing or invalid. */
export function countsOf(value: unknown): Counts | null {
  const counts = ['checked', 'matched', 'errors'].map((name) => valueAt(value, name));
  return areCounts(counts) ? counts : null;
}

const areCounts = (values: unknown[]): values is Counts =>
  values.every((value) => Number.isSafeInteger(value) && Number(value) >= 0);

/** For each key, its flags in `a` and in `b`, each flag once. */
export const withFlags = (a: Flags, b: Flags): Flags => {
  const all = { ...a };
  for (const [key, flags] of Object.entries(b))
    all[key] = [...new Set([...(all[key] ?? []), ...flags])].sort((x, y) => x - y);
  return all;
};

/** A row for each key, sorted by key. */
export const rowsOf = (sums: Map<string, Counts>): Row[] =>
  [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, counts]): Row => [key, ...counts]);
