import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/folders.ts';
import { NEEDS } from './needs.ts';
import type { Result } from './reports.ts';
import { commandFor, inWords, judged, lastLine, summaryOf, totalsOf, type Step } from './summary.ts';

const result = (place: string, status: Result['status'], seconds = 1): Result => ({
  place,
  title: `of ${place}`,
  status,
  seconds,
});
const STEPS: Step[] = [
  { results: [result('', 'passed', 0)] },
  {
    results: [
      result('lib/users/a.test.ts:3', 'passed', 3),
      result('lib/users/b.test.ts:4', 'failed', 2),
      result('dev/postgres/postgres.soak.test.ts:96', 'skipped', 0),
    ],
  },
];

test('counts passed, failed and skipped tests in the last line', () => {
  expect(lastLine(totalsOf(STEPS))).toBe('2 passed, 1 failed, 1 skipped');
  expect(lastLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
});

test.each([
  [4.6, '5 s'],
  [59.4, '59 s'],
  [59.6, '1 min 00 s'],
  [125, '2 min 05 s'],
])('writes %d seconds as "%s"', (seconds, text) => expect(inWords(seconds)).toBe(text));

test('names the command that runs a failed or skipped test alone, and the test’s needs', () => {
  expect(commandFor(result('lib/a.test.ts:7', 'failed'))).toBe('npm test -- lib/a.test.ts:7');
  expect(commandFor(result('dev/postgres/postgres.soak.test.ts:96', 'skipped'))).toBe(
    'npm test -- dev/postgres/postgres.soak.test.ts:96   # needs root',
  );
  expect(commandFor(result('agent/kill.alone.test.ts:7', 'failed'), 'npm run test:soak')).toBe(
    'npm run test:soak -- agent/kill.alone.test.ts:7',
  );
  const text = summaryOf(STEPS, 35).join('\n');
  expect(text).toContain('✗ of lib/users/b.test.ts:4\n    npm test -- lib/users/b.test.ts:4');
  expect(text).toContain(
    '- of dev/postgres/postgres.soak.test.ts:96\n    npm test -- dev/postgres/postgres.soak.test.ts:96',
  );
  expect(text.indexOf('3.0 s  lib/users/a')).toBeLessThan(text.indexOf('2.0 s  lib/users/b'));
});

test.each(['sh', 'bash'])('prints commands that %s accepts, for every file that has tests', (shell) => {
  const files = [
    ...globSync('{agent,app,bin,components,deploy,dev,e2e,lib,server,stripe-emulator}/**/*.{test,spec}.{ts,tsx}'),
    "app/o'clock/[id]/(group)/$x/a b.test.ts",
  ];
  expect(files.length).toBeGreaterThan(400);
  const lines = files.map((file) => commandFor(result(`${file}:7`, 'failed'), 'word'));
  const script = `word() { shift; printf '%s\\n' "$@"; }\n${lines.join('\n')}\n`;
  const said = execFileSync(shell, ['-e'], { input: script, encoding: 'utf8', cwd: tmpdir() });
  expect(said.trimEnd().split('\n')).toEqual(files.map((file) => `${file}:7`));
});

test('counts a skipped test as failed unless NEEDS lists its file', () => {
  expect(judged(result('dev/postgres/postgres.soak.test.ts:96', 'skipped')).status).toBe('skipped');
  expect(judged(result('lib/a.test.ts:1', 'skipped')).status).toBe('failed');
});

test('every file in NEEDS exists', () => {
  expect(Object.keys(NEEDS).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('every long test that may skip itself is in NEEDS', () => {
  const listed = execFileSync('git', ['ls-files', '*.soak.test.ts', 'e2e/soak/*.spec.ts'], { cwd: root });
  const files = listed.toString().trim().split('\n');
  const skipping = files.filter((file) => /\.(skip|skipIf|runIf)\(/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(skipping.length).toBeGreaterThan(10);
  expect(skipping.filter((file) => !NEEDS[file])).toEqual([]);
});
