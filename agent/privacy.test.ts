import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from '#dev/stack/process.ts';
import { MINUTE } from '#lib/base/time.ts';
import { decodeBase32 } from '#lib/fuzzy-keys/key-pair.ts';
import { RSPAMD_PAIRS } from '#lib/testing/rspamd/rspamd-pairs.ts';
import { describe as worded, Failure } from './src/system/failure.ts';
import { onHost, type Ended, type Host } from './testing/host.ts';

const samples = path.join(import.meta.dirname, 'samples');
const raw = readFileSync(path.join(samples, 'fuzzystat-4.1.6-raw-TESTKEYS-ONLY.json'), 'utf8');
const map = readFileSync(path.join(samples, 'keymap.json'), 'utf8');

/** Every encoding of the private halves, in pieces too long to occur by chance and short enough to reveal any leak. */
const SECRETS = RSPAMD_PAIRS.flatMap(({ privateKey }) => {
  const bytes = Buffer.from(decodeBase32(privateKey));
  const spellings = [privateKey, bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
  return spellings.flatMap((text) => [text.slice(0, 12), text.slice(16, 28), text.slice(30, 42)]);
});
const PRIVATE_HALVES = new RegExp(SECRETS.map((text) => text.replaceAll(/[+/]/g, '\\$&')).join('|'), 'i');

/** Everything that the agent wrote, except the keys file. */
function written(folder: string, keysFile: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => file !== keysFile && statSync(file).isFile())
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
    .join('\n');
}

/** Everything that left the process: requests to the portal, files, standard output and standard error. */
function traces({ portal, stateDir, keysFile }: Host, ended: Ended[]): string {
  const said = ended.map(({ output, errors }) => output + errors).join('\n');
  return [...portal.bodies, JSON.stringify(portal.requests), said, written(stateDir, keysFile)].join('\n');
}

const statistics = (host: Host, text: string) => {
  const file = path.join(host.folder, 'fuzzystat');
  writeFileSync(file, text);
  return { FUZZYSTAT_COMMAND: `cat ${file}` };
};

test('finds the private halves and IP addresses in the samples (S83)', () => {
  expect(raw).toMatch(PRIVATE_HALVES);
  expect(map).toMatch(PRIVATE_HALVES);
  expect(raw).toContain('127.0.0.1');
});

