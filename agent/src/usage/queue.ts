import type { Queued, State, Store } from '../store.ts';
import { bucketOf, mergeReports, type Report } from './report.ts';

/**
 * Appends a report to the queue of `state`, which is modified. Reports of one 10-minute bucket are merged; while the
 * queue takes more than `maxBytes`, the neighbours that span the least time are merged: usage gets coarser, but no
 * request is lost. The first report is never touched, because the portal may already have it.
 */
export function enqueue(store: Store, state: State, report: Report, maxBytes: number): void {
  const { queue } = state;
  const last = queue.at(-1);
  if (queue.length > 1 && last && bucketOf(last.to) === bucketOf(report.to))
    mergeInto(store, state, queue.length - 1, report);
  else queue.push(store.write(state, report));
  while (queue.length > 2 && bytesOf(queue) > maxBytes) mergeNeighbours(store, state, shortestPair(queue));
}

const bytesOf = (queue: Queued[]) => queue.reduce((sum, { bytes }) => sum + bytes, 0);

/** The index, at least 1, of the report that spans the least time together with the next one. */
function shortestPair(queue: Queued[]): number {
  const span = (index: number) => (queue[index + 1]?.to ?? 0) - (queue[index]?.from ?? 0);
  return queue.slice(1, -1).reduce((best, _, at) => (span(at + 1) < span(best) ? at + 1 : best), 1);
}

function mergeNeighbours(store: Store, state: State, index: number): void {
  const [second] = state.queue.splice(index + 1, 1);
  const other = second && store.read(second);
  if (other) mergeInto(store, state, index, other);
}

function mergeInto(store: Store, state: State, index: number, other: Report): void {
  const queued = state.queue[index];
  const old = queued && store.read(queued);
  state.queue[index] = store.write(state, old ? mergeReports(old, other) : other);
}
