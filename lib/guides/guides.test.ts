import { expect, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { MARK } from './files.ts';
import type { GuideOptions } from './guide.ts';
import { guidesFor } from './guides.ts';
import { pingOf } from './ping.ts';
import { PLATFORMS, type Platform } from './schema.ts';

const KEY = 'the-key-of-a-subscriber';
const guides = (options: Partial<GuideOptions> = {}) =>
  guidesFor({ publicKey: KEY, contacts: localContacts, forbiddenFlags: [], freeFeed: 'on', ...options });
const each = guides().map((guide) => [guide.id, guide] as const);
const textOf = ({ files }: ReturnType<typeof guides>[number]) =>
  files
    .filter(({ isScript }) => !isScript)
    .map(({ content }) => content)
    .join('\n');

/** Paths that a platform tracks, replaces, mounts read-only or makes readable for all users. */
const NOT_OURS: Partial<Record<Platform, RegExp>> = {
  mailcow: /\/local\.d\/|\/rspamd\.conf\.(local|override)$|\/lua\//,
  'docker-mailserver': /^\/etc\/|\/local\.d\//,
  mailu: /^\/etc\/|^\/overrides\//,
  nethserver: /\/local\.d\/|rspamd\.conf/,
  nixos: /^\/etc\/rspamd\/|^\/nix\//,
};

test('covers every platform, each with its own segment in URLs', () => {
  const ids = each.map(([id]) => id);
  expect(ids.filter((id) => !/^[a-z0-9-]+$/.test(id))).toEqual([]);
  expect(ids).toEqual(PLATFORMS);
});

test.each(each)('pings the storage from where %s runs Rspamd', (_id, guide) => {
  expect(pingOf(guide)).toMatch(/rspamadm fuzzy_ping -r FUZZY_PLUS/);
  expect(pingOf(guide)).not.toContain('configtest');
});

test.each(each)('separates rules from weights for %s', (_id, guide) => {
  const files = guide.files.filter(({ isScript }) => !isScript);
  const parts = [files.filter(({ isWeights }) => isWeights), files.filter(({ isWeights }) => !isWeights)];
  const [weights = '', rules = ''] = parts.map((part) => part.map(({ content }) => content).join('\n'));
  expect([weights.includes('weight = 10.0'), weights.includes('encryption_key')]).toEqual([true, false]);
  expect([rules.includes('weight = 10.0'), rules.includes('encryption_key')]).toEqual([false, true]);
});

test.each(each)('contains every part of the guide for %s', (_id, guide) => {
  for (const part of ['name', 'service', 'where', 'install', 'check', 'reload', 'undo', 'trap'] as const)
    expect(guide[part], part).not.toBe('');
  expect(guide.trap).toMatch(/^[^.]*(\.\w[^.]*)*\.$/); // one sentence
  expect(guide.source).toMatch(/^https:\/\//);
  expect(guide.check).toMatch(/configtest -s|--check/);
  expect(guide.install).toContain(guide.reload);
});

test.each(each)('writes complete files with the key in exactly one of them for %s', (_id, { files, install }) => {
  expect(files.filter(({ content }) => content.includes(KEY))).toHaveLength(1);
  for (const { path, content, line } of files) {
    if (line) expect(content).toBe(`${MARK} begins\n${line.text}\n${MARK} ends\n`);
    else {
      expect(content.startsWith(`${MARK}: ${path}, written anew by each run of its guide\n`), path).toBe(true);
      expect(install).toMatch(new RegExp(`^(\\[ -e \\S+ \\] \\|\\| )?own ${RegExp.escape(path)} 06[04]`, 'm'));
      expect(install).toContain(`\n${content.trimEnd()}\n`);
    }
  }
});

test.each(each)('takes every file and every line out in the undo of %s', (_id, { files, undo }) => {
  for (const { path, line } of files)
    expect(undo).toMatch(new RegExp(`^${line ? 'line' : 'disown'} ${RegExp.escape(path)}( |$)`, 'm'));
});

test.each(each)('asks on %s what Rspamd has loaded, before it reloads (R32)', (id, guide) => {
  const script =
    id === 'ansible' ? (guide.files.find(({ path }) => path.endsWith('present.sh.j2'))?.content ?? '') : guide.install;
  const [asks, reloads] = [script.lastIndexOf('\ncheck\n'), script.lastIndexOf('then load || stop')];
  expect(asks).toBeGreaterThan(0);
  expect(reloads).toBeGreaterThan(asks);
  // Two braces in a row, or one beside % or #, would be read by Ansible's templates.
  const shell = script.replaceAll(/\{\{ (rspamd_premium_\w+|lookup\([^)]*\) \| trim) \}\}/g, '');
  expect(shell).not.toMatch(/\{\{|\}\}|\{[%#]|[%#]\}/);
});

test.each(each)('sends no more than hashes from %s: no_share is on in both rules', (_id, guide) => {
  expect(textOf(guide).match(/^ {2}no_share = yes;$/gm)).toHaveLength(2);
});

test.each(each)('writes to no path that %s manages itself', (id, { files }) => {
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => NOT_OURS[id]?.test(path))).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
});

test.each(each)('writes no rule and no weight into a file of others for %s', (_id, { files }) => {
  for (const { line } of files.filter((file) => file.line)) {
    const [, name = ''] =
      /^\.include\(try=true; priority=1; duplicate=merge\) "[^"]*\/(\w+\.inc)"$/.exec(line?.text ?? '') ?? [];
    expect(files.some(({ path }) => path === line?.includes && path.endsWith(`/${name}`))).toBe(true);
  }
});

test.each<[string, number[], boolean, boolean]>([
  ['both storages', [], true, true],
  ['no bulk service', [1], true, false],
  ['no premium storage', [8], false, true],
])('contains only the rules of a plan with %s', (_name, forbiddenFlags, premium, bulk) => {
  for (const guide of guides({ forbiddenFlags })) {
    const text = textOf(guide);
    expect([guide.id, text.includes('rule "FUZZY_PLUS"')]).toEqual([guide.id, premium]);
    expect([guide.id, text.includes('"FUZZY_PLUS_DENIED" {')]).toEqual([guide.id, premium]);
    expect([guide.id, text.includes('rule "FUZZY_BULK"')]).toEqual([guide.id, bulk]);
    expect([guide.id, text.includes('"FUZZY_BULK" {')]).toEqual([guide.id, bulk]);
  }
});

test('turns the free feed off only on request, and changes nothing else of its rule', () => {
  const off = 'rule "rspamd.com" {\n  enabled = false;\n}\n';
  for (const guide of guides()) expect(textOf(guide), guide.id).not.toContain('rspamd.com');
  for (const guide of guides({ freeFeed: 'off' })) expect(textOf(guide).split(off), guide.id).toHaveLength(2);
});

test('keeps the key outside the Nix store, unreadable for other users', () => {
  const file = '/etc/rspamd-premium/fuzzy_check.inc';
  const nixos = guides().find(({ id }) => id === 'nixos');
  const [secret] = nixos?.files.filter(({ content }) => content.includes(KEY)) ?? [];
  expect(secret).toMatchObject({ path: file, mode: '0640', group: 'rspamd' });
  expect(nixos?.install).toContain(`own ${file} 0640 rspamd <<'END'`);
});

test('redirects stdin of commands that would otherwise swallow the rest of the script', () => {
  const readsInput = /^(docker compose exec|ansible-playbook)(?!.*<\/dev\/null)/m;
  for (const { id, install, undo } of guides())
    expect([id, readsInput.test(install), readsInput.test(undo)]).toEqual([id, false, false]);
});

test("writes Mailu's weights into metrics.conf, because Mailu's own one hides those of fuzzy_group.conf", () => {
  const mailu = guides().find(({ id }) => id === 'mailu');
  const [weights] = mailu?.files.filter(({ isWeights }) => isWeights) ?? [];
  expect(weights?.path).toBe('/mailu/overrides/rspamd/rspamd_premium_weights.inc');
  expect(mailu?.files.at(-1)?.path).toBe('/mailu/overrides/rspamd/metrics.conf');
  const named = [...(weights?.content.matchAll(/^ {2}symbol "(\w+)" \{/gm) ?? [])].map(([, name]) => name);
  expect(weights?.content).toMatch(/^group "fuzzy" \{$/m);
  expect(named).toEqual(['FUZZY_PLUS_DENIED', 'FUZZY_BULK', 'FUZZY_PLUS_UNKNOWN', 'FUZZY_BULK_UNKNOWN']);
});
