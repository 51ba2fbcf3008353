/** Characters that normal forms treat differently, as ranges of code points. */
const RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f], // combining marks
  [0x370, 0x5ff],
  [0x600, 0x6ff],
  [0x900, 0x9ff],
  [0x2000, 0x206f], // spaces, dashes, joiners, directions
  [0x2100, 0x214f],
  [0x3000, 0x30ff],
  [0xac00, 0xac80],
  [0xd800, 0xdfff], // half of a character
  [0xfb00, 0xfbff],
  [0xfe00, 0xfe0f],
  [0xff00, 0xffef],
  [0x1d400, 0x1d7ff],
];

/** Texts of up to 20 characters of many scripts, well formed or not. The same for the same seed. */
export function randomTexts(count: number, seed = 1): string[] {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // Numerical Recipes, "quick and dirty" generator
    return Math.floor((state / 2 ** 32) * limit);
  };
  const character = () => {
    const [first, last] = RANGES[below(RANGES.length)] ?? [0, 0];
    return String.fromCodePoint(first + below(last - first + 1));
  };
  return Array.from({ length: count }, () => Array.from({ length: below(21) }, character).join(''));
}
