/**
 * What people and keyboards put between the characters of a code: spaces, dashes of any kind, the minus sign, the long
 * vowel mark that Japanese keyboards have on the key of the hyphen, and invisible characters of copied text.
 */
const SEPARATORS = /[\s\p{Z}\p{Cf}\p{Pd}\u2212\u30fc]/gu;
const DIGIT = /\p{Nd}/u;

/**
 * A typed code as it is compared: lower case, in NFKC, with the digits of any script as 0 to 9, and without spaces and
 * dashes (S89).
 */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(SEPARATORS, '')
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .toLowerCase()
    .normalize('NFKC');

/** Digits of a script have ten code points in a row, from 0 to 9 (UAX 44, `General_Category` Nd). Rows may adjoin. */
function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before += 1;
  return before % 10;
}
