import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { fuzzyNames, layOut } from '#lib/testing/rspamd/trees.ts';
import { guidesFor } from './guides.ts';
import type { Platform } from './schema.ts';

const { publicKey } = createKeyPair();
const contacts = { ...localContacts, fuzzyServers: '127.0.0.1:11335', fuzzyBulkServers: '127.0.0.1:11336' };
const guide = (id: string, freeFeed: 'on' | 'off') => {
  const found = guidesFor({ publicKey, contacts, forbiddenFlags: [], freeFeed }).find((each) => each.id === id);
  // Fills in the variable, as Ansible would.
  return (found?.files ?? []).map(({ path, content }) => ({
    path,
    content: content.replaceAll('{{ rspamd_premium_key }}', publicKey),
  }));
};
const ids = guidesFor({ publicKey, contacts, forbiddenFlags: [], freeFeed: 'on' }).map(({ id }) => id);
const isInstalled = spawnSync('rspamadm', ['--version']).status === 0;

type Rules = Record<string, { enabled?: boolean; encryption_key?: string }>;
type Group = { fuzzy: { symbols: Record<string, { weight: number }> } };
/** What the guide adds: rules, and weights of their symbols. */
const OURS = ['FUZZY_PLUS', 'FUZZY_BULK', 'FUZZY_PLUS_DENIED', 'FUZZY_PLUS_UNKNOWN', 'FUZZY_BULK_UNKNOWN'];

/** Debian's rspamadm with the platform's configuration and the guide's files. */
function load(id: Platform, files: ReturnType<typeof guide>) {
  const root = mkdtempSync(path.join(tmpdir(), 'platform-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  layOut(root, id, files);
  const rspamadm = (...args: string[]) => {
    const [stock, folder] = [path.join(root, 'stock'), path.join(root, 'local')];
    const variables = [`--var=CONFDIR=${stock}`, `--var=LOCAL_CONFDIR=${folder}`];
    return spawnSync('rspamadm', [...variables, ...args, '-c', `${stock}/rspamd.conf`], { encoding: 'utf8' });
  };
  const dump = (section: string): unknown =>
    JSON.parse(rspamadm('configdump', '-C', section).stdout.replaceAll(/^\*.*$/gm, ''));
  const { stdout, stderr, status } = rspamadm('configtest', '-s');
  const sections = {
    fuzzy_check: dump('fuzzy_check') as { rule: Rules },
    group: dump('group') as Group,
    metric: dump('metric') as Record<string, unknown>,
  };
  return {
    rule: sections.fuzzy_check.rule,
    symbols: sections.group.fuzzy.symbols,
    names: fuzzyNames(sections),
    configtest: { stdout, stderr, status },
  };
}

test.skipIf(!isInstalled).each(ids)('loads both rules beside those of %s, without a configtest warning', (id) => {
  const { rule, symbols, names, configtest } = load(id, guide(id, 'on'));
  expect(configtest).toEqual({ stdout: 'syntax OK\n', stderr: '', status: 0 });
  const own = load(id, []);
  expect(Object.keys(own.rule)).toContain('rspamd.com');
  expect(names.toSorted()).toEqual([...own.names, ...OURS].toSorted());
  expect([rule.FUZZY_PLUS?.encryption_key, rule.FUZZY_BULK?.encryption_key]).toEqual([publicKey, publicKey]);
  expect(symbols).toMatchObject({ FUZZY_PLUS_DENIED: { weight: 10 }, FUZZY_BULK: { weight: 0.1 } });
});

test.skipIf(!isInstalled).each(ids)('turns off only the free feed of %s', (id) => {
  const { rule, configtest } = load(id, guide(id, 'off'));
  expect(configtest).toEqual({ stdout: 'syntax OK\n', stderr: '', status: 0 });
  expect(Object.keys(rule)).toHaveLength(Object.keys(load(id, []).rule).length + 2);
  const off = Object.entries(rule).filter(([, { enabled }]) => enabled === false);
  expect(off.map(([name]) => name)).toEqual(['rspamd.com']);
  // The rest of the stock rule is still there.
  expect(rule['rspamd.com']?.encryption_key).toMatch(/^icy63/);
});

test.skipIf(!isInstalled)('loses the rules of the platform if a rule is written directly into override.d', () => {
  const [rules] = guide('mailcow', 'on');
  const { rule } = load('mailcow', [{ path: 'override.d/fuzzy_check.conf', content: rules?.content ?? '' }]);
  expect(JSON.stringify(rule)).toContain('FUZZY_PLUS');
  expect(JSON.stringify(rule)).not.toMatch(/rspamd\.com|"mailcow"|"local"/);
});
