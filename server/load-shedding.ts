import { performance } from 'node:perf_hooks';
import { pool } from '#lib/db.ts';
import type { Place } from '#lib/http/request-place.ts';

/**
 * Each kind of request is counted separately, so that a flood of one takes no places from another (S8). Webhooks are
 * Stripe's events, which come in bursts and must all be accepted (R1).
 */
export type Kind = 'reads' | 'writes' | 'webhooks';
type Bound = {
  /** requests that start regardless of load: about 100 ms of work */
  atOnce: number;
  /** further requests that may wait; each costs a socket */
  waiting: number;
  /** longest wait, in ms */
  patience: number;
  /** longest wait once the queue has not been empty for `patience` ms: then the load is more than a short burst */
  standing: number;
};
const BOUNDS: Record<Kind, Bound> = {
  reads: { atOnce: 30, waiting: 500, patience: 150, standing: 20 },
  writes: { atOnce: 30, waiting: 200, patience: 150, standing: 20 },
  webhooks: { atOnce: 8, waiting: 200, patience: 4000, standing: 4000 },
};
/** Event loop utilization above which the process counts as busy. */
const BUSY_SHARE = 0.95;
const SAMPLE_MS = 10;
/** How many more requests start after a sample with idle time: the requests in progress were then mostly waiting. */
const MORE_AT_ONCE = 10;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const WEBHOOKS = '/api/webhooks/';

type Waiting = { caller: string; since: number; begin: (place: Place) => void; refuse: () => void };

/** The place of requests that cost less to serve than to refuse. */
export const CHEAP: Place = { leave: () => {} };

/** The kind of a request. Any caller can take a webhook place, but size and signature are checked first (S56, S59). */
export const kindOf = (method: string, pathname: string): Kind =>
  READS.has(method) ? 'reads' : pathname.startsWith(WEBHOOKS) ? 'webhooks' : 'writes';

/**
 * Decides when a request starts. Beyond `atOnce`, a request waits until another one ends or the process has idle time,
 * so the process takes on no more work than it can carry (R17). A request that waits too long is refused. Started
 * requests that only wait, for a slow client or for Stripe, do not hold up others.
 */
export function createLoadShedder(isBusy: () => boolean = watchProcess(), bounds: Record<Kind, Bound> = BOUNDS) {
  const lanes = { reads: lane(bounds.reads), writes: lane(bounds.writes), webhooks: lane(bounds.webhooks) };
  let timer: NodeJS.Timeout | undefined;

  function look() {
    timer = undefined;
    const more = isBusy() ? 0 : MORE_AT_ONCE;
    const isAnyoneWaiting = Object.values(lanes).filter((each) => each.look(more)).length > 0;
    if (isAnyoneWaiting) timer = setTimeout(look, SAMPLE_MS);
  }
  return {
    /**
     * Calls `begin` or `refuse`, now or within the patience of its kind. The next waiting request to start is
     * one of the caller with the fewest requests in progress.
     */
    enter(kind: Kind, caller: string, begin: (place: Place) => void, refuse: () => void): void {
      const waits = lanes[kind].enter({ caller, since: performance.now(), begin, refuse });
      if (!waits || timer) return;
      isBusy(); // restarts the measurement
      timer = setTimeout(look, SAMPLE_MS);
    },
  };
}

function lane({ atOnce, waiting, patience, standing }: Bound) {
  let underWay = 0;
  const underWayOf = new Map<string, number>();
  let queue: Waiting[] = [];
  let emptyAt = performance.now();

  const countOf = (caller: string) => underWayOf.get(caller) ?? 0;
  function count(caller: string, change: 1 | -1) {
    underWay += change;
    const own = countOf(caller) + change;
    if (own) underWayOf.set(caller, own);
    else underWayOf.delete(caller);
  }
  function begin({ caller, begin: go }: Waiting) {
    count(caller, 1);
    let isHere = true;
    const leave = () => {
      if (!isHere) return;
      isHere = false;
      count(caller, -1);
      fill(atOnce);
    };
    go({ leave });
  }
  function fill(most: number) {
    for (let next; underWay < most && (next = takeNext());) begin(next);
  }
  /** The longest-waiting request of the caller with the fewest requests in progress. */
  function takeNext(): Waiting | undefined {
    let place = 0;
    let least = Infinity;
    for (const [index, { caller }] of queue.entries()) {
      const own = countOf(caller);
      if (own < least) [place, least] = [index, own];
      if (!own) break;
    }
    return queue.splice(place, 1)[0];
  }
  return {
    /** Returns true if the request has to wait. */
    enter(request: Waiting): boolean {
      if (!queue.length) emptyAt = request.since;
      if (!queue.length && underWay < atOnce) begin(request);
      else if (queue.length >= waiting) request.refuse();
      else return queue.push(request) > 0;
      return false;
    },
    /** Starts up to `more` requests and refuses those that waited too long. Returns true while requests wait. */
    look(more: number): boolean {
      if (more) fill(Math.max(atOnce, underWay + more));
      const now = performance.now();
      const since = now - (now - emptyAt > patience ? standing : patience);
      const late = queue.filter((request) => request.since < since);
      queue = queue.filter((request) => request.since >= since);
      for (const { refuse } of late) refuse();
      return queue.length > 0;
    },
  };
}

function watchProcess(): () => boolean {
  const hasNoIdleTime = watchLoop();
  return () => hasNoIdleTime() || pool().waitingCount > 0;
}

/** Returns a function that tells whether the event loop has had no idle time since the function's last call. */
function watchLoop(): () => boolean {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
    return share >= BUSY_SHARE;
  };
}
