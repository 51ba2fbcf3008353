import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { guideArchive } from './archive.ts';
import { guidesFor } from './guides.ts';

const isInstalled = existsSync('/usr/bin/ansible-playbook');
const KEY = 'the-key-of-a-subscriber';
const FILES = ['fuzzy_check.conf', 'fuzzy_group.conf', 'rspamd_premium_rules.inc', 'rspamd_premium_weights.inc'];
const LOCAL = 'localhost ansible_connection=local ansible_become=false ansible_python_interpreter=/usr/bin/python3';

/** A service manager for Ansible that only records its calls. */
const notedService = (calls: string) => `from ansible.module_utils.basic import AnsibleModule
module = AnsibleModule({'name': {}, 'state': {}}, supports_check_mode=True)
if not module.check_mode:
    with open('${calls}', 'a') as calls:
        calls.write('%(name)s %(state)s\\n' % module.params)
module.exit_json(changed=True)
`;

/** The unpacked archive with an inventory for a temporary tree, where Rspamd's programs only record their calls. */
function role() {
  const root = mkdtempSync(path.join(tmpdir(), 'role-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const options = { publicKey: KEY, contacts: localContacts, forbiddenFlags: [], freeFeed: 'off' } as const;
  const guide = guidesFor(options).find(({ id }) => id === 'ansible');
  if (!guide) throw new Error('No guide for ansible');
  const { fileName, bytes } = guideArchive(guide);
  writeFileSync(path.join(root, fileName), bytes);
  execFileSync('tar', ['-xzf', fileName], { cwd: root });
  const [tree, bin, calls] = ['local.d', 'bin', 'calls'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [tree, bin]) mkdirSync(folder);
  writeFileSync(path.join(bin, 'rspamadm'), `#!/bin/sh\necho "rspamadm $*" >> ${calls}\n`);
  chmodSync(path.join(bin, 'rspamadm'), 0o755);
  writeFileSync(path.join(bin, 'noted_service.py'), notedService(calls));
  const inventory = path.join(root, 'inventory');
  writeFileSync(
    inventory,
    `[mail]\n${LOCAL} rspamd_premium_folder=${tree} rspamd_premium_service_manager=noted_service\n`,
  );
  const play = (...args: string[]) => {
    writeFileSync(calls, '');
    const { stdout, stderr, status } = spawnSync('ansible-playbook', ['-i', inventory, 'rspamd-premium.yml', ...args], {
      cwd: path.join(root, 'rspamd-premium-ansible'),
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${bin}:/usr/sbin:/usr/bin:/sbin:/bin`,
        HOME: root,
        LC_ALL: 'C.UTF-8',
        ANSIBLE_LIBRARY: bin,
      },
    });
    const [, changed = 'none'] = /changed=(\d+)/.exec(stdout) ?? [];
    return { status, changed, said: stdout + stderr, calls: readFileSync(calls, 'utf8').split('\n').filter(Boolean) };
  };
  const files = () => readdirSync(tree).toSorted();
  return { play, files, read: (name: string) => readFileSync(path.join(tree, name), 'utf8') };
}

test.skipIf(!isInstalled)('changes nothing in a second run, and nothing in check mode', { timeout: 300_000 }, () => {
  const { play, files, read } = role();
  const rehearsed = play('--check', '--diff');
  expect(rehearsed, rehearsed.said).toMatchObject({ status: 0, calls: [] });
  expect(Number(rehearsed.changed)).toBeGreaterThan(0);
  expect(files()).toEqual([]);

  const first = play();
  expect(first.status, first.said).toBe(0);
  expect(files()).toEqual(FILES);
  expect(read('fuzzy_check.conf')).toContain(`encryption_key = "${KEY}"`);
  expect(read('fuzzy_check.conf')).toContain('rule "rspamd.com" {\n  enabled = false;\n}');
  expect(read('fuzzy_group.conf')).toContain('weight = 10.0');
  expect(first.calls[0]).toBe('rspamadm configtest -s');
  expect(first.calls.at(-1)).toBe('rspamd reloaded');

  for (const args of [[], ['--check']]) {
    const again = play(...args);
    expect(again, again.said).toMatchObject({ status: 0, changed: '0', calls: [] });
  }
  for (const { said } of [rehearsed, first]) expect(said).not.toContain(KEY);
});

test.skipIf(!isInstalled)('removes its files, and changes nothing when it runs again', { timeout: 300_000 }, () => {
  const { play, files } = role();
  play();
  const absent = ['-e', 'rspamd_premium_state=absent'];
  const removed = play(...absent);
  expect(removed.status, removed.said).toBe(0);
  expect(files()).toEqual([]);
  expect(removed.calls[0]).toBe('rspamadm configtest -s');
  expect(play(...absent)).toMatchObject({ status: 0, changed: '0', calls: [] });
});
