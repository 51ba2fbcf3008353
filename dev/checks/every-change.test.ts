import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('runs the tests and the long tests on every change, as /security and /accessibility say', () => {
  const workflow = readFileSync('.github/workflows/check.yml', 'utf8');
  expect(workflow).toMatch(/^on:\n  pull_request:\n  push:\n    branches: \[main\]\n/m);
  expect(workflow).toContain('- run: .ci/run\n');
  expect(readFileSync('.ci/run', 'utf8')).toContain('for script in test test:soak; do');
});
