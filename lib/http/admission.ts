import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { pool } from '#lib/db.ts';

/**
 * What is counted apart, so that a flood of the one takes no place from the other (S8): requests that read, those that
 * change something, and Stripe's events, which come in bursts and must all be taken (R1).
 */
export type Kind = 'reads' | 'writes' | 'webhooks';
type Bound = {
  /** so many are begun whatever happens: about a tenth of a second of work */
  atOnce: number;
  /** so many more wait; they cost a socket each */
  waiting: number;
  /** they wait no longer, in ms */
  patience: number;
  /** nor longer than this, while some have been waiting for `patience` already: then it is no burst that passes */
  standing: number;
};
const BOUNDS: Record<Kind, Bound> = {
  reads: { atOnce: 30, waiting: 500, patience: 150, standing: 20 },
  writes: { atOnce: 30, waiting: 200, patience: 150, standing: 20 },
  webhooks: { atOnce: 8, waiting: 200, patience: 4000, standing: 4000 },
};
/** How much of its time the event loop works when it has none left. */
const BUSY_SHARE = 0.95;
const SAMPLE_MS = 10;
/** How many more are begun a sample while the process has time left: those that are under way merely wait. */
const MORE_AT_ONCE = 10;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const WEBHOOKS = '/api/webhooks/';

/** A request that was begun; `leave` is to be called when it has ended. */
type Place = { leave: () => void };
type Waiting = { caller: string; since: number; begin: (place: Place) => void; refuse: () => void };

/** For what costs less than refusing it. */
export const CHEAP: Place = { leave: () => {} };

/** The place of the request that is being answered; server.ts and Next's bundle share it through globalThis. */
const globals = globalThis as { placeOfRequest?: AsyncLocalStorage<Place> };
const placeOfRequest = (globals.placeOfRequest ??= new AsyncLocalStorage());

/** Answers a request that has a place. */
export const inPlace = <T>(place: Place, answer: () => T): T => placeOfRequest.run(place, answer);

/**
 * Gives the place of the request back before it ends, because it now waits in another bounded queue. What is left to do
 * after that is limited by how fast that queue moves.
 */
export const leavePlace = (): void => placeOfRequest.getStore()?.leave();

/** Where a request is counted. A webhook's body is bounded, and its signature judged before anything else is done (S31). */
export const kindOf = (method: string, pathname: string): Kind =>
  READS.has(method) ? 'reads' : pathname.startsWith(WEBHOOKS) ? 'webhooks' : 'writes';

/**
 * Decides when one more request is begun. Beyond the few that are begun at once it waits until one of them has ended, or
 * the process proves to have time: no more work is taken on than is seen to be carried (R17). Who has waited too long is
 * refused. Requests that merely wait, for a slow client or for Stripe, keep nobody out.
 */
export function createAdmission(isBusy: () => boolean = watchProcess(), bounds: Record<Kind, Bound> = BOUNDS) {
  const lanes = { reads: lane(bounds.reads), writes: lane(bounds.writes), webhooks: lane(bounds.webhooks) };
  let timer: NodeJS.Timeout | undefined;

  function look() {
    timer = undefined;
    const more = isBusy() ? 0 : MORE_AT_ONCE;
    const isAnyoneWaiting = Object.values(lanes).filter((each) => each.look(more)).length > 0;
    if (isAnyoneWaiting) timer = setTimeout(look, SAMPLE_MS);
  }
  return {
    /** Calls `begin` or `refuse`, now or within the kind's patience. Of those who wait, the caller with the least under way is next. */
    enter(kind: Kind, caller: string, begin: (place: Place) => void, refuse: () => void): void {
      const waits = lanes[kind].enter({ caller, since: performance.now(), begin, refuse });
      if (!waits || timer) return;
      isBusy(); // it looks at what happens from now on
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
  /** The one that waits the longest of those whose caller has the least under way. */
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
    /** True when it has to wait. */
    enter(request: Waiting): boolean {
      if (!queue.length) emptyAt = request.since;
      if (!queue.length && underWay < atOnce) begin(request);
      else if (queue.length >= waiting) request.refuse();
      else return queue.push(request) > 0;
      return false;
    },
    /** Begins so many more, and refuses who waited too long. True while somebody waits. */
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

/** Whether the event loop had no idle time lately. */
function watchLoop(): () => boolean {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
    return share >= BUSY_SHARE;
  };
}
