import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '#dev/stack/folders.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';

const ANALYZE = '/usr/bin/systemd-analyze';
const sources = [...globSync('deploy/systemd/*.{service,timer}', { cwd: root }), 'agent/rspamd-premium-agent.service'];
/** Names under which templates run. */
const INSTANCES: Readonly<Record<string, string[]>> = {
  'rspamd-premium-web@.service': ['8080', '8081'],
  'rspamd-premium-migrate@.service': ['rspamd-premium-0.1.0-12345678-linux-x64'],
  'rspamd-premium-backup@.service': ['full', 'diff'],
};
const units = sources.flatMap((file) => {
  const name = path.basename(file);
  return (INSTANCES[name] ?? ['']).map((instance) => ({ file, name: name.replace('@.', `@${instance}.`) }));
});

describe.skipIf(!existsSync(ANALYZE))('units (skipped without systemd-analyze)', async () => {
  const folder = await makeTestFolder('units');
  afterAll(() => folder.remove());
  beforeAll(() => {
    // verify demands that programs, which this machine may lack, exist.
    for (const { file, name } of units) {
      const text = readFileSync(path.join(root, file), 'utf8');
      const here = text.replaceAll(/^(ExecStart=)\S+/gm, '$1/bin/true').replaceAll(/^User=.*|^Group=.*/gm, '');
      writeFileSync(path.join(folder.path, name), here);
    }
    mkdirSync(path.join(folder.path, 'as-shipped'));
    for (const { file, name } of units) cpSync(path.join(root, file), path.join(folder.path, 'as-shipped', name));
  });
  const analyze = (cwd: string, ...args: string[]) =>
    spawnSync(ANALYZE, args, {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'test', LC_ALL: 'C.UTF-8' },
    });

  test('are a unit for each program, and a timer for each kind of backup', () => {
    expect(units.map(({ name }) => name).toSorted()).toEqual([
      'rspamd-premium-agent.service',
      'rspamd-premium-backup-diff.timer',
      'rspamd-premium-backup-full.timer',
      'rspamd-premium-backup@diff.service',
      'rspamd-premium-backup@full.service',
      'rspamd-premium-migrate@rspamd-premium-0.1.0-12345678-linux-x64.service',
      'rspamd-premium-web@8080.service',
      'rspamd-premium-web@8081.service',
      'rspamd-premium-worker.service',
    ]);
  });

  test.each(units)('systemd accepts every line of $name', ({ name }) => {
    const { status, stderr } = analyze(folder.path, 'verify', '--man=no', `./${name}`);
    expect(stderr.split('\n').filter((line) => line.includes(name.split('@')[0] ?? ''))).toEqual([]);
    expect(status).toBe(0);
  });

  test.each(units.filter(({ name }) => name.endsWith('.service')))('$name is exposed to little', ({ name }) => {
    const options = ['security', '--offline=true', '--no-pager', '--threshold=20', `./${name}`];
    const { status, stdout } = analyze(path.join(folder.path, 'as-shipped'), ...options);
    expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, expect.stringContaining('OK')]);
  });
});
