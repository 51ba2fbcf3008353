export type ColourToken = { name: string; light: string; dark: string };

const TOKEN = /--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g;

/** The colour tokens of a style sheet, with their value in each theme. */
export const colourTokens = (css: string): ColourToken[] =>
  [...css.matchAll(TOKEN)].map(([, name = '', light = '', dark = '']) => ({ name, light, dark }));

/** The contrast of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastRatio(one: string, other: string): number {
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
