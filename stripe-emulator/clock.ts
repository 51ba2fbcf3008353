/** Real time, replaceable in tests. Milliseconds. */
export type Clock = {
  now(): number;
  /** Runs `work` at that time or as soon as possible after it. Returns a function that cancels it. */
  schedule(at: number, work: () => void): () => void;
};

const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(at, work) {
    const timer = setTimeout(work, Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER));
    return () => clearTimeout(timer);
  },
};
