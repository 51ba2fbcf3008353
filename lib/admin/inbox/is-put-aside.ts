/** How much more severe an entry must be to come back. */
const WORSE = 1.25;

type Seen = { occurrence: string; severity: number };

/** Whether an entry that was put aside stays so: not if it is snoozed no longer, happened anew or got worse. */
export const isPutAside = (seen: Seen & { until: Date | null }, entry: Seen, now: Date): boolean =>
  (seen.until === null || seen.until > now) &&
  seen.occurrence === entry.occurrence &&
  entry.severity <= seen.severity * WORSE;
