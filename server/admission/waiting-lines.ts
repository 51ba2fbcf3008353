import type { Place } from '#lib/http/request-place.ts';

/** A request that waits for its turn. `since` is in ms, as of performance.now(). */
export type Waiting = { caller: string; since: number; begin: (place: Place) => void; refuse: () => void };

/**
 * Waiting requests, one line for each caller. At most `most` wait in all lines together and `ofLine` in one. When all
 * places are taken, the longest line loses its newest request to a caller who has at least two fewer.
 */
export function createLines(most: number, ofLine: number) {
  const lines = new Map<string, Waiting[]>();
  let size = 0;

  function remove(caller: string, line: Waiting[], request: Waiting | undefined): Waiting | undefined {
    if (!line.length) lines.delete(caller);
    size -= 1;
    return request;
  }
  /** Whether a caller with `own` waiting requests gets a place for one more. May refuse the request of another caller. */
  function makeRoom(own: number): boolean {
    if (own >= ofLine) return false;
    if (size < most) return true;
    let [caller, longest]: [string, Waiting[]] = ['', []];
    for (const each of lines) if (each[1].length > longest.length) [caller, longest] = each;
    if (longest.length <= own + 1) return false;
    remove(caller, longest, longest.pop())?.refuse();
    return true;
  }
  return {
    get size() {
      return size;
    },
    /** Adds a request to its caller's line, or refuses it. Returns whether it waits. */
    add(request: Waiting): boolean {
      const line = lines.get(request.caller) ?? [];
      if (!makeRoom(line.length)) {
        request.refuse();
        return false;
      }
      line.push(request);
      lines.set(request.caller, line);
      size += 1;
      return true;
    },
    /**
     * Takes the first request of the caller with the fewest requests in progress; of several such callers, the one that
     * has waited longest. Undefined if every caller in the lines has `limit` requests in progress.
     */
    take(inProgress: (caller: string) => number, limit: number): Waiting | undefined {
      let best: { caller: string; line: Waiting[]; own: number; since: number } | undefined;
      for (const [caller, line] of lines) {
        const [own, since] = [inProgress(caller), line[0]?.since ?? 0];
        if (own >= limit || (best && (own > best.own || (own === best.own && since >= best.since)))) continue;
        best = { caller, line, own, since };
      }
      return best && remove(best.caller, best.line, best.line.shift());
    },
    /** Refuses the requests that have waited since before `time`. */
    refuseBefore(time: number) {
      for (const [caller, line] of lines)
        while (line[0] && line[0].since < time) remove(caller, line, line.shift())?.refuse();
    },
  };
}
