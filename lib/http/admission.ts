import { performance } from 'node:perf_hooks';
import { pool } from '#lib/db.ts';

/**
 * How many requests may be under way while there is no time or no connection left for more: a fifth of a second of
 * work. Those that change something are counted apart, so that a flood of logins, which wait for their password to be
 * hashed, takes no place from the pages (S8); two are hashed at a time.
 */
const MOST_UNDER_WAY = { reads: 60, writes: 30 };
/** How much of its time the event loop works when it has none left. */
const BUSY_SHARE = 0.95;
const SAMPLE_MS = 10;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A request that was begun; `leave` is to be called when it has ended. */
type Place = { leave: () => void };

/** For what costs less than refusing it. */
export const CHEAP: Place = { leave: () => {} };

/**
 * Decides whether one more request is begun. While the process has no idle time, or requests queue for the database, and
 * so many are under way already, it would only make all of them late: it is refused at once (R17). Requests that merely
 * wait, for a slow client or for Stripe, keep nobody out.
 */
export function createAdmission(isBusy: () => boolean = watchProcess(), most = MOST_UNDER_WAY) {
  const underWay = { reads: 0, writes: 0 };
  return {
    /** The place of a request with this method; null: refuse it. */
    enter(method: string): Place | null {
      const kind = READS.has(method) ? 'reads' : 'writes';
      const isOverloaded = isBusy(); // each time: it looks at what happened since the last one
      if (isOverloaded && underWay[kind] >= most[kind]) return null;
      underWay[kind] += 1;
      return { leave: () => void (underWay[kind] -= 1) };
    },
  };
}

function watchProcess(): () => boolean {
  const hasNoIdleTime = watchLoop();
  return () => hasNoIdleTime() || pool().waitingCount > 0;
}

/** Whether the event loop had no idle time lately. Looked at with each request, because timers are late when it has none. */
function watchLoop(): () => boolean {
  let before = performance.eventLoopUtilization();
  let at = performance.now();
  let share = 0;
  return () => {
    if (performance.now() - at < SAMPLE_MS) return share >= BUSY_SHARE;
    const now = performance.eventLoopUtilization();
    share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
    at = performance.now();
    return share >= BUSY_SHARE;
  };
}
