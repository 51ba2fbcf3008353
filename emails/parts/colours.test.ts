// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rendered, SAMPLES } from '#emails/samples.ts';
import { contrastRatio, luminance } from '#lib/testing/contrast.ts';
import { palette } from './palette.ts';

const TEXT = 4.5;
/** Emails that together have every part: table, steps, command, button, paragraphs. */
const MAILS = {
  welcome: SAMPLES.account.welcome,
  usage: SAMPLES.keys.usage_limit_reached,
  recovered: SAMPLES.account.account_recovered,
};

type Look = { text: string; ground: string };
/** A colour of an element, or of the nearest element around it that has one. */
const inherited = (element: Element, read: (element: Element) => string | undefined): string | undefined =>
  read(element) ?? (element.parentElement ? inherited(element.parentElement, read) : undefined);
const inline = (property: string) => (element: Element) =>
  new RegExp(`(?:^|;)${property}:(#[0-9a-f]{6})`).exec(element.getAttribute('style') ?? '')?.[1];

/** The colours of each shown text: from its attributes in light, and from the style sheet in dark. */
function looksOf(html: string): { words: string; light: Look; dark: Look }[] {
  const document = new DOMParser().parseFromString(html, 'text/html');
  const [, sheet = ''] = /prefers-color-scheme:dark\)\{([^]*)\}\s*<\/style>/.exec(html) ?? [];
  const classed = (property: string) => (element: Element) =>
    [...element.classList]
      .map((name) => new RegExp(`\\.${name}\\{${property}:(#[0-9a-f]{6})!important\\}`).exec(sheet)?.[1])
      .find((colour) => colour !== undefined);
  const look = (element: Element, read: (property: string) => (element: Element) => string | undefined) => ({
    text: inherited(element, read('color')) ?? 'no colour',
    ground: inherited(element, read('background-color')) ?? 'no ground',
  });
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const words = [...element.childNodes]
      .map(({ nodeType, textContent }) => (nodeType === 3 ? textContent : ''))
      .join('');
    if (!words?.trim() || element.closest('.preheader')) return [];
    return [{ words: words.trim(), light: look(element, inline), dark: look(element, classed) }];
  });
}

test.each(Object.entries(MAILS))(
  'every text of %s has a contrast of 4.5 in light, dark and forced dark',
  (_name, parts) => {
    const looks = looksOf(rendered(parts).html);
    expect(looks.length).toBeGreaterThan(6);
    for (const { words, light, dark } of looks) {
      expect(contrastOf(light), `${words}: light`).toBeGreaterThanOrEqual(TEXT);
      expect(contrastOf(dark), `${words}: dark`).toBeGreaterThanOrEqual(TEXT);
      expect(luminance(dark.ground), `${words}: dark ground`).not.toBe(luminance(light.ground));
      expect(contrastOf(inverted(light)), `${words}: all inverted`).toBeGreaterThanOrEqual(TEXT);
      expect(contrastOf(darkened(light)), `${words}: light grounds darkened`).toBeGreaterThanOrEqual(TEXT);
    }
  },
);

test("uses the site's colours, except for `tint`", () => {
  const css = readFileSync('app/globals.css', 'utf8');
  const { tint: _tint, ...tokens } = palette;
  for (const [name, { light, dark }] of Object.entries(tokens))
    expect(css).toContain(`--color-${name}: light-dark(${light}, ${dark});`);
});

const contrastOf = ({ text, ground }: Look) => contrastRatio(text, ground);

/** The colours in clients that invert the lightness of every colour. */
const inverted = ({ text, ground }: Look): Look => ({ text: flipped(text), ground: flipped(ground) });
/** The colours in clients that darken light grounds and lighten dark text, and keep all others. */
const darkened = ({ text, ground }: Look): Look => {
  if (lightness(ground) < 0.5) return { text, ground };
  return { text: lightness(text) < 0.5 ? flipped(text) : text, ground: flipped(ground) };
};

const channels = (colour: string) => [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));
const lightness = (colour: string) => (Math.max(...channels(colour)) + Math.min(...channels(colour))) / 510;
/** The colour with the same hue and saturation, and the opposite lightness (HSL). */
function flipped(colour: string): string {
  const sum = Math.max(...channels(colour)) + Math.min(...channels(colour));
  return `#${channels(colour)
    .map((channel) => (255 - sum + channel).toString(16).padStart(2, '0'))
    .join('')}`;
}
