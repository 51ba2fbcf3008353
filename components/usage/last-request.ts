import { HOUR, MINUTE } from '#lib/base/time.ts';
import type { LastRequestView } from '#lib/usage/views.ts';

/** A key without a request for this long is marked silent. */
const SILENT_AFTER_MS = 3 * HOUR;
const [FIRST_WAIT_MS, SETUP_WAIT_MS, LONGEST_WAIT_MS] = [4000, 10_000, 30_000];
/** About ten minutes, in which a setup is made. Hosts count every 10 s, so polls in shorter intervals find little more. */
const SETUP_ASKS = 60;

export type Light = 'waiting' | 'working' | 'silent';

/** Whether requests arrive: none yet, recently, or no longer. */
export function lightOf({ at }: LastRequestView, now: number): Light {
  if (at === null) return 'waiting';
  return now - Date.parse(at) > SILENT_AFTER_MS ? 'silent' : 'working';
}

/** Milliseconds until the next poll: growing pauses until there is a match, then a minute. False stops polling. */
export const waitMs = (last: LastRequestView | undefined, asked: number): number | false => {
  if (last && !last.has_key) return false;
  return last?.first_match
    ? MINUTE
    : Math.min(FIRST_WAIT_MS * 1.3 ** asked, asked < SETUP_ASKS ? SETUP_WAIT_MS : LONGEST_WAIT_MS);
};
