import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const PROMTOOL = '/usr/bin/promtool';

describe.skipIf(!existsSync(PROMTOOL))('promtool (skipped without it)', () => {
  test.each([
    ['accepts the alert rules', 'check', 'alerts.yml'],
    ['fires each alert when it must, and not before', 'test', 'alerts.test.yml'],
    ['fires the right alerts on the recorded metrics of a run with faults', 'test', 'recorded.test.yml'],
  ])('%s', (_title, verb, file) => {
    const { status, stdout, stderr } = spawnSync(PROMTOOL, [verb, 'rules', file], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect(stdout + stderr).toContain('SUCCESS');
    expect(status).toBe(0);
  });
});
