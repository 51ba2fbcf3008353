import { expect, test } from 'vitest';
import { randomTexts } from '#lib/testing/random-text.ts';
import { plainCode } from './typed-code.ts';

test.each([
  ['123456', '123456'],
  ['１２３４５６', '123456'], // full width
  ['١٢٣٤٥٦', '123456'], // Arabic-Indic
  ['۱۲۳۴۵۶', '123456'], // Persian
  ['१२३४५६', '123456'], // Devanagari
  ['๑๒๓๔๕๖', '123456'], // Thai
  ['𝟭𝟮𝟯𝟜𝟝𝟞', '123456'], // mathematical digits, five rows side by side
  ['𞥑𞥒𞥓𞥔𞥕𞥖', '123456'], // Adlam, outside the first 65,536 code points
  [' 123\u202f456\n', '123456'],
  ['123-456', '123456'],
  ['123–456', '123456'],
  ['123‑456', '123456'],
  ['１２３－４５６', '123456'],
  ['１２３ー４５６', '123456'], // the hyphen's key of a Japanese keyboard
  ['123−456', '123456'],
  ['\u202a123\u200b456\u202c', '123456'], // copied with invisible characters
  ['Ｋ３Ｆ９-ｗ２ｐｍ', 'k3f9w2pm'],
  ['k3f9\u2003W2PM', 'k3f9w2pm'],
  ['12３.4', '123.4'],
  ['', ''],
])('reads %j as %j (S89)', (typed, plain) => {
  expect(plainCode(typed)).toBe(plain);
});

test('reads every digit of every script as a digit, ten of each', () => {
  const digits = new Map<string, number>();
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (!/\p{Nd}/u.test(character)) continue;
    const plain = plainCode(character);
    digits.set(plain, (digits.get(plain) ?? 0) + 1);
  }
  expect([...digits.keys()].toSorted()).toEqual(Array.from('0123456789'));
  expect(new Set(digits.values()).size).toBe(1);
});

test('throws for no text, and leaves a plain code as it is', () => {
  for (const text of randomTexts(20_000)) expect(plainCode(plainCode(text))).toBe(plainCode(text));
});
