import { performance } from 'node:perf_hooks';

/**
 * How many requests may be under way while the process has no idle time: a fifth of a second of work. Those that change
 * something are counted apart, so that a flood of logins, which wait for their password to be hashed, takes no place
 * from the pages (S8); two are hashed at a time.
 */
const MOST_UNDER_WAY = { reads: 60, writes: 30 };
/** How much of its time the event loop works when it has none left. */
const BUSY_SHARE = 0.95;
const SAMPLE_MS = 50;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A request that was begun; `leave` is to be called when it has ended. */
type Place = { leave: () => void };

/** For what costs less than refusing it. */
export const CHEAP: Place = { leave: () => {} };

/**
 * Decides whether one more request is begun. While the process has no idle time and so many are under way already, it
 * would only make all of them late: it is refused at once (R17). Requests that merely wait, for a slow client or for
 * Stripe, leave the loop idle and keep nobody out.
 */
export function createAdmission(isBusy: () => boolean = watchLoop(), most = MOST_UNDER_WAY) {
  const underWay = { reads: 0, writes: 0 };
  return {
    /** The place of a request with this method; null: refuse it. */
    enter(method: string): Place | null {
      const kind = READS.has(method) ? 'reads' : 'writes';
      if (underWay[kind] >= most[kind] && isBusy()) return null;
      underWay[kind] += 1;
      return { leave: () => void (underWay[kind] -= 1) };
    },
  };
}

/** Whether the event loop had no idle time lately. */
function watchLoop(): () => boolean {
  let before = performance.eventLoopUtilization();
  let share = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
  }, SAMPLE_MS).unref();
  return () => share >= BUSY_SHARE;
}
