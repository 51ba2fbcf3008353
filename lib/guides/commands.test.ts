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
    docker: `case "$*" in *--services) echo mailserver;; *) ${note};; esac`,
    postconf: `case "$1" in -h) cat ${root}/milters;; *) echo "\${2#smtpd_milters = }" > ${root}/milters;; esac`,
    ...Object.fromEntries(
      ['rspamadm', 'systemctl', 'service', 'nixos-rebuild', 'ansible-playbook', 'postfix'].map((name) => [name, note]),
    ),
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  const here = (text: string) => text.replaceAll(/(?<![\w.:/-])\/(etc|opt|mailu|usr\/local)(?=\/|\s|$)/g, `${tree}/$1`);
  const run = (script: string) => {
    writeFileSync(path.join(root, 'calls'), '');
    // The machine that runs the test may have no group `rspamd`.
    const { status, stderr } = spawnSync('sh', ['-c', here(script).replaceAll(' -g rspamd', '')], {
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

test.each(each)('writes the files of %s, checks and reloads, twice with the same result', (_id, guide) => {
  const { run, read, here } = server();
  const first = run(guide.install);
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(first.calls.some((call) => /configtest -s|--check/.test(call))).toBe(true);
  expect(first.calls).toContain(asCalled(guide.reload));
  const contents = guide.files.map(({ path: file }) => read(file));
  expect(contents).toEqual(guide.files.map(({ content }) => here(content)));
  expect(run(guide.install)).toEqual(first);
  expect(guide.files.map(({ path: file }) => read(file))).toEqual(contents);
});

test.each(each)('leaves nothing behind after the undo of %s', (id, guide) => {
  const { run, files } = server();
  run(guide.install);
  run(guide.install);
  expect(files()).toHaveLength(guide.files.length);
  expect(run(guide.undo)).toMatchObject({ status: 0, stderr: '' });
  // An empty module stays, because configuration.nix still imports it.
  expect(files()).toEqual(id === 'nixos' ? ['etc/nixos/rspamd-premium.nix'] : []);
});

test.each(each)('restores the files that existed before the installation for %s', (_id, guide) => {
  const { run, read, write, files } = server();
  for (const { path: file } of guide.files) write(file, `mine: ${file}`);
  run(guide.install);
  expect(files()).toHaveLength(2 * guide.files.length);
  run(guide.undo);
  expect(files()).toHaveLength(guide.files.length);
  for (const { path: file } of guide.files) expect(read(file)).toBe(`mine: ${file}`);
});

// Not for NixOS, which rebuilds first.
test.each(each.filter(([id]) => id !== 'nixos'))(
  'does not load a configuration of %s that fails the check',
  (id, guide) => {
    const { run, milters } = server(id === 'ansible' ? '*--check*' : '*configtest*');
    const { status, calls } = run(guide.install);
    expect(status).not.toBe(0);
    expect(calls.at(-1)).toMatch(/configtest -s$|--check$/);
    expect(calls).not.toContain(asCalled(guide.reload));
    expect(milters()).toBe(MILTERS);
  },
);

test('adds the milter once, and removes no other milter', () => {
  const other = guides.find(({ id }) => id === 'other-filter');
  const { run, milters } = server();
  run(other?.install ?? '');
  run(other?.install ?? '');
  expect(milters()).toBe(`${MILTERS} { inet:localhost:11332, default_action=accept }`);
  run(other?.undo ?? '');
  expect(milters()).toBe(MILTERS);
});
