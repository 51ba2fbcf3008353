import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { fuzzyFiles, installScript, PLACEHOLDER_KEY } from './setup-files.ts';

test.each<[string, number[], boolean, boolean]>([
  ['a key that may use both storages', [], true, true],
  ['a key without bulk service', [1], true, false],
  ['a key of rank 10, without the premium storage', [8], false, true],
  ['a key without either', [1, 8], false, false],
])('writes only the permitted rules and weights for %s', (_name, forbidden, premium, bulk) => {
  const { check, group } = fuzzyFiles('key', localContacts, forbidden);
  expect([check.content.includes('rule "FUZZY_PLUS"'), check.content.includes('flag = 8;')]).toEqual([
    premium,
    premium,
  ]);
  expect([check.content.includes('rule "FUZZY_BULK"'), check.content.includes('flag = 1;')]).toEqual([bulk, bulk]);
  for (const [name, isThere] of [
    ['"FUZZY_PLUS_DENIED" {\n    weight = 10.0;', premium],
    ['"FUZZY_PLUS_UNKNOWN" {', premium],
    ['"FUZZY_BULK" {\n    weight = 0.1;', bulk],
    ['"FUZZY_BULK_UNKNOWN" {', bulk],
  ] as const)
    expect(group.content.includes(name), name).toBe(isThere);
});

test('writes both rules for a visitor without a key', () => {
  const { check, group } = fuzzyFiles(PLACEHOLDER_KEY, localContacts);
  expect(check.content).toMatch(/FUZZY_PLUS[^]*FUZZY_BULK/);
  expect(group.content).toMatch(/FUZZY_PLUS_DENIED[^]*FUZZY_BULK/);
});

/**
 * Runs the command in a folder instead of /etc, with programs that record their calls; `configtest` is the exit code of
 * `rspamadm`.
 */
function install(existing: Record<string, string>, configtest = 0) {
  const root = mkdtempSync(path.join(tmpdir(), 'install-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [bin, folder] = [path.join(root, 'bin'), path.join(root, 'etc/rspamd/local.d')];
  mkdirSync(bin);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(existing)) writeFileSync(path.join(folder, name), content);
  const programs = {
    sudo: 'exec "$@"',
    rspamadm: `echo "rspamadm $*" >> ${root}/calls; exit ${configtest}`,
    systemctl: `echo "systemctl $*" >> ${root}/calls`,
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  const { check, group } = fuzzyFiles('key', localContacts);
  const script = installScript([check, group]).replaceAll('/etc/rspamd', `${root}/etc/rspamd`);
  const { status } = spawnSync('bash', ['-c', script], { env: { ...process.env, PATH: `${bin}:/usr/bin:/bin` } });
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8').replaceAll(root, '');
  return { status, read, calls: readFileSync(path.join(root, 'calls'), 'utf8'), check, group };
}

test('installs both files with one command, checks them and reloads', () => {
  const { status, read, calls, check, group } = install({});
  expect(status).toBe(0);
  expect(read('fuzzy_check.conf')).toBe(`${check.content.trimEnd()}\n`);
  expect(read('fuzzy_group.conf')).toBe(`${group.content.trimEnd()}\n`);
  expect(calls).toBe('rspamadm configtest -s\nsystemctl reload rspamd\n');
  expect(() => read('fuzzy_check.conf.before')).toThrow();
});

test('keeps a copy of the files that it replaces, and does not overwrite the copy when it runs again', () => {
  const { read } = install({ 'fuzzy_check.conf': 'mine' });
  expect(read('fuzzy_check.conf.before')).toBe('mine');
  const again = install({ 'fuzzy_check.conf': 'ours', 'fuzzy_check.conf.before': 'mine' });
  expect(again.read('fuzzy_check.conf.before')).toBe('mine');
});

test('does not reload a configuration that fails the check', () => {
  const { status, calls } = install({}, 1);
  expect(status).toBe(1);
  expect(calls).toBe('rspamadm configtest -s\n');
});
