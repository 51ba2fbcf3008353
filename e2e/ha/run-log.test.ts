import { expect, test } from 'vitest';
import { isGreen, missesOf, pageOf, tableOf, type FaultRecord, type RunRecord } from './run-log.ts';

const fault = (changes: Partial<FaultRecord> = {}): FaultRecord => ({
  ...{ fault: 'primary killed', limit: 15, outage: 11.24, writes: 400, refused: 30, lost: [], wrong: [], twice: [] },
  ...{ mailedTwice: 0, mostCopies: 1, broken: [], seconds: 50 },
  ...changes,
});
const run = (changes: Partial<RunRecord> = {}): RunRecord => ({
  ...{ startedAt: '2026-11-24T06:30:00.000Z', commit: 'a'.repeat(40), seconds: 300, load: 4.2, faults: [fault()] },
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
  expect(isGreen(run({ faults: [fault(), fault(changes)] }))).toBe(false);
});

test('accepts a run that met every target, even if an email was sent twice', () => {
  expect(isGreen(run({ faults: [fault({ mailedTwice: 1, mostCopies: 2 })] }))).toBe(true);
});

test('rejects a run that ended early or had no faults', () => {
  expect([isGreen(run({ failure: 'Error: no leader' })), isGreen(run({ faults: [] }))]).toEqual([false, false]);
});

test('prints a row for each fault', () => {
  expect(tableOf([fault()])).toContain('| primary killed | 11.2 | 0 | 0 | 0 | 0 | 30 | 400 |');
});

test('shows each commit with its figures, the newest first, and names every miss', () => {
  const page = pageOf([
    run({ commit: 'b'.repeat(40), failure: 'Error: no leader', faults: [] }),
    run(),
    run({ faults: [fault({ outage: 16, lost: ['user a'] })] }),
  ]);
  expect(page.indexOf('Commit aaaaaaaaaaaa')).toBeLessThan(page.indexOf('Commit bbbbbbbbbbbb'));
  expect(page).toContain('2 runs, 1 with every target met: 2026-11-24 06:30 (300 s, load 4.2), ');
  expect(page).toContain('| primary killed | 2 | 11.2 | 16.0 | 15 | 1 | 0 | 0 | 0 | 800 |');
  expect(page).toContain('- 2026-11-24 06:30, primary killed: lost: user a');
  expect(page).toContain('- 2026-11-24 06:30: ended early: Error: no leader');
});
