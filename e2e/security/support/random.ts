/** Numbers that follow from a seed, the same on every machine (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    /** True as often as `probability` says. */
    chance: (probability: number) => next() < probability,
    pick<T>(items: readonly T[]): T {
      const item = items[int(0, items.length - 1)];
      if (item === undefined && !items.length) throw new Error('nothing to pick from');
      return item as T;
    },
    text: (alphabet: string, length: number) =>
      Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join(''),
  };
}
export type Random = ReturnType<typeof randomFrom>;
