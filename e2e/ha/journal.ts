/** What the load saw: each response, with its time. The outage and the wrong statuses are computed from it. */

export type Web = 0 | 1;
/** A response, with the milliseconds at which the request began and ended. `status` 0 means that there was none. */
export type Response = { web: Web; what: string; from: number; to: number; status: number; isWrite: boolean };

/**
 * A pause between two acknowledged writes that is longer than this belongs to an outage. Some requests may fail this
 * long before the last write is acknowledged: connections end one after the other.
 */
const PAUSE_MS = 1000;

export const isAcknowledged = ({ status }: Response): boolean => status >= 200 && status < 400;

type Span = { from: number; to: number };

/** The pauses between acknowledged writes of one web process that overlap `during`. */
export function pausesOf(responses: readonly Response[], web: Web, during: Span): Span[] {
  const times = responses
    .filter((response) => response.web === web && response.isWrite && isAcknowledged(response))
    .map(({ to }) => to)
    .toSorted((a, b) => a - b);
  const ends = [...times, during.to].filter((time) => time >= during.from).toSorted((a, b) => a - b);
  return ends.map((to, index) => ({ from: ends[index - 1] ?? times.findLast((time) => time < to) ?? during.from, to }));
}

/** The longest time without an acknowledged write on one web process; of the two processes, the longer one counts. */
export const outageMs = (responses: readonly Response[], during: Span): number =>
  Math.max(...[0, 1].flatMap((web) => pausesOf(responses, web as Web, during).map(({ from, to }) => to - from)));

/**
 * Responses that a client must not get: no response, a status that is neither the expected one nor 503, and 503 from a
 * process that acknowledged writes all the time while the request waited.
 */
export function wrongResponses(responses: readonly Response[], during: Span): Response[] {
  const outages = ([0, 1] as const).map((web) =>
    pausesOf(responses, web, during).filter(({ from, to }) => to - from > PAUSE_MS),
  );
  return responses.filter((response) => {
    if (response.to < during.from || isAcknowledged(response)) return false;
    if (response.status !== 503) return true;
    return !outages[response.web]?.some(({ from, to }) => response.to >= from - PAUSE_MS && response.from <= to);
  });
}
