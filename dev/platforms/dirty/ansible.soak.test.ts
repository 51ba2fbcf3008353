import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { guidesFor } from '#lib/guides/guides.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { isRoot } from '../../tests/apt.ts';
import { areInstalled, CHOSEN } from '../../tests/rspamd.ts';
import { Machine } from './machine.ts';

const isInstalled = existsSync('/usr/bin/ansible-playbook') && areInstalled && isRoot();
const SLOW = { timeout: 300_000 };
const KEY = 'icy63itbhhni8bq15ntp5n5symuixf73s1kpjh6skaq4e7nx5fiy';

/** A server with the role beside it, as the archive has it. */
function role() {
  const machine = new Machine('ansible', CHOSEN);
  onTestFinished(() => machine.remove());
  const contacts = { ...localContacts, fuzzyServers: '127.0.0.1:11335', fuzzyBulkServers: '127.0.0.1:11336' };
  const options = { publicKey: KEY, contacts, forbiddenFlags: [], freeFeed: 'off' } as const;
  const files = guidesFor(options).find(({ id }) => id === 'ansible')?.files ?? [];
  for (const { path, content } of files) machine.write(path, content);
  const play = (args = '') => {
    const { status, said, told } = machine.run(`ansible-playbook rspamd-premium.yml ${args}`);
    const [, changed = 'none'] = /changed=(\d+)/.exec(told) ?? [];
    return { status, changed, said: told + said, calls: machine.calls() };
  };
  return { machine, play };
}

test.skipIf(!isInstalled)('changes nothing in a second run, and nothing in check mode', SLOW, () => {
  const { machine, play } = role();
  const before = machine.files();
  const rehearsed = play('--check --diff');
  expect(rehearsed, rehearsed.said).toMatchObject({ status: 0, changed: '1', calls: [] });
  expect(machine.files()).toEqual(before);

  const first = play();
  expect(first, first.said).toMatchObject({ status: 0, changed: '1', calls: ['systemctl reload rspamd'] });
  const { rules, scores, isOn, configtest } = machine.loaded();
  expect(rules).toMatchObject({ FUZZY_PLUS: KEY, FUZZY_BULK: KEY, 'rspamd.com': 'off' });
  expect(scores).toMatchObject({ FUZZY_PLUS_DENIED: 10, FUZZY_BULK: 0.1 });
  expect([isOn, configtest]).toEqual([true, 'syntax OK']);

  for (const args of ['', '--check']) {
    const again = play(args);
    expect(again, again.said).toMatchObject({ status: 0, changed: '0', calls: [] });
  }
  for (const { said } of [rehearsed, first]) expect(said).not.toContain(KEY);
});

test.skipIf(!isInstalled)('removes its files, and changes nothing when it runs again', SLOW, () => {
  const { machine, play } = role();
  const before = machine.files();
  const first = play();
  expect(first.status, first.said).toBe(0);
  expect(machine.files()).not.toEqual(before);
  const absent = '-e rspamd_premium_state=absent';
  const removed = play(absent);
  expect(removed, removed.said).toMatchObject({ status: 0, changed: '1', calls: ['systemctl reload rspamd'] });
  expect(machine.files()).toEqual(before);
  expect(machine.loaded().rules).not.toHaveProperty('FUZZY_PLUS');
  const again = play(absent);
  expect(again, again.said).toMatchObject({ status: 0, changed: '0', calls: [] });
});
