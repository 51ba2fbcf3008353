import { minus, plus, rowsOf, ZERO, type Counts, type Row } from '../usage/counts.ts';
import { advance, type SeenWorkers } from '../usage/deltas.ts';
import type { Statistics } from '../usage/statistics.ts';
import type { Named } from './pseudonyms.ts';

/** Counters as last read: by pid, key id and address (a pseudonym). A source may have several addresses. */
export type SeenSources = Record<string, Record<string, Record<string, Counts>>>;
export type Seen = { workers: SeenWorkers; sources: SeenSources };

/** The name of a row: its key, source and network, or the key alone for the row that sums up the other sources. */
export const nameOf = (key: string, { source, network }: Pick<Named, 'source' | 'network'>): string =>
  `${key} ${source} ${network}`;
export const partsOfName = (name: string): [key: string, source?: string, network?: string] =>
  name.split(' ') as [string];

/** The most sources of a key in a report. The others are summed up. */
const MAX_SOURCES = 50;

/**
 * The requests of each source of each key since `before`, counted as those of keys are (`usage/deltas.ts`). When Rspamd
 * has too many sources of a key, it forgets the one that was quiet the longest: an address whose counter went back was
 * forgotten, and counts in full. Returns no rows without `before`, and none for sources without requests.
 */
export function advanceSources(
  before: Seen | null,
  statistics: Statistics,
  now: number,
  pseudonymOf: (key: string, address: string) => Named,
): Seen & { rows: Row[] } {
  const { workers, restarted } = advance(before?.workers ?? null, statistics, now);
  const sources: SeenSources = {};
  const sums = new Map<string, Counts>();
  for (const { pid, addresses } of statistics.workers) {
    const base = restarted.has(pid) ? {} : (before?.sources[pid] ?? {});
    const seen: SeenSources[string] = (sources[pid] = {});
    for (const [key, listed] of Object.entries(addresses)) {
      const ofKey: Record<string, Counts> = (seen[key] = {});
      for (const [address, counts] of Object.entries(listed)) {
        const named = pseudonymOf(key, address);
        const last = base[key]?.[named.address] ?? ZERO;
        const isForgotten = counts.some((count, index) => count < (last[index] ?? 0));
        ofKey[named.address] = counts;
        if (before) add(sums, nameOf(key, named), isForgotten ? counts : minus(counts, last));
      }
    }
  }
  for (const pid of Object.keys(workers)) sources[pid] ??= before?.sources[pid] ?? {};
  return { workers, sources, rows: foldSources(rowsOf(sums)) };
}

/** Leaves out rows without requests, and sums up all but the busiest sources of each key. */
export function foldSources(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Counts>();
  const active = rows.filter(([, ...counts]) => counts.some((count) => count > 0));
  const byKey = new Map<string, Row[]>();
  for (const row of active) {
    const [key] = partsOfName(row[0]);
    const ofKey = byKey.get(key);
    if (ofKey) ofKey.push(row);
    else byKey.set(key, [row]);
  }
  for (const [key, ofKey] of byKey) {
    const named = ofKey.filter(([name]) => name !== key).sort(byRequests);
    const others = [...named.slice(MAX_SOURCES), ...ofKey.filter(([name]) => name === key)];
    for (const [name, ...counts] of named.slice(0, MAX_SOURCES)) sums.set(name, counts);
    for (const [, ...counts] of others) add(sums, key, counts);
  }
  return rowsOf(sums);
}

const byRequests = ([nameA, checkedA, , errorsA]: Row, [nameB, checkedB, , errorsB]: Row) =>
  checkedB + errorsB - checkedA - errorsA || (nameA < nameB ? -1 : 1);

const add = (sums: Map<string, Counts>, name: string, counts: Counts) =>
  void sums.set(name, plus(sums.get(name) ?? ZERO, counts));
