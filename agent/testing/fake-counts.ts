export type Counts = [checked: number, hits: number, errors: number];

export const NONE: Counts = [0, 0, 0];
/** The counters as fuzzystat prints them. */
export const numbersOf = ([checked, matched, errors]: Counts) => ({ checked, matched, errors, added: 0, deleted: 0 });
export const add = (a: Counts, b: Counts): Counts => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
