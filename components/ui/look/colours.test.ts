import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrastRatio } from '#lib/testing/contrast.ts';

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
