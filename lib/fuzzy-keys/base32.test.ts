import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { BASE32_ALPHABET, decodeBase32, encodeBase32 } from './key-pair.ts';

test.each([
  { hex: '', text: '' },
  { hex: '00', text: 'yy' },
  { hex: '01', text: 'by' }, // 'yr' in z-base-32, which begins with the most significant bit
  { hex: '1f', text: '9y' },
  { hex: '80', text: 'yr' },
  { hex: 'ff', text: '98' },
  { hex: '0001', text: 'yeyy' },
  { hex: 'ffffffffff', text: '99999999' },
])('encodes $hex as $text and back, least significant bits first', ({ hex, text }) => {
  expect(encodeBase32(Buffer.from(hex, 'hex'))).toBe(text);
  expect(Buffer.from(decodeBase32(text)).toString('hex')).toBe(hex);
});

test('has an alphabet of 32 different letters', () => {
  expect(new Set(BASE32_ALPHABET).size).toBe(32);
});

test('decodes what it encoded, up to 70 bytes', () => {
  for (let length = 0; length <= 70; length++) {
    const bytes = randomBytes(length);
    expect(Buffer.from(decodeBase32(encodeBase32(bytes))).equals(bytes), `${length} bytes`).toBe(true);
  }
});

test.each([
  ['a foreign letter', 'y2'],
  ['an upper-case letter', 'YY'],
  ['padding', 'yy=='],
  ['an impossible length', 'y'],
  ['a longer impossible length', 'yyy'],
  ['leftover bits', 'y9'],
])('refuses %s', (_name, text) => {
  expect(() => decodeBase32(text)).toThrow("not Rspamd's base32");
});
