import type { KeyLimit } from '#lib/fuzzy-keys/limit.ts';

const SECONDS_A_DAY = 86_400;

/** Requests a day of all units of a key together, a whole number; null: no limit (spec §9). */
export const dailyLimitOf = ({ rate }: KeyLimit, quantity: number): number | null =>
  rate === null ? null : Math.round(rate * SECONDS_A_DAY * quantity);

/** What counts against a limit (decisions §6). */
export const requestsOf = ({ checked, errors }: { checked: number; errors: number }): number => checked + errors;
