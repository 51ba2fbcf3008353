import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/folders.ts';
import { pageOf, readmeLine, type RunRecord } from './run-log.ts';

const run = (changes: Partial<RunRecord> = {}): RunRecord => ({
  commit: 'a'.repeat(40),
  startedAt: '2026-11-23T10:00:00.000Z',
  seconds: 440,
  passed: 2000,
  failed: 0,
  skipped: 0,
  isBusy: false,
  rows: [{ part: 'Unit tests', tests: 2000, seconds: 200, share: 0.5 }],
  folders: [{ folder: 'lib/users', tests: 100, seconds: 20 }],
  failures: [],
  ...changes,
});

test('lists each commit with its runs, the newest first, and names failed tests', () => {
  const page = pageOf([
    run({ commit: 'b'.repeat(40) }),
    run(),
    run({ seconds: 700, isBusy: true, failed: 1, failures: [{ place: 'lib/a.test.ts:3', title: 'does it' }] }),
  ]);
  expect(page.indexOf('Commit aaaaaaaaaaaa')).toBeLessThan(page.indexOf('Commit bbbbbbbbbbbb'));
  expect(page).toContain('1 on a quiet machine: 1 green, median 7 min 20 s. 1 on a busy one: 0 green');
  expect(page).toContain('| 2026-11-23 10:00 | 700 | 2000 | 1 | 0 | yes |');
  expect(page).toContain('- 2026-11-23 10:00: lib/a.test.ts:3 does it');
  expect(page).toContain('| Unit tests | 2000 | 200.0 | 50% |');
});

test('writes the median of the green runs on a quiet machine into README', () => {
  const runs = [run({ seconds: 400 }), run({ seconds: 420 }), run({ seconds: 900, isBusy: true }), run({ failed: 1 })];
  expect(readmeLine(runs)).toBe(
    'Last measured: 6 min 40 s on two cores, on 2026-11-23 ([all runs](docs/suite-runs.md)).',
  );
  expect(readmeLine([run({ failed: 1 })])).toBeUndefined();
});

test('README has the "Last measured" line to replace', () => {
  expect(readFileSync(path.join(root, 'README.md'), 'utf8')).toMatch(/^Last measured: .*$/m);
});
