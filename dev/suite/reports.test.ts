import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../stack/folders.ts';
import { makeTestFolder } from '../tests/test-folder.ts';
import { onlyChosen, readPlaywright, readVitest, type Result } from './reports.ts';

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
  assertionResults: statuses.map((each, n) => ({
    fullName: `t${n}`,
    status: each,
    duration: 1500,
    location: { line: n + 1, column: 1 },
  })),
});
const brief = (results: Result[]) => results.map(({ place, status, seconds }) => [place, status, seconds]);
const CRASHED = ['', 'failed', 0];

test('reads Vitest results, a file that did not load, and a crash after passed tests', () => {
  const mixed = report({ testResults: [suite('failed', 'passed', 'failed', 'skipped'), suite('failed')] });
  expect(brief(readVitest(mixed, 1))).toEqual([
    ['lib/a.test.ts:1', 'passed', 1.5],
    ['lib/a.test.ts:2', 'failed', 1.5],
    ['lib/a.test.ts:3', 'skipped', 1.5],
    ['lib/a.test.ts', 'failed', 0],
  ]);
  const crashed = report({ testResults: [suite('passed', 'passed')] });
  expect(brief(readVitest(crashed, 1))).toEqual([['lib/a.test.ts:1', 'passed', 1.5], CRASHED]);
});

test('omits tests that Vitest skipped because another line was chosen', () => {
  const results = readVitest(report({ testResults: [suite('passed', 'passed', 'skipped', 'skipped')] }), 0);
  const kept = (...files: string[]) => onlyChosen(results, files).map(({ place }) => place);
  expect(kept('lib/a.test.ts:1')).toEqual(['lib/a.test.ts:1']);
  expect(kept('lib/a.test.ts:1', 'lib/a.test.ts:3')).toEqual(['lib/a.test.ts:1', 'lib/a.test.ts:3']);
  expect(kept('lib/a.test.ts')).toHaveLength(3);
});

test('reads Playwright results in nested suites, with flaky tests and errors outside tests as failures', () => {
  const specs = ['expected', 'unexpected', 'flaky', 'skipped'].map((status, n) => ({
    title: status,
    file: 'a.spec.ts',
    line: n + 1,
    tests: [{ status, results: [{ duration: 1000 }, { duration: 500 }] }],
  }));
  const nested = report({ suites: [{ suites: [{ specs }] }], errors: [{ message: 'x' }] });
  expect(brief(readPlaywright(nested, 1))).toEqual([
    ['e2e/a.spec.ts:1', 'passed', 1.5],
    ['e2e/a.spec.ts:2', 'failed', 1.5],
    ['e2e/a.spec.ts:3', 'failed', 1.5],
    ['e2e/a.spec.ts:4', 'skipped', 1.5],
    CRASHED,
  ]);
});

test('reads a missing or unreadable report as a failure', () => {
  for (const read of [readVitest, readPlaywright]) {
    expect(brief(read(path.join(folder.path, 'none.json'), 0))).toEqual([CRASHED]);
    expect(brief(read(report('{"testResults": ['), 0))).toEqual([CRASHED]);
  }
});
