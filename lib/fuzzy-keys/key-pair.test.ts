import { describe, expect, test } from 'vitest';
import { RSPAMD_PAIRS } from '#lib/testing/rspamd/rspamd-pairs.ts';
import {
  assertPair,
  BASE32_ALPHABET,
  createKeyPair,
  decodeBase32,
  isPublicKey,
  keyIdOf,
  publicKeyOf,
  rspamdId,
} from './key-pair.ts';

test.each(RSPAMD_PAIRS)('agrees with Rspamd about the pair $keyId', ({ privateKey, publicKey, id, keyId }) => {
  expect(publicKeyOf(privateKey)).toBe(publicKey);
  expect(rspamdId(publicKey)).toBe(id);
  expect(keyIdOf(publicKey)).toBe(keyId);
  expect(isPublicKey(publicKey)).toBe(true);
  expect(() => assertPair({ privateKey, publicKey })).not.toThrow();
});

describe('a new pair', () => {
  const pairs = Array.from({ length: 200 }, createKeyPair);

  test("has Rspamd's key format and two matching halves, and is unique", () => {
    for (const pair of pairs) {
      expect(isPublicKey(pair.publicKey)).toBe(true);
      expect(isPublicKey(pair.privateKey)).toBe(true);
      expect(() => assertPair(pair)).not.toThrow();
    }
    expect(new Set(pairs.flatMap(({ publicKey, privateKey }) => [publicKey, privateKey])).size).toBe(400);
  });

  test('has a clamped private half', () => {
    for (const { privateKey } of pairs) {
      const bytes = decodeBase32(privateKey);
      expect([(bytes[0] ?? 1) & 7, (bytes[31] ?? 0) >> 6]).toEqual([0, 1]);
    }
  });

  test('has a key id made of the first 12 letters of the public key and the low bits of the 13th', () => {
    for (const { publicKey } of pairs) {
      const last = BASE32_ALPHABET.charAt(BASE32_ALPHABET.indexOf(publicKey.charAt(12)) & 15);
      expect(keyIdOf(publicKey)).toBe(publicKey.slice(0, 12) + last);
    }
  });
});

test('refuses halves of two different pairs', () => {
  const [a, b] = [createKeyPair(), createKeyPair()];
  expect(() => assertPair({ publicKey: a.publicKey, privateKey: b.privateKey })).toThrow('do not belong together');
});

test.each([
  '',
  'y',
  'y'.repeat(51),
  'y'.repeat(53),
  'Y'.repeat(52),
  `${'y'.repeat(51)}b`,
  `${'y'.repeat(50)}2y`,
  ` ${'y'.repeat(51)}`,
  `${'y'.repeat(52)}\n`,
])('refuses %j as a public and as a private key', (text) => {
  expect(isPublicKey(text)).toBe(false);
  expect(() => publicKeyOf(text)).toThrow('not a private key');
});
