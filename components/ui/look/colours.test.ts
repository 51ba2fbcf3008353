import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type ColourToken = { name: string; light: string; dark: string };

const TOKEN = /--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g;
/** The colour tokens of a style sheet, with their value in each theme. */
const colourTokens = (css: string): ColourToken[] =>
  [...css.matchAll(TOKEN)].map(([, name = '', light = '', dark = '']) => ({ name, light, dark }));
const tokens = new Map(colourTokens(readFileSync('app/globals.css', 'utf8')).map((token) => [token.name, token]));
const GROUNDS = ['paper', 'surface', 'sunken'];
const TEXT = 4.5;
const OUTLINE = 3;

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.48],
  ['#1b1d1c', '#1b1d1c', 1],
])('computes the contrast of %s and %s as %d', (one, other, ratio) =>
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2),
);

const pairs = [
  ...GROUNDS.flatMap((ground) => ['ink', 'muted', 'signal', 'amber', 'red'].map((text) => [text, ground, TEXT])),
  ...['signal', 'amber', 'red'].map((tone) => [tone, `${tone}-soft`, TEXT]),
  ...['signal', 'signal-hover'].map((ground) => ['on-signal', ground, TEXT]),
  ...[['paper', 'ink', TEXT]],
  ...[['paper', 'red', TEXT]],
  ...['ink', 'muted'].map((text) => [text, 'red-soft', TEXT]),
  ...GROUNDS.map((ground) => ['line-strong', ground, OUTLINE]),
] as [string, string, number][];

test.each(pairs)('%s on %s has a contrast of at least %d in both themes', (front, ground, least) => {
  for (const theme of ['light', 'dark'] as const) {
    const [one, other] = [tokens.get(front)?.[theme], tokens.get(ground)?.[theme]];
    expect(contrastRatio(one ?? '', other ?? ''), theme).toBeGreaterThanOrEqual(least);
  }
});

/** The contrast of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, relative luminance). */
function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => linear(parseInt(colour.slice(start, start + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
