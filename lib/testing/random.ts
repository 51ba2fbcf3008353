/** Pseudo-random numbers in [0, 1) from a seed, the same on every machine (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Pseudo-random choices from a seed. */
export function randomFrom(seed: number) {
  const next = seeded(seed);
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    /** An integer in [from, to]. */
    int: (from: number, to: number) => from + below(to - from + 1),
    /** True with the given probability. */
    chance: (probability: number) => next() < probability,
    pick<T>(items: readonly T[]): T {
      if (!items.length) throw new Error('nothing to pick from');
      return items[below(items.length)] as T;
    },
    /** Shuffles the items in place. */
    shuffle<T>(items: T[]): T[] {
      for (let last = items.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [items[last], items[other]] = [items[other] as T, items[last] as T];
      }
      return items;
    },
    text: (alphabet: string, length: number) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
  };
}
export type Random = ReturnType<typeof randomFrom>;
