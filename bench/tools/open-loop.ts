import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer } from './closed-loop.ts';

export type LoadResult = { p50: number; p95: number; p99: number; max: number; rate: number; failed: number };
type Load = {
  url: string;
  headers: Record<string, string>;
  perSecond: number;
  seconds: number;
  /** Counts failed requests and statuses other than 200 instead of throwing. */
  mayFail?: boolean;
};

/**
 * Sends evenly spaced requests without waiting for earlier responses, as independent visitors would. Latencies in ms
 * count from the moment a request was due. Throws unless every status is 200 or `mayFail` is set.
 */
export async function openLoop({ url, headers, perSecond, seconds, mayFail = false }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const latencies: number[] = [];
  let failed = 0;
  const count = perSecond * seconds;
  const start = performance.now();
  const pending: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const due = start + (n * 1000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    const each = answer({ url, headers, status: 200 }, agent).then(
      () => void latencies.push(performance.now() - due),
      (error: unknown) => {
        failed++;
        if (!mayFail) throw error;
      },
    );
    each.catch(() => {}); // avoids an unhandled rejection before Promise.all below
    pending.push(each);
  }
  await Promise.all(pending);
  const elapsed = (performance.now() - start) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), rate: latencies.length / elapsed, failed };
}
