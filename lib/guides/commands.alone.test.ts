import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { guidesFor } from './guides.ts';

const guides = guidesFor({ publicKey: 'key', contacts: localContacts, forbiddenFlags: [], freeFeed: 'off' });
const each = guides.map((guide): [string, typeof guide] => [guide.id, guide]);
const MILTERS = 'inet:localhost:8891';

/** Answers like rspamadm, from the files of our own below the tree. */
const RSPAMADM = (tree: string) => `of() { find ${tree} -name '*.inc' -exec cat -- '{}' +; }
case "$*" in
  configtest*) echo 'syntax OK' ;;
  'configdump fuzzy_check'*)
    echo 'rule {'
    of | sed -n -e 's/^rule "\\(FUZZY_[A-Z]*\\)" {/    \\1 {/p' -e 's/^  \\(encryption_key.*\\)/        \\1/p' -e 's/^  no_share.*/    }/p'
    echo '}' ;;
  'configdump -d'*)
    echo 'symbols {'
    of | sed -n -e 's/^  s*y*m*b*o*l* *"\\([A-Z_]*\\)" {$/    \\1 {/p' -e 's/^    weight = \\(.*\\);/        score = \\1;\\n    }/p'
    echo '}' ;;
  'configdump -m'*) echo 'Modules enabled: fuzzy_check, spf' ;;
esac`;

/** A server on which every program of a platform only records its calls; the program `failing` fails. */
function server(failing = 'none') {
  const root = mkdtempSync(path.join(tmpdir(), 'server-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [bin, tree] = [path.join(root, 'bin'), path.join(root, 'tree')];
  for (const folder of [bin, `${tree}/opt/mailcow-dockerized`, `${tree}/mailu`, `${tree}/etc/nixos`])
    mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(root, 'milters'), `${MILTERS}\n`);
  const note = `echo "$(basename "$0") $*" >> ${root}/calls; case "$(basename "$0") $*" in ${failing}) exit 1;; esac`;
  const programs = {
    sudo: 'exec "$@"',
    runagent: `case "$*" in *"sh -eu") exec sh -eu;; esac; ${note}`,
    docker: `case "$*" in *--services) echo mailserver ;; *rspamadm*) ${note}; shift 4; exec "$@" ;; *) ${note} ;; esac`,
    postconf: `case "$1" in -h) cat ${root}/milters;; *) echo "\${2#smtpd_milters = }" > ${root}/milters;; esac`,
    rspamadm: `${note}; ${RSPAMADM(tree)}`,
    runuser: `shift 3; exec "$@"`,
    systemctl: `case "$1" in show) echo root ;; *) ${note} ;; esac`,
    ...Object.fromEntries(['service', 'nixos-rebuild', 'ansible-playbook', 'postfix'].map((name) => [name, note])),
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  const here = (text: string) => text.replaceAll(/(?<![\w.:/-])\/(etc|opt|mailu|usr\/local)(?=\/|\s|$)/g, `${tree}/$1`);
  const run = (script: string) => {
    writeFileSync(path.join(root, 'calls'), '');
    // The machine that runs the test may have no group `rspamd`.
    const { status, stderr } = spawnSync('sh', ['-c', here(script).replaceAll('0640 rspamd', '0640')], {
      cwd: tree,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:/usr/bin:/bin` },
    });
    return { status, stderr, calls: readFileSync(path.join(root, 'calls'), 'utf8').trimEnd().split('\n') };
  };
  const read = (file: string) => readFileSync(path.resolve(tree, here(file)), 'utf8');
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.resolve(tree, here(file))), { recursive: true });
    writeFileSync(path.resolve(tree, here(file)), content);
  };
  const files = () => globSync('**', { cwd: tree }).filter((file) => statSync(path.join(tree, file)).isFile());
  return { run, read, write, files, milters: () => readFileSync(path.join(root, 'milters'), 'utf8').trim(), here };
}

const asCalled = (command: string) => command.replace(' </dev/null', '');

test.each(each)('installs %s twice with the same result, and leaves nothing behind after the undo', (id, guide) => {
  const { run, read, here, files } = server();
  const first = run(guide.install);
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(first.calls.some((call) => /configtest -s|--check/.test(call))).toBe(true);
  expect(first.calls).toContain(asCalled(guide.reload));
  const written = () => guide.files.map(({ path: file }) => read(file).replace(' begins, a new file', ' begins'));
  const contents = written();
  expect(contents).toEqual(guide.files.map(({ content }) => here(content)));
  expect(run(guide.install)).toEqual(first);
  expect(written()).toEqual(contents);
  expect(files()).toHaveLength(guide.files.length);
  expect(run(guide.undo)).toMatchObject({ status: 0, stderr: '' });
  // An empty module stays, because configuration.nix still imports it.
  expect(files()).toEqual(id === 'nixos' ? ['etc/nixos/rspamd-premium.nix'] : []);
});

test.each(each)(
  'leaves every byte of the files that existed for %s, over two keys and the undo (R32)',
  (_id, guide) => {
    const { run, read, write, files } = server();
    const theirs = guide.files.filter(({ line }) => line).map(({ path: file }) => file);
    const mine = (file: string) => `mine: ${file}\r\n\n\tno end of line`;
    for (const file of theirs) write(file, mine(file));
    expect(run(guide.install)).toMatchObject({ status: 0, stderr: '' });
    const next = guidesFor({ publicKey: 'other', contacts: localContacts, forbiddenFlags: [], freeFeed: 'on' });
    expect(run(next.find(({ id }) => id === guide.id)?.install ?? '')).toMatchObject({ status: 0, stderr: '' });
    for (const file of theirs) {
      expect(read(file).startsWith(`${mine(file)}\n# Rspamd Premium begins`)).toBe(true);
      expect(read(file).split('# Rspamd Premium begins')).toHaveLength(2);
    }
    run(guide.undo);
    for (const file of theirs) expect(read(file)).toBe(mine(file));
    expect(files().filter((file) => !file.endsWith('rspamd-premium.nix'))).toHaveLength(theirs.length);
  },
);

test.each(each)('stops at a file of another in the place of one of ours for %s, and leaves it', (_id, guide) => {
  const { run, read, write, files } = server();
  const [{ path: place } = { path: '' }] = guide.files;
  write(place, 'mine');
  const { status, stderr } = run(guide.install);
  expect([status, stderr.includes('is not of this guide: move it away, then run this again.')]).toEqual([1, true]);
  expect([read(place), files().length]).toEqual(['mine', 1]);
});

test.each(each)('does not load a configuration of %s that fails the check', (id, guide) => {
  const { run, milters, files } = server(id === 'ansible' ? '*--check*' : '*configtest*');
  const { status, calls } = run(guide.install);
  expect(status).not.toBe(0);
  expect(calls.findLast((call) => /rspamadm|ansible/.test(call))).toMatch(/configtest -s|--check/);
  expect(calls).not.toContain(asCalled(guide.reload));
  expect(milters()).toBe(MILTERS);
  expect(files()).toEqual([]);
});

test('adds the milter once, and removes no other milter', () => {
  const other = guides.find(({ id }) => id === 'other-filter');
  const { run, milters } = server();
  run(other?.install ?? '');
  run(other?.install ?? '');
  expect(milters()).toBe(`${MILTERS} { inet:localhost:11332, default_action=accept }`);
  run(other?.undo ?? '');
  expect(milters()).toBe(MILTERS);
});
