import { expect, test } from 'vitest';
import { randomTexts } from '#lib/testing/random-text.ts';
import { isSamePassword, judgePassword, normalPassword, Password } from './password.ts';

test.each([
  ['Abcdefghijk1', true],
  ['abcdefghij1!', true],
  ['ABCDEFGHIJ1!', true],
  ['Abcdefghijk!', true],
  ['Abcdefghij1!', true],
  ['correct Horse battery', true],
  ['Ünïcödé-Pässw', true],
  [` ${'Ab1'.repeat(4)} `, true],
  [`Ab1${'x'.repeat(253)}`, true],
  [`Ab1${'e\u0301'.repeat(253)}`, true], // 256 characters in NFC
  ['Abcdefgh1e\u0301', false], // 10 characters in NFC
  ['A\u0308U\u0308O\u0308abcdefghi', false], // no uppercase letter in NFC, but three other characters
  ['Abcdefghij1', false], // 11 characters
  ['Ab1!', false],
  ['', false],
  ['abcdefghijklmnop', false],
  ['abcdefghijk1', false], // 2 of 4 classes
  ['ABCDEFGHIJKL', false],
  ['123456789012!', false],
  [`Ab1${'x'.repeat(254)}`, false], // 257 characters
])('judges %j as acceptable: %s (S5)', (password, acceptable) => {
  expect(judgePassword(password).acceptable).toBe(acceptable);
});

test('judges each class separately for the live display', () => {
  const met = (password: string) => judgePassword(password).classes.map((entry) => entry.met);
  expect(met('A')).toEqual([true, false, false, false]);
  expect(met('a')).toEqual([false, true, false, false]);
  expect(met('1')).toEqual([false, false, true, false]);
  expect(met(' ')).toEqual([false, false, false, true]);
  expect(judgePassword('Aa1!')).toMatchObject({ longEnough: false, classCount: 4, acceptable: false });
});

test.each([
  ['München-grün-été', 'Mu\u0308nchen-gru\u0308n-e\u0301te\u0301'],
  ['a word\u00a0and\u3000spaces', 'a word and spaces'],
  ['각', '\u1100\u1161\u11a8'],
])('takes %j and %j for the same password (S89)', (one, other) => {
  expect(isSamePassword(one, other)).toBe(true);
});

test.each([
  ['Ｐassword', 'Password'], // NFC keeps full-width letters
  ['pässword', 'password'],
  ['ß', 'ss'],
  ['ﬁ', 'fi'],
  [' a', 'a'],
  ['a  b', 'a b'],
  ['A', 'a'],
])('takes %j and %j for different passwords (S5)', (one, other) => {
  expect(isSamePassword(one, other)).toBe(false);
});

test('keeps ASCII and normal forms as they are, and throws for no text', () => {
  const ascii = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)).join('');
  expect(normalPassword(ascii)).toBe(ascii);
  for (const text of randomTexts(20_000)) expect(normalPassword(normalPassword(text))).toBe(normalPassword(text));
});

test('has a limit before the work of the normal form (S87)', () => {
  expect(Password.safeParse('e\u0301'.repeat(2048)).success).toBe(true);
  expect(Password.safeParse('x'.repeat(4097)).success).toBe(false);
});
