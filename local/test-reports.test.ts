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

test('vitest: tests by outcome, a file that did not load, a crash after green tests', () => {
  const mixed = report({ testResults: [suite('failed', 'passed', 'failed', 'skipped'), suite('failed')] });
  expect(countVitest(mixed, 1)).toEqual({ passed: 1, failed: 2, skipped: ['t2'] });
  expect(countVitest(report({ testResults: [suite('passed', 'passed')] }), 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: [],
  });
});

test('playwright: nested suites, a flaky test has failed, errors outside of tests count', () => {
  const specs = ['expected', 'unexpected', 'flaky', 'skipped'].map((status) => ({
    title: status,
    file: 'a.spec.ts',
    tests: [{ status }],
  }));
  const nested = report({ suites: [{ suites: [{ specs }] }], errors: [{ message: 'x' }] });
  expect(countPlaywright(nested, 1)).toEqual({ passed: 1, failed: 3, skipped: ['a.spec.ts: skipped'] });
});

test('a runner without a readable report has failed', () => {
  for (const count of [countVitest, countPlaywright]) {
    expect(count(path.join(folder.path, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: [] });
    expect(count(report('{"testResults": ['), 0)).toEqual({ passed: 0, failed: 1, skipped: [] });
  }
});
