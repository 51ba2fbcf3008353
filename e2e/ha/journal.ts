/** What the load saw: each response, with its time. The outage and the wrong statuses are computed from it. */

export type Web = 0 | 1;
/** A response, with the milliseconds at which the request began and ended. `status` 0 means that there was none. */
export type Response = { web: Web; what: string; from: number; to: number; status: number; isWrite: boolean };

/** A pause between two acknowledged writes that is longer than this belongs to an outage. */
const PAUSE_MS = 1000;

export const isAcknowledged = ({ status }: Response): boolean => status >= 200 && status < 400;

type Span = { from: number; to: number };

/**
 * The pauses between acknowledged writes of one web process that overlap `during`. A pause begins when the last one
 * before it began, and not when that was acknowledged: the database may have gone as soon as it had done its part.
 */
export function pausesOf(responses: readonly Response[], web: Web, during: Span): Span[] {
  const writes = responses
    .filter((response) => response.web === web && response.isWrite && isAcknowledged(response))
    .filter(({ to }) => to <= during.to)
    .toSorted((a, b) => a.to - b.to);
  const pauses: Span[] = [];
  let begun: number | undefined;
  for (const { from, to } of [...writes, { from: during.to, to: during.to }]) {
    if (to >= during.from) pauses.push({ from: begun ?? during.from, to });
    begun = Math.max(begun ?? from, from);
  }
  return pauses;
}

/** The longest pause of one web process; of the two processes, the longer one counts. */
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
    return !outages[response.web]?.some(({ from, to }) => response.to >= from && response.from <= to);
  });
}
