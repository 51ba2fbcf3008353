import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { include, lining, marked } from './files.ts';
import { installing, undoing, type Machine } from './script.ts';

const OPTIONS = { publicKey: 'key', contacts: localContacts, forbiddenFlags: [1, 8], freeFeed: 'on' } as const;
const FILES = [
  marked('a/own.inc', 'ours'),
  lining('a/b.conf', { text: include('own.inc'), includes: 'a/own.inc', override: 'o/b.conf', key: 'rule' }),
];

/** A folder in which a script without rules runs; `adm` is its rspamadm. */
function folder(adm = `case "$*" in *-m) echo 'Modules enabled: fuzzy_check' ;; *test*) echo 'syntax OK' ;; esac`) {
  const root = mkdtempSync(path.join(tmpdir(), 'guide-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const machine: Machine = {
    options: OPTIONS,
    files: FILES,
    adm,
    places: ['o/b.conf', 'a/b.conf'],
    load: ['echo loaded'],
    chunks: ['ours'],
  };
  const run = (script: string) => spawnSync('sh', ['-c', script], { cwd: root, encoding: 'utf8' });
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const has = (name: string) => existsSync(path.join(root, name));
  return { root, machine, run, read, write, has, install: installing(machine), undo: undoing(machine) };
}
const BLOCK = `# Rspamd Premium begins\n${include('own.inc')}\n# Rspamd Premium ends\n`;

test('makes a file with one line where there is none, and removes both on undo', () => {
  const { run, read, has, install, undo } = folder();
  expect(run(install)).toMatchObject({ status: 0, stderr: '' });
  expect(read('a/b.conf')).toBe(BLOCK.replace('begins', 'begins, a new file'));
  expect(read('a/own.inc')).toContain('\nours\n');
  expect(run(undo).status).toBe(0);
  expect([has('a/b.conf'), has('a/own.inc')]).toEqual([false, false]);
});

test.each(['mine\n', 'mine', '', '\n\n', 'a\r\nb', '# Rspamd Premium is what I use\n'])(
  'leaves %j around its line, and restores it on undo (R32)',
  (text) => {
    const { run, read, write, install, undo } = folder();
    write('a/b.conf', text);
    for (let count = 0; count < 3; count++) expect(run(install)).toMatchObject({ status: 0, stderr: '' });
    expect(read('a/b.conf').split('# Rspamd Premium ends')).toHaveLength(2);
    expect(read('a/b.conf').startsWith(text)).toBe(true);
    expect(run(undo).status).toBe(0);
    expect(read('a/b.conf')).toBe(text);
  },
);

test('hands what its owner wrote into our file over to the file of the owner', () => {
  const { run, read, write, install } = folder();
  run(install);
  write('a/b.conf', `mine\n${read('a/b.conf').replace(', a new file', '')}`);
  write('a/own.inc', `${read('a/own.inc')}rule "local" { }\n`);
  run(install);
  expect(read('a/b.conf')).toBe(`mine\nrule "local" { }\n${BLOCK}`);
  expect(read('a/own.inc')).not.toContain('local');
});

test('moves its line behind what was written after it, because later rules of override.d win', () => {
  const { run, read, write, install, undo } = folder();
  write('a/b.conf', 'first');
  run(install);
  write('a/b.conf', `${read('a/b.conf')}second`);
  expect(run(install).status).toBe(0);
  expect(read('a/b.conf')).toMatch(/^first\nsecond\n# Rspamd Premium begins/);
  run(undo);
  expect(read('a/b.conf')).toBe('first\nsecond');
});

test('puts the line into the override file only if that has its own rules, in any form', () => {
  const { run, read, write, install, undo } = folder();
  write('o/b.conf', 'timeout = 3;\n');
  run(install);
  expect(read('o/b.conf')).toBe('timeout = 3;\n');
  for (const own of ['rule "local" { }', 'rule = { local = { } }', '"rule" "local" { }', '.include "mine.inc"']) {
    write('o/b.conf', `${own}\n`);
    expect(run(install).status).toBe(0);
    expect(read('o/b.conf')).toBe(`${own}\n${BLOCK}`);
    run(undo);
    expect(read('o/b.conf')).toBe(`${own}\n`);
  }
});

const OLD_RULES = '# Rspamd Premium: a/b.conf\nrule "FUZZY_PLUS" {\n  encryption_key = "old";\n}\n';

test('takes the rules of an older guide out of its file, and keeps what its owner added (R32)', () => {
  const { run, read, write, has, install, undo } = folder();
  write('a/b.conf', `${OLD_RULES}rule "local" { }\n`);
  expect(run(install)).toMatchObject({ status: 0, stderr: '' });
  expect(read('a/b.conf')).toBe(`rule "local" { }\n${BLOCK}`);
  run(undo);
  expect(read('a/b.conf')).toBe('rule "local" { }\n');
  write('a/b.conf', OLD_RULES);
  write('a/b.conf.before', 'mine');
  run(install);
  run(undo);
  expect([read('a/b.conf'), has('a/b.conf.before')]).toEqual(['mine', false]);
});

test.each([
  ['one of the marks is gone', '# Rspamd Premium begins\n'],
  ['more stands between the marks', BLOCK.replace('\n# Rspamd Premium ends', '\nmine\n# Rspamd Premium ends')],
  ['the marks are there twice', BLOCK + BLOCK],
])('changes nothing if %s', (_name, text) => {
  const { run, read, write, has, install } = folder();
  write('a/b.conf', text);
  const { status, stderr } = run(install);
  expect([status, read('a/b.conf'), has('a/own.inc')]).toEqual([1, text, false]);
  expect(stderr).toBe(
    'Rspamd Premium: nothing was changed, because a/b.conf has more or less than our one line between the marks of Rspamd Premium: move yours out, or delete both marks.\n',
  );
});

test.each<[string, string, RegExp]>([
  ['a name does not resolve', 'address resolution for x.example failed: no', /the name x\.example does not resolve/],
  ['a file is unreadable', 'cannot open file /e/a.conf: Permission denied', /\/e\/a\.conf cannot be read by Rspamd/],
  ['the key is none', 'bad encryption key value: YOUR_API_KEY', /no working key: log in/],
  [
    'a file is no configuration',
    'error while parsing /e/a.conf: line: 3, column',
    /\/e\/a\.conf, line 3, cannot be parsed/,
  ],
  ['something else is wrong', 'no such thing', /refuses its configuration \(no such thing\)/],
])('puts everything back and says in one sentence that %s', (_name, said, sentence) => {
  const { run, write, read, has, install } = folder(`echo '${said}'`);
  write('a/b.conf', 'mine');
  const { status, stderr, stdout } = run(install);
  expect([status, read('a/b.conf'), has('a/own.inc'), stdout]).toEqual([1, 'mine', false, '']);
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('removes the folders that it made when it puts everything back', () => {
  const { run, has, machine } = folder('false');
  const deep = { ...machine, files: [marked('x/y/own.inc', 'ours')] };
  expect(run(installing(deep)).status).toBe(1);
  expect(has('x')).toBe(false);
});

test('names the file that switches the module off, and passes once its line is gone', () => {
  const { run, write, install, has } = folder(
    `case "$*" in *test*) echo 'syntax OK' ;; *-m) grep -q false o/b.conf || echo 'Modules enabled: fuzzy_check' ;; esac`,
  );
  for (const name of ['enabled', '"enabled"']) {
    write('o/b.conf', `rule "x" { enabled = true }\n${name} = false; # since 2019\n`);
    const { status, stderr } = run(install);
    expect([status, has('a/b.conf')]).toEqual([1, false]);
    expect(stderr).toContain('o/b.conf switches fuzzy_check off: remove its line "enabled", then run this again.');
  }
  write('o/b.conf', 'rule "x" { enabled = true }\n');
  expect(run(install).status).toBe(0);
});

test.each(['077', '027', '022'])('gives files the mode that the daemon needs with umask %s', (umask) => {
  const { root, machine, run } = folder();
  const secret = { ...marked('s/secret.inc', 'key'), mode: '0640' as const };
  run(`umask ${umask}; ${installing({ ...machine, files: [...FILES, secret] })}`);
  const modes = ['s', 'a', 'a/b.conf', 'a/own.inc', 's/secret.inc'].map(
    (name) => statSync(path.join(root, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o755, 0o755, 0o644, 0o644, 0o640]);
});

test('does not keep files that Rspamd could not reload with', () => {
  const { run, machine, has } = folder();
  const { status, stderr } = run(installing({ ...machine, load: ['false'] }));
  expect([status, has('a/b.conf')]).toEqual([1, false]);
  expect(stderr).toContain('Rspamd did not reload');
});

test('writes nothing in a rehearsal, and says what it would write', () => {
  const { run, has, install } = folder();
  const { status, stdout } = run(`RSPAMD_PREMIUM_DRY=1; export RSPAMD_PREMIUM_DRY; ${install}`);
  expect([status, stdout, has('a')]).toEqual([0, 'Would write a/b.conf\nWould write a/own.inc\n', false]);
});
