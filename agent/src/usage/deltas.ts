import { minus, plus, rowsOf, withFlags, ZERO, type Counts, type Flags, type Keys, type Row } from './counts.ts';
import type { Worker } from './statistics.ts';

/** A worker's counters as last read. */
export type Seen = { generation: string; isReloading: boolean; seenAt: number; keys: Keys };
/** The last counters of each worker, by pid. */
export type SeenWorkers = Record<string, Seen>;

/** How long to keep the counters of a worker that fuzzystat no longer lists, in case it comes back. */
const KEEP_UNLISTED_MS = 10 * 60_000;

/**
 * What was counted since `before`, summed over the workers: a row for every listed key. A worker that is new, or whose
 * counters restarted, counts in full. Without `before` all rows are zero, because it is unknown what was already
 * reported. `flags` are those of the keys with matches in these rows, `restarted` the pids that counted in full.
 */
export function advance(
  before: SeenWorkers | null,
  { workers, silent }: { workers: readonly Omit<Worker, 'addresses'>[]; silent: readonly string[] },
  now: number,
): { workers: SeenWorkers; rows: Row[]; flags: Flags; restarted: Set<string> } {
  const after: SeenWorkers = {};
  const sums = new Map<string, Counts>();
  const restarted = new Set<string>();
  for (const { pid, generation, keys } of workers) {
    const seen = before?.[pid];
    const hasChanged = seen !== undefined && seen.generation !== generation;
    const base = !seen || hasRestarted(seen, generation, keys) ? {} : seen.keys;
    if (base !== seen?.keys) restarted.add(pid);
    for (const [key, counts] of Object.entries(keys))
      sums.set(key, plus(sums.get(key) ?? ZERO, before ? minus(counts, base[key] ?? ZERO) : ZERO));
    after[pid] = { generation, isReloading: (seen?.isReloading ?? false) && !hasChanged, seenAt: now, keys };
  }
  for (const [pid, seen] of Object.entries(before ?? {})) {
    if (after[pid]) continue;
    if (silent.includes(pid)) after[pid] = { ...seen, seenAt: now };
    else if (Math.abs(now - seen.seenAt) < KEEP_UNLISTED_MS) after[pid] = seen;
  }
  const matched = (flags: Flags) =>
    Object.fromEntries(Object.entries(flags).filter(([key]) => (sums.get(key) ?? ZERO)[1] > 0));
  const flags = workers.reduce((all, worker) => withFlags(all, matched(worker.flags)), {});
  return { workers: after, rows: rowsOf(sums), flags, restarted };
}

/** Each worker loads a new key map in its own time, and its counters then restart at 0. */
export const reloading = (workers: SeenWorkers): SeenWorkers =>
  Object.fromEntries(Object.entries(workers).map(([pid, seen]) => [pid, { ...seen, isReloading: true }]));

/**
 * True if any counter went back, or if this worker has loaded a map that we wrote (its keys or their settings changed):
 * either way all its counters restarted at 0.
 */
function hasRestarted(seen: Seen, generation: string, keys: Keys): boolean {
  if (seen.isReloading && seen.generation !== generation) return true;
  return Object.entries(keys).some(([key, counts]) => {
    const before = seen.keys[key];
    return before !== undefined && counts.some((count, index) => count < (before[index] ?? 0));
  });
}
