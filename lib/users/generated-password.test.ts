import { describe, expect, test } from 'vitest';
import { GENERATED_LENGTH, generatePassword, type RandomBytes } from './generated-password.ts';
import { judgePassword } from './password.ts';

/** Gives these bytes in turn, whatever is asked for. */
function bytesOf(values: readonly number[]): RandomBytes {
  let at = 0;
  return (bytes) => {
    for (let index = 0; index < bytes.length; index++) bytes[index] = values[at++ % values.length] ?? 0;
    return bytes;
  };
}

describe('spec §2: the generated password', () => {
  const many = Array.from({ length: 2000 }, () => generatePassword());

  test('has 16 characters and one of each class', () => {
    for (const password of many) {
      expect(password).toHaveLength(GENERATED_LENGTH);
      expect(judgePassword(password)).toMatchObject({ acceptable: true, classCount: 4 });
      expect(password).toMatch(/^[\x21-\x7e]+$/);
    }
    expect(new Set(many).size).toBe(many.length);
  });

  test('uses each character of its alphabet about as often: no modulo bias', () => {
    const counts = new Map<string, number>();
    for (const character of many.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
    // Rare classes are a little more frequent, because each password has one of them; within a class all are equal.
    for (const pattern of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/]) {
      const ofClass = [...counts].filter(([character]) => pattern.test(character)).map(([, count]) => count);
      const mean = ofClass.reduce((sum, count) => sum + count, 0) / ofClass.length;
      const chiSquare = ofClass.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
      expect(chiSquare, String(pattern)).toBeLessThan(70); // at most 24 degrees of freedom: about once in a million
    }
  });

  test('throws away bytes that would favour the beginning of the alphabet', () => {
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
