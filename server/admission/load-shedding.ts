import { performance } from 'node:perf_hooks';
import { pool } from '#lib/base/db/db.ts';
import type { Place } from '#lib/http/request-place.ts';
import { createLines, type Waiting } from './waiting-lines.ts';

/**
 * Each kind of request waits in a separate lane, so that a flood of one takes no places from another (S8).
 *
 * - `light`: reads that take a millisecond, because they need no Next.
 * - `webhooks`: Stripe's events, which come in bursts and must all be accepted (R1).
 * - `programs`: requests of servers that act for many people, such as OAuth clients and storage hosts.
 */
export type Lane = 'reads' | 'writes' | 'light' | 'programs' | 'webhooks';
/** Whose requests in progress are counted together: people's reads and writes are. */
type Count = 'people' | 'programs' | 'webhooks';
type Bound = {
  count: Count;
  /** requests that start regardless of load: each makes the turns of a busy event loop longer (P17) */
  atOnce: number;
  /** further requests that may wait; each costs a socket */
  waiting: number;
  /** requests of one address group that may wait */
  line: number;
};
export type Bounds = {
  lanes: Record<Lane, Bound>;
  /** requests of one address group in progress at once (S87) */
  ofGroup: Record<Count, number>;
  /** longest wait, in ms, if nothing ends and the process has no idle time */
  patience: number;
  /** ms from the first request in which no request is refused for waiting */
  startingUp: number;
};
/** How many requests of one address group are in progress at once, whatever the load. */
export const OF_GROUP: Bounds['ofGroup'] = { people: 6, programs: 24, webhooks: Infinity };
const BOUNDS: Bounds = {
  lanes: {
    reads: { count: 'people', atOnce: 2, waiting: 300, line: 60 },
    light: { count: 'people', atOnce: 8, waiting: 500, line: 150 },
    writes: { count: 'people', atOnce: 2, waiting: 200, line: 60 },
    programs: { count: 'programs', atOnce: 6, waiting: 300, line: 200 },
    webhooks: { count: 'webhooks', atOnce: 8, waiting: 200, line: 200 },
  },
  ofGroup: OF_GROUP,
  patience: 2000,
  // Next loads the code of a page at the page's first use. After a restart this takes seconds on a slow machine, and a
  // load balancer already sends its share of the requests (R11).
  startingUp: 10_000,
};
/** Event loop utilization above which the process counts as busy. */
const BUSY_SHARE = 0.95;
const SAMPLE_MS = 10;
/** How many more requests of a lane start after a sample with idle time: those in progress were then mostly waiting. */
const MORE_AT_ONCE = 1;
/** A request in progress for longer waits for something else: no work of ours takes a second. */
const WORK_MS = 1000;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const WEBHOOKS = '/api/webhooks/';
/** Paths that servers request for many people. A path alone proves nothing, so these are bounded too. */
const PROGRAMS =
  /^\/(api\/storage\/|api\/repository\/|oauth2\/(token|userinfo|introspect|revoke|par|register|device_authorization|jwks)$|\.well-known\/(openid-configuration|oauth-authorization-server)$)/;

type Running = { caller: string; count: Count; since: number };

/** The place of requests that cost less to serve than to refuse. */
export const FREE: Place = { leave: () => {} };

/** The lane of a request. Any caller can take a webhook place, but size and signature are checked first (S56, S59). */
export const laneOf = (method: string, pathname: string): Lane =>
  PROGRAMS.test(pathname)
    ? 'programs'
    : READS.has(method)
      ? 'reads'
      : pathname.startsWith(WEBHOOKS)
        ? 'webhooks'
        : 'writes';

/**
 * Decides when a request starts. At most six requests of one address group are worked on at once; its others wait in
 * their own line. Beyond `atOnce` of a lane, a request waits until another one ends or the process has idle time, so
 * the process takes on no more work than it can carry (R17), and the next to start is one of the group with the fewest
 * in progress (P11). A full line is refused, and so is a request that has waited for two seconds, except in the first
 * ten seconds.
 *
 * A request that has been in progress for a second while the process has idle time waits for a slow client or for
 * Stripe, and no longer counts for its group, so it does not hold up others.
 */
export function createLoadShedder(
  isBusy: () => boolean = watchProcess(),
  { lanes, ofGroup, patience, startingUp }: Bounds = BOUNDS,
) {
  const counts = new Map<string, number>();
  const running = new Set<Running>();
  const byName = {
    reads: lane(lanes.reads),
    writes: lane(lanes.writes),
    light: lane(lanes.light),
    programs: lane(lanes.programs),
    webhooks: lane(lanes.webhooks),
  };
  const all = Object.values(byName);
  let timer: NodeJS.Timeout | undefined;
  let firstAt: number | undefined;

  const inProgress = (count: Count, caller: string) => counts.get(`${count} ${caller}`) ?? 0;
  function change({ count, caller }: Running, by: 1 | -1) {
    const own = inProgress(count, caller) + by;
    if (own) counts.set(`${count} ${caller}`, own);
    else counts.delete(`${count} ${caller}`);
  }
  /** The request no longer counts for its group. */
  const uncount = (request: Running) => running.delete(request) && change(request, -1);
  const fill = () => {
    for (const each of all) each.fill(0);
  };

  function lane({ count, atOnce, waiting, line }: Bound) {
    const lines = createLines(waiting, line);
    const next = () => lines.take((caller) => inProgress(count, caller), ofGroup[count]);
    let underWay = 0;

    function begin({ caller, begin: go }: Waiting) {
      const request = { caller, count, since: performance.now() };
      underWay += 1;
      change(request, 1);
      running.add(request);
      let isHere = true;
      const leave = () => {
        if (!isHere) return;
        isHere = false;
        underWay -= 1;
        uncount(request);
        fill();
      };
      go({ leave });
    }
    return {
      lines,
      /** Returns true if the request has to wait. */
      enter(request: Waiting): boolean {
        if (underWay >= atOnce || inProgress(count, request.caller) >= ofGroup[count]) return lines.add(request);
        begin(request);
        return false;
      },
      /** Starts requests up to `atOnce`, and `more` beyond that. */
      fill(more: number) {
        const most = Math.max(atOnce, more && underWay + more);
        for (let request; underWay < most && (request = next());) begin(request);
      },
    };
  }
  function look() {
    timer = undefined;
    const now = performance.now();
    if (!isBusy()) {
      for (const request of running) if (request.since < now - WORK_MS) uncount(request);
      for (const each of all) each.fill(MORE_AT_ONCE);
    }
    if (now - (firstAt ?? now) >= startingUp) for (const { lines } of all) lines.refuseBefore(now - patience);
    if (all.some(({ lines }) => lines.size > 0)) timer = setTimeout(look, SAMPLE_MS);
  }
  return {
    /** Calls `begin` or `refuse`, now or when it is the caller's turn. `caller` is an address group. */
    enter(name: Lane, caller: string, begin: (place: Place) => void, refuse: () => void): void {
      firstAt ??= performance.now();
      const waits = byName[name].enter({ caller, since: performance.now(), begin, refuse });
      if (!waits || timer) return;
      isBusy(); // restarts the measurement
      timer = setTimeout(look, SAMPLE_MS);
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
