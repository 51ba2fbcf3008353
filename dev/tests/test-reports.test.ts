import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from './test-folder.ts';
import { countPlaywright, countVitest } from './test-reports.ts';

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
  name: 'a.test.ts',
  status,
  assertionResults: statuses.map((each, n) => ({ fullName: `t${n}`, status: each })),
});

test('counts Vitest results, a file that did not load, and a crash after passed tests', () => {
  const mixed = report({ testResults: [suite('failed', 'passed', 'failed', 'skipped'), suite('failed')] });
  expect(countVitest(mixed, 1)).toEqual({ passed: 1, failed: 2, skipped: ['t2'] });
  expect(countVitest(report({ testResults: [suite('passed', 'passed')] }), 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: [],
  });
});

test('counts Playwright results in nested suites, with flaky tests and errors outside tests as failures', () => {
  const specs = ['expected', 'unexpected', 'flaky', 'skipped'].map((status) => ({
    title: status,
    file: 'a.spec.ts',
    tests: [{ status }],
  }));
  const nested = report({ suites: [{ suites: [{ specs }] }], errors: [{ message: 'x' }] });
  expect(countPlaywright(nested, 1)).toEqual({ passed: 1, failed: 3, skipped: ['a.spec.ts: skipped'] });
});

test('counts a missing or unreadable report as a failure', () => {
  for (const count of [countVitest, countPlaywright]) {
    expect(count(path.join(folder.path, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: [] });
    expect(count(report('{"testResults": ['), 0)).toEqual({ passed: 0, failed: 1, skipped: [] });
  }
});
