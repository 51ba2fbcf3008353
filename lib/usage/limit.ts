import { DAY, inSeconds } from '#lib/base/time.ts';
import type { KeyLimit } from '#lib/fuzzy-keys/limit.ts';

/** The daily limit of requests for all units of a key together, rounded; null without a limit. */
export const dailyLimitOf = ({ rate }: KeyLimit, quantity: number): number | null =>
  rate === null ? null : Math.round(rate * inSeconds(DAY) * quantity);

/** The requests that count against a limit. */
export const requestsOf = ({ checked, errors }: { checked: number; errors: number }): number => checked + errors;
