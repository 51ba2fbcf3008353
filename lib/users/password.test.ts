import { expect, test } from 'vitest';
import { judgePassword } from './password.ts';

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
