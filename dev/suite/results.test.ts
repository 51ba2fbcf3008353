import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../stack/folders.ts';
import { makeTestFolder } from '../tests/test-folder.ts';
import { NEEDS } from './needs.ts';
import { judged, linesOf, readPlaywright, readVitest, type Result } from './results.ts';

let folder: Awaited<ReturnType<typeof makeTestFolder>>;
beforeAll(async () => {
  folder = await makeTestFolder('reports');
});
afterAll(() => folder.remove());

function report(content: unknown): string {
  const file = path.join(folder.path, 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const suite = (status: string, ...statuses: string[]) => ({
  name: path.join(root, 'lib/a.test.ts'),
  status,
  assertionResults: statuses.map((each, n) => ({ fullName: `t${n}`, status: each })),
});
const brief = (results: Result[]) => results.map(({ file, status }) => [file, status]);
const CRASHED = ['', 'failed'];

test('reads Vitest results, a file that did not load, and a crash after passed tests', () => {
  const mixed = report({ testResults: [suite('failed', 'passed', 'failed', 'skipped'), suite('failed')] });
  expect(brief(readVitest(mixed, 1))).toEqual([
    ['lib/a.test.ts', 'passed'],
    ['lib/a.test.ts', 'failed'],
    ['lib/a.test.ts', 'skipped'],
    ['lib/a.test.ts', 'failed'],
  ]);
  const crashed = report({ testResults: [suite('passed', 'passed')] });
  expect(brief(readVitest(crashed, 1))).toEqual([['lib/a.test.ts', 'passed'], CRASHED]);
});

test('omits tests that Vitest skipped because another line was chosen', () => {
  const file = report({ testResults: [suite('passed', 'passed', 'skipped', 'skipped')] });
  expect(readVitest(file, 0, ['lib/a.test.ts:1'])).toHaveLength(1);
  expect(readVitest(file, 0, ['lib/a.test.ts', 'lib/b.test.ts:1'])).toHaveLength(3);
});

test('reads Playwright results in nested suites, with flaky tests and errors outside tests as failures', () => {
  const specs = ['expected', 'unexpected', 'flaky', 'skipped'].map((status) => ({
    title: status,
    file: 'a.spec.ts',
    tests: [{ status }],
  }));
  const nested = report({ suites: [{ suites: [{ specs }] }], errors: [{ message: 'x' }] });
  expect(brief(readPlaywright(nested, 1))).toEqual([
    ['e2e/a.spec.ts', 'passed'],
    ['e2e/a.spec.ts', 'failed'],
    ['e2e/a.spec.ts', 'failed'],
    ['e2e/a.spec.ts', 'skipped'],
    CRASHED,
  ]);
});

test('reads a missing or unreadable report as a failure', () => {
  for (const read of [readVitest, readPlaywright]) {
    expect(brief(read(path.join(folder.path, 'none.json'), 0))).toEqual([CRASHED]);
    expect(brief(read(report('{"testResults": ['), 0))).toEqual([CRASHED]);
  }
});

const result = (file: string, status: Result['status']): Result => ({ file, title: `of ${file}`, status });
const SKIPPED = 'dev/postgres/postgres.soak.test.ts';

test('counts a skipped test as failed unless NEEDS lists its file', () => {
  expect(judged(result(SKIPPED, 'skipped')).status).toBe('skipped');
  expect(judged(result('lib/a.test.ts', 'skipped')).status).toBe('failed');
});

test('ends with the counts, after what was skipped and what has failed', () => {
  const results = [result('', 'passed'), result('lib/a.test.ts', 'failed'), result(SKIPPED, 'skipped')];
  expect(linesOf(results)).toEqual([
    `Skipped: of ${SKIPPED} (${SKIPPED} needs root)`,
    'Failed: of lib/a.test.ts (lib/a.test.ts)',
    '1 passed, 1 failed, 1 skipped',
  ]);
  expect(linesOf([result('', 'passed')])).toEqual(['1 passed, 0 failed']);
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
