import { expect, test } from 'vitest';
import { missesOf, tableOf, type FaultRecord } from './figures.ts';

const fault = (changes: Partial<FaultRecord> = {}): FaultRecord => ({
  ...{ fault: 'primary killed', limit: 15, outage: 11.24, writes: 400, refused: 30, lost: [], wrong: [], twice: [] },
  ...{ mailedTwice: 0, mostCopies: 1, broken: [], seconds: 50 },
  ...changes,
});
test.each<[string, Partial<FaultRecord>, string]>([
  ['an outage that is too long', { outage: 15.2 }, 'outage of 15.2 s, at most 15 s'],
  ['a lost write', { lost: ['user a'] }, 'lost: user a'],
  ['a wrong status', { wrong: ['/login: 500'] }, 'wrong: /login: 500'],
  ['an effect that happened twice', { twice: ['key of a'] }, 'twice: key of a'],
  ['an email that was sent three times', { mostCopies: 3 }, 'a mail was sent 3 times'],
  ['a broken invariant', { broken: ['a paid subscription has a key'] }, 'broken: a paid subscription has a key'],
])('misses a target with %s', (_what, changes, text) => {
  expect(missesOf(fault(changes))).toEqual([text]);
});

test('accepts a run that met every target, even if an email was sent twice', () => {
  expect(missesOf(fault({ mailedTwice: 1, mostCopies: 2 }))).toEqual([]);
});

test('prints a row for each fault', () => {
  expect(tableOf([fault()])).toContain('| primary killed | 11.2 | 0 | 0 | 0 | 0 | 30 | 400 |');
});
