/** Lengths of time in milliseconds. All times are UTC, so every hour and every day has the same length (R21). */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A length of time in seconds, the unit of cookies, OAuth and rates. */
export const inSeconds = (ms: number): number => ms / SECOND;
