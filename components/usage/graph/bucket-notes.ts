import { countOf } from '#lib/base/text/format.ts';
import type { BucketReportsView, UsageGraph } from '#lib/usage/views.ts';

/** Why each bucket's numbers are incomplete, or null; undefined if the graph does not say who reported. */
export const notesOf = ({ reports }: UsageGraph): (string | null)[] | undefined => reports?.map(noteOf);

function noteOf({ expected, missing, partial, is_final: isFinal }: BucketReportsView): string | null {
  if (!isFinal) return 'Not finished: reports are still to come';
  const exceptions = [
    ...(missing.length ? [`not ${missing.join(', ')}`] : []),
    ...(partial.length ? [`${partial.join(', ')} only for a part`] : []),
  ];
  if (exceptions.length === 0) return null;
  return `${expected - missing.length} of ${expected} hosts reported, ${exceptions.join(', ')}`;
}

/**
 * A server without a report in the last finished bucket. `since` is the start of the first bucket that it misses; null
 * if it misses all.
 */
export type SilentServer = { name: string; since: string | null };

/** The servers that did not report in the last finished bucket. */
export function silentServers({ reports = [], xAxis }: UsageGraph): SilentServer[] {
  const last = reports.findLastIndex(({ is_final: isFinal }) => isFinal);
  return (reports[last]?.missing ?? []).map((name) => {
    const heard = reports.slice(0, last).findLastIndex(({ missing }) => !missing.includes(name));
    return { name, since: heard === -1 ? null : (xAxis.data[heard + 1] ?? null) };
  });
}

/** The servers that reported in the running bucket, and have stopped. */
export const stoppedServers = ({ reports = [] }: UsageGraph): string[] =>
  reports.filter(({ is_final: isFinal }) => !isFinal).flatMap(({ partial }) => partial);

/**
 * What a whole graph leaves out, in one sentence: the servers that missed finished buckets, or that none did, and that
 * the running bucket is not finished. Empty if the graph does not say who reported. `unit`: `hour`.
 */
export function completenessText({ reports = [] }: UsageGraph, unit: string): string {
  const finished = reports.filter(({ is_final: isFinal }) => isFinal);
  const expected = finished.at(-1)?.expected ?? 0;
  if (expected === 0) return '';
  const exceptions = finished.filter(({ missing, partial }) => missing.length + partial.length > 0);
  const names = [...new Set(exceptions.flatMap(({ missing, partial }) => [...missing, ...partial]))];
  const running = finished.length < reports.length ? `; the running ${unit} is not finished` : '';
  if (exceptions.length === 0) return `${allOf(expected)} reported${running}.`;
  return `Incomplete in ${exceptions.length} of ${countOf(finished.length, `finished ${unit}`)}: ${names.join(', ')} did not report all${running}.`;
}

function allOf(count: number): string {
  if (count === 1) return 'The storage host';
  return count === 2 ? 'Both storage hosts' : `All ${count} storage hosts`;
}
