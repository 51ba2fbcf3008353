import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { marked } from './files.ts';
import { installing, undoing } from './script.ts';

function folder() {
  const root = mkdtempSync(path.join(tmpdir(), 'guide-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const run = (script: string) => spawnSync('sh', ['-c', script], { cwd: root, encoding: 'utf8' });
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
  return { root, run, read };
}

const file = (content = 'new') => marked('a/b.conf', content);

test('writes a file into a new folder, and removes it on undo', () => {
  const { root, run, read } = folder();
  expect(run(installing({ files: [file()] })).status).toBe(0);
  expect(read('a/b.conf')).toBe('# Rspamd Premium: a/b.conf\nnew\n');
  expect(existsSync(path.join(root, 'a/b.conf.before'))).toBe(false);
  expect(run(undoing({ files: [file()] })).status).toBe(0);
  expect(existsSync(path.join(root, 'a/b.conf'))).toBe(false);
});

test('restores the original file after two runs', () => {
  const { root, run, read } = folder();
  run('mkdir a');
  writeFileSync(path.join(root, 'a/b.conf'), 'mine');
  expect(run(installing({ files: [file()] })).stdout).toBe(
    'Replaced a file. Copy what you still need from a/b.conf.before\n',
  );
  expect(run(installing({ files: [file('newer')] })).stdout).toBe('');
  expect(read('a/b.conf')).toContain('newer');
  expect(read('a/b.conf.before')).toBe('mine');
  run(undoing({ files: [file()] }));
  expect(read('a/b.conf')).toBe('mine');
  expect(existsSync(path.join(root, 'a/b.conf.before'))).toBe(false);
});

test('sets the mode of a secret file before it writes the content', () => {
  const { root, run } = folder();
  const script = installing({ files: [{ ...file(), mode: '0640' }] });
  expect(script.indexOf('install -m 0640')).toBeLessThan(script.indexOf('cat >'));
  run(script);
  expect(statSync(path.join(root, 'a/b.conf')).mode & 0o777).toBe(0o640);
});

test('stops at the first error, whether before or after the files', () => {
  const { root, run } = folder();
  expect(run(installing({ before: ['false'], files: [file()] })).status).not.toBe(0);
  expect(existsSync(path.join(root, 'a'))).toBe(false);
  const { status, stdout } = run(installing({ files: [file()], after: ['false', 'echo reload'], then: 'echo then' }));
  expect([status === 0, stdout]).toEqual([false, '']);
});

test('runs the script in the given shell, and the last command outside of it', () => {
  const { root, run } = folder();
  writeFileSync(path.join(root, 'enter'), '#!/bin/sh\nmkdir -p inside && cd inside && exec "$@"\n');
  chmodSync(path.join(root, 'enter'), 0o755);
  const { stdout } = run(installing({ shell: './enter sh -eu', files: [file()], then: 'pwd' }));
  expect(existsSync(path.join(root, 'inside/a/b.conf'))).toBe(true);
  expect(path.basename(stdout.trim())).toBe(path.basename(root));
});
