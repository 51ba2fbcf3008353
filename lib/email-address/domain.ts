/** Letters that may share a label: those of one of these scripts, or of scripts that are written together. */
const SCRIPTS = [
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek', 'Gujarati'],
  ...['Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Latin', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil'],
  ...['Telugu', 'Thaana', 'Thai', 'Tibetan', 'Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul'],
];
const LABELS = SCRIPTS.map((scripts) => {
  const classes = `${scripts} Common Inherited`.split(' ').map((script) => String.raw`\p{scx=${script}}`);
  return new RegExp(`^[${classes.join('')}]*$`, 'u');
});
/** Without characters that a URL parser reads as the end of the host, a port, a percent code or an IPv6 address. */
const WRITTEN = /^[\p{L}\p{M}\p{N}\p{Cf}.。·・-]+$/u;
const LONGEST = 254;

/**
 * A typed domain in ASCII and lower case, its labels in Punycode: `BÜCHER.example` is `xn--bcher-kva.example` (S89). A
 * domain in ASCII stays what it is. Null for a label that mixes scripts, such as a Cyrillic а in a Latin name (UTS 39
 * §5.2, highly restrictive), and for what UTS 46 refuses. The caller checks the form of the result.
 *
 * The URL parser applies UTS 46, in browsers and in Node.js, as browsers do for a field of type email.
 */
export function asciiDomain(typed: string): string | null {
  if (/^\p{ASCII}*$/u.test(typed)) return typed.toLowerCase();
  if (typed.length > LONGEST || !WRITTEN.test(typed)) return null;
  if (!typed.split(/[.。]/).every(isLabel)) return null;
  return URL.parse(`http://${typed}`)?.hostname ?? null;
}

const isLabel = (typed: string) => !/^-|-$/.test(typed) && LABELS.some((pattern) => pattern.test(typed));

/**
 * The texts to look for in stored addresses: what was typed, and the same with its domain in ASCII if that differs. A
 * label is found once it is complete, because Punycode changes with every letter.
 */
export function searchedTexts(typed: string): string[] {
  const text = typed.normalize('NFKC');
  const [, before = '', domain = ''] = /^(.*@)?(.*)$/s.exec(text) ?? [];
  const ascii = asciiDomain(domain);
  const stored = `${before}${ascii ?? domain}`;
  return stored.toLowerCase() === typed.toLowerCase() ? [typed] : [typed, stored];
}