test('lets no private half and no IP address of a subscriber leave the host or reach a log (S76, S83)', () =>
  onHost(async (host) => {
    const { portal, keysFile } = host;
    portal.map = map;
    const subscribers = raw.replaceAll('127.0.0.1', '198.51.100.23');
    const more = subscribers.replaceAll('"checked": 6', '"checked": 96');
    const ended = [
      await host.run(['--once', '--dry-run'], statistics(host, subscribers)),
      await host.run(['--once'], statistics(host, subscribers)),
      await host.run(['--once'], statistics(host, more)),
    ];
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    portal.fate = () => ({ status: 500 });
    ended.push(await host.run(['--once'], statistics(host, subscribers))); // the report stays in the spool
    expect(readdirSync(path.join(host.stateDir, 'spool'))).toHaveLength(1);
    ended.push(await host.run(['--status']));
    const all = traces(host, ended);
    expect(portal.bodies.join()).toContain('{"key_id":"ptfjggt3nt96c","checked":90,"hits":0,"errors":0}');
    expect(all).not.toMatch(PRIVATE_HALVES);
    expect(all).not.toContain('198.51.100.23');
    expect(all).not.toMatch(/acme\.example|Acme/);
    expect(all.replaceAll(/"authorization":"[^"]*"/g, '')).not.toContain(portal.token);
    expect(readFileSync(keysFile, 'utf8')).toBe(map);
    expect(statSync(keysFile).mode & 0o077).toBe(0);
  }));

test('answers questions about an IP address without sending or writing any (S76, S83)', () =>
  onHost(async (host) => {
    const { portal } = host;
    portal.map = map;
    const [asked, own, other, failing] = ['198.51.100.23', '198.51.100.24', '203.0.113.9', '203.0.113.10'] as const;
    const used = raw.replace('127.0.0.1', asked).replaceAll('127.0.0.1', other);
    const text = used.replace(/"errors_ips":\s*\{/, `$&"${failing}": 3, "${own}": 2,`);
    const ids = ['8ywinfgfqgb7b', 'kp764mjri41eb'];
    const question = (address: string, scope: string, key_ids: string[] | null) => ({
      ...{ id: randomUUID(), kind: 'connection', address, scope, key_ids },
    });
    const questions = [
      question(asked, 'key', ids),
      question(own, 'own', ids),
      question(failing, 'key', ids),
      question(asked, 'any', null),
    ];
    portal.tasks = { version: 1, collect_seconds: 10, questions };
    const running = host.start([], { ...statistics(host, text), MAP_SECONDS: '0.2', COLLECT_SECONDS: '0.2' });
    expect(await until(() => portal.answers.length > 2, MINUTE)).toBe(true);
    running.process.kill('SIGTERM');
    const all = traces(host, [await running.ended]);
    const answers = portal.answers.join('\n');
    expect(answers).toContain('"undecrypted":2');
    expect(answers).toContain('"undecrypted":null');
    for (const address of [asked, own, other, failing]) expect(all + answers).not.toContain(address);
    expect(all + answers).not.toMatch(PRIVATE_HALVES);
  }));

const [a, b] = RSPAMD_PAIRS;
test.each<[string, string, string]>([
  ['a truncated map', map.slice(0, -60), raw],
  ['a map with mixed-up pairs', map.replace(a.privateKey, b.privateKey), raw],
  ['a map with a private half in the wrong place', map.replace('"kex"', `"${a.privateKey}"`), raw],
  ['a map with a private half as an id', map.replace(a.id, a.privateKey), raw],
  ['truncated statistics', map, raw.slice(0, 4000)],
  ['statistics with a private half as a counter', map, raw.replace('"checked": 2,', `"checked": "${a.privateKey}",`)],
  ['statistics with a private half as a process id', map, raw.replace('"27260"', `"${a.privateKey}"`)],
  ['statistics with a private half as a key id', map, raw.replace('"ptfjggt3nt96c"', `"${a.privateKey}"`)],
])('quotes no private half in an error about %s (S83)', (_name, badMap, badStatistics) =>
  onHost(async (host) => {
    host.portal.map = badMap;
    const settings = statistics(host, badStatistics);
    const ended = [await host.run(['--dry-run'], settings), await host.run(['--once'], settings)];
    ended.push(await host.run(['--once'], settings));
    expect(traces(host, ended)).not.toMatch(PRIVATE_HALVES);
    if (badMap !== map) expect(existsSync(host.keysFile)).toBe(false);
  }),
);

test('does not quote the output of a command that prints keys and fails (S83)', () =>
  onHost(async (host) => {
    const ended = await host.run(['--once'], { FUZZYSTAT_COMMAND: `echo ${a.privateKey} | tee /dev/stderr; exit 3` });
    expect(ended.errors).toContain('fuzzystat: exit code 3');
    expect(traces(host, [ended])).not.toMatch(PRIVATE_HALVES);
  }));

test('lets no text forge a log line, and logs nothing that looks like a key (S83)', () =>
  onHost(async (host) => {
    host.portal.map = map;
    const name = `x\n2026-01-01T00:00:00Z info: forged ${a.privateKey}`;
    const ended = await host.run(['--once'], { KEYS_FILE: path.join(host.folder, name, 'keys.json') });
    expect(ended.errors).toContain('forged');
    expect(ended.errors.split('\n').filter((line) => line && !/^\S+ (info|warning|error): /.test(line))).toEqual([]);
    expect(ended.errors).not.toMatch(/^\S+ info: forged/m);
    expect(ended.errors).not.toMatch(PRIVATE_HALVES);
  }));

test("logs only the code or type of an error that is not the agent's own (S83)", () => {
  expect(worded(new SyntaxError(`Unexpected token in "${a.privateKey}"`))).not.toContain(a.privateKey);
  expect(worded(Object.assign(new Error(a.privateKey), { code: 'EIO', syscall: 'read' }))).toBe('EIO read');
  expect(worded(new Failure('our own words'))).toBe('our own words');
  expect(worded(a.privateKey)).toBe('an unknown error');
});
