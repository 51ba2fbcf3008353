import { describe, expect, test } from 'vitest';
import { judgePassword } from '#lib/auth/password.ts';
import { GENERATED_LENGTH, generatePassword, type RandomBytes } from './generated-password.ts';

/** A fake random source that returns these bytes in turn. */
function bytesOf(values: readonly number[]): RandomBytes {
  let at = 0;
  return (bytes) => {
    for (let index = 0; index < bytes.length; index++) bytes[index] = values[at++ % values.length] ?? 0;
    return bytes;
  };
}

describe('generatePassword', () => {
  const many = Array.from({ length: 2000 }, () => generatePassword());

  test('returns 16 characters with at least one of each class', () => {
    for (const password of many) {
      expect(password).toHaveLength(GENERATED_LENGTH);
      expect(judgePassword(password)).toMatchObject({ acceptable: true, classCount: 4 });
      expect(password).toMatch(/^[\x21-\x7e]+$/);
    }
    expect(new Set(many).size).toBe(many.length);
  });

  test('uses all characters of a class equally often, without modulo bias', () => {
    const counts = new Map<string, number>();
    for (const character of many.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
    // Small classes are slightly over-represented, because each password has one of each; within a class all are equal.
    for (const pattern of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/]) {
      const ofClass = [...counts].filter(([character]) => pattern.test(character)).map(([, count]) => count);
      const mean = ofClass.reduce((sum, count) => sum + count, 0) / ofClass.length;
      const chiSquare = ofClass.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
      // At most 24 degrees of freedom: fails about once in a million runs.
      expect(chiSquare, String(pattern)).toBeLessThan(70);
    }
  });

  test('discards bytes that would favour the beginning of the alphabet', () => {
    const fair = [0, 30, 50, 60, 1, 31, 51, 61, 2, 32, 52, 62, 3, 33, 53, 63];
    const unfair = fair.flatMap((byte) => [255, byte, 213]);
    expect(generatePassword(bytesOf(unfair))).toBe(generatePassword(bytesOf(fair)));
  });

  test('draws again when a class is missing', () => {
    const onlyLower = Array.from({ length: 16 }, (_, index) => index);
    const good = [0, 30, 50, 60, 1, 31, 51, 61, 2, 32, 52, 62, 3, 33, 53, 63];
    expect(generatePassword(bytesOf([...onlyLower, ...good]))).toBe(generatePassword(bytesOf(good)));
  });
});
