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
  return `${expected - missing.length} of ${expected} servers reported, ${exceptions.join(', ')}`;
}

/** How many servers are expected in the last finished bucket; 0 if the graph does not say. */
export const expectedServers = ({ reports = [] }: UsageGraph): number =>
  reports.findLast(({ is_final: isFinal }) => isFinal)?.expected ?? 0;

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
