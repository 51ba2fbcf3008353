import { createDecipheriv, createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { useTestEnvironment } from '#lib/testing/environment.ts';

const OLD = 'the key of last year: 32 bytes and more';
const NEW = 'the key of this year: 32 bytes and more';

/** Loads lib/base/crypto.ts as in a process started with these keys. */
async function withKeys(keys: string) {
  vi.resetModules();
  useTestEnvironment({ KEY_ENCRYPTION_KEY: keys });
  return import('./crypto.ts');
}

test('opens what it sealed, and seals the same text to different bytes each time', async () => {
  const { seal, unseal } = await withKeys(OLD);
  for (const text of ['', 'a', 'ünïcode 🪶', 'x'.repeat(100_000)])
    expect(unseal(seal(text, 'test'), 'test').toString()).toBe(text);
  const bytes = Uint8Array.from([0, 255, 1]);
  expect([...unseal(seal(bytes, 'test'), 'test')]).toEqual([0, 255, 1]);
  expect(Buffer.from(seal('same', 'test')).equals(Buffer.from(seal('same', 'test')))).toBe(false);
});

test('seals with AES-256-GCM, and hashes with SHA-256, as /security says', async () => {
  const { deriveKey, seal, sha256 } = await withKeys(OLD);
  const sealed = Buffer.from(seal('secret', 'test'));
  const opener = createDecipheriv('aes-256-gcm', deriveKey(OLD, 'seal:test'), sealed.subarray(5, 17));
  opener.setAAD(Buffer.from('test')).setAuthTag(sealed.subarray(17, 33));
  expect(opener.update(sealed.subarray(33), undefined, 'utf8') + opener.final('utf8')).toBe('secret');
  expect(Buffer.from(sha256('token')).toString('hex')).toBe(createHash('sha256').update('token').digest('hex'));
});

test('refuses a value sealed for another purpose', async () => {
  const { seal, unseal } = await withKeys(OLD);
  expect(() => unseal(seal('secret', 'fuzzy-key'), 'mail')).toThrow();
});

test('refuses a value with any byte changed or cut off', async () => {
  const { seal, unseal } = await withKeys(OLD);
  const sealed = seal('secret', 'test');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(changed, 'test'), `byte ${at}`).toThrow();
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => unseal(sealed.subarray(0, length), 'test')).toThrow();
});

test('seals with the first key, opens with any key of the list, and refuses a removed key', async () => {
  const old = (await withKeys(OLD)).seal('from last year', 'test');
  const both = await withKeys(`${NEW},${OLD}`);
  expect(both.unseal(old, 'test').toString()).toBe('from last year');
  const fresh = both.seal('from this year', 'test');
  const only = await withKeys(NEW);
  expect(only.unseal(fresh, 'test').toString()).toBe('from this year');
  expect(() => only.unseal(old, 'test')).toThrow('no longer holds');
  expect(() => only.unseal(old, 'test')).not.toThrow(NEW);
});

test('makes unique 256-bit tokens, compares secrets, and derives a different key for each purpose', async () => {
  const { randomToken, equalInConstantTime, sha256, deriveKey } = await withKeys(OLD);
  const tokens = Array.from({ length: 100 }, randomToken);
  expect(new Set(tokens).size).toBe(100);
  expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
  expect(equalInConstantTime('a', 'a')).toBe(true);
  expect(equalInConstantTime('a', 'b')).toBe(false);
  expect(equalInConstantTime('a', 'aa')).toBe(false);
  expect(Buffer.from(sha256('abc')).toString('hex')).toMatch(/^ba7816bf8f01cfea/);
  expect(deriveKey('secret', 'one').equals(deriveKey('secret', 'two'))).toBe(false);
});
