import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Agent } from './src/agent.ts';
import { readSettings } from './src/settings.ts';
import { mapOf, newEntries, onHost, type Host } from './testing/host.ts';

const MINUTE = 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-15T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE);

const [A, B, C] = ['198.51.100.23', '2001:db8:77::5', '198.51.100.24'] as const;
const WANTED = (...shown_keys: string[]) => ({ version: 1, shown_keys });

const withSecret = (host: Host, secret = 'a secret of the storage hosts, 40 letters') => {
  const file = path.join(host.folder, 'sources-secret');
  writeFileSync(file, `${secret}\n`);
  return readSettings({ ...host.env, SOURCES_SECRET_FILE: file });
};

/** Runs a test on a host whose agent has read the counters once, with two keys in the storage. */
const settled = (test: (of: { host: Host; agent: Agent; key: string; other: string }) => Promise<void>) =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(2));
    host.portal.wantedSources = WANTED();
    const agent = new Agent(withSecret(host));
    await report(agent);
    await agent.collect();
    await agent.refreshMap();
    await agent.collect();
    host.portal.sources.bodies.length = 0;
    const [key = '', other = ''] = host.storage.keys();
    await test({ host, agent, key, other });
  });
const report = async (agent: Agent) => agent.reportSources?.();
const next = async (agent: Agent) => {
  later(5);
  await agent.collect();
  return report(agent);
};
const rows = ({ portal }: Host) => [...portal.sources.taken.values()].flatMap(({ sources }) => sources);

/** Everything the agent wrote, except the keys file. */
const written = ({ stateDir, keysFile }: Host) =>
  readdirSync(stateDir, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(stateDir, name))
    .filter((file) => file !== keysFile && statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

test('reports the requests of each source under a pseudonym, and leaves out sources without requests', () =>
  settled(async ({ host, agent, key, other }) => {
    host.storage.request(key, [4, 2, 0], 0, A);
    host.storage.request(key, [1, 0, 0], 1, A);
    host.storage.request(key, [0, 0, 3], 0, B);
    host.storage.request(other, [7, 0, 0], 2, A);
    expect(await next(agent)).toBe('1 reports sent, 0 keys show addresses');
    const pseudonym = expect.stringMatching(/^[\w-]{22}$/) as string;
    const named = { source: pseudonym, network: pseudonym };
    expect(rows(host)).toHaveLength(3);
    expect(rows(host)).toEqual(
      expect.arrayContaining([
        { key_id: key, ...named, checked: 5, hits: 2, errors: 0 },
        { key_id: key, ...named, checked: 0, hits: 0, errors: 3, was: pseudonym },
        { key_id: other, ...named, checked: 7, hits: 0, errors: 0 },
      ]),
    );
    expect(new Set(rows(host).flatMap(({ source, network }) => [source, network])).size).toBe(6);
    host.storage.request(key, [2, 0, 0], 0, B);
    await next(agent);
    expect(Object.values(host.portal.sources.totals(key)).toSorted()).toEqual([2, 5]);
  }));

test('sends an empty report every five minutes without requests, and no more often', () =>
  settled(async ({ host, agent }) => {
    await next(agent);
    for (let minute = 0; minute < 5; minute++) {
      later(1);
      await agent.collect();
      await report(agent);
    }
    expect([...host.portal.sources.taken.values()].map(({ from, to, sources }) => [from, to, sources])).toEqual([
      ['2026-06-15T12:00:00.000Z', '2026-06-15T12:05:00.000Z', []],
      ['2026-06-15T12:05:00.000Z', '2026-06-15T12:10:00.000Z', []],
    ]);
  }));

test('counts requests once, even if the portal is down, an answer is lost, or Rspamd restarts or forgets a source', () =>
  settled(async ({ host, agent, key }) => {
    const { storage, portal } = host;
    const fates = ['connection lost', 'acknowledgement lost', { status: 503 }, 'taken'] as const;
    for (let round = 0; round < 12; round++) {
      storage.request(key, [10, 1, 0], round, A);
      storage.request(key, [1, 0, 0], round, B);
      portal.sources.fate = () => fates[round % fates.length] ?? 'taken';
      await next(agent).catch(() => {});
      if (round === 3) storage.restart();
      if (round === 6) {
        storage.forget(key, B);
        await agent.collect();
      }
      if (round === 8) {
        portal.map = mapOf([...(JSON.parse(portal.map) as object[]), ...newEntries(1)]);
        await agent.refreshMap();
      }
      if (round === 10) agent = new Agent(withSecret(host));
    }
    portal.sources.fate = () => 'taken';
    later(5);
    await report(agent);
    expect(Object.values(portal.sources.totals(key)).toSorted((a, b) => a - b)).toEqual([12, 120]);
  }));

test('sends addresses only for keys that the portal names, and stops when it no longer names them', () =>
  settled(async ({ host, agent, key, other }) => {
    const { storage, portal } = host;
    const use = async () => {
      for (const each of [key, other]) storage.request(each, [1, 0, 0], 0, A);
      portal.sources.taken.clear();
      await next(agent);
      return rows(host).map(({ key_id, address }) => [key_id, address]);
    };
    const none = [
      [key, undefined],
      [other, undefined],
    ].toSorted();
    expect((await use()).toSorted()).toEqual(none);
    portal.wantedSources = WANTED(other);
    await use(); // learns that this key shows addresses
    expect((await use()).toSorted()).toEqual(
      [
        [key, undefined],
        [other, A],
      ].toSorted(),
    );
    portal.wantedSources = WANTED();
    later(1);
    await report(agent);
    expect((await use()).toSorted()).toEqual(none);
    expect(portal.sources.notModified).toBeGreaterThan(0);
  }));

test('says which pseudonym a source had under the key before, only for keys that the portal names', () =>
  settled(async ({ host, agent, key, other }) => {
    const { storage, portal } = host;
    const use = async () => {
      for (const each of [key, other]) storage.request(each, [1, 0, 0], 0, A);
      portal.sources.taken.clear();
      await next(agent);
      return Object.fromEntries(rows(host).map((row) => [row.key_id, row]));
    };
    const before = await use();
    expect(before[other]?.was).toBeUndefined();
    portal.wantedSources = { ...WANTED(), renewed_keys: [{ key_id: other, before: key }] };
    await use(); // learns that this key replaced the other one
    const after = await use();
    expect(after[other]).toMatchObject({ source: before[other]?.source, was: before[key]?.source });
    expect(after[key]?.was).toBeUndefined();
    expect(written(host)).not.toContain('"was"');
  }));

test("keeps addresses and former pseudonyms when the portal changes another key's entry before the delivery", () =>
  settled(async ({ host, agent, key, other }) => {
    const { storage, portal } = host;
    const wants = (shown: string[], renewed: Record<string, string>) =>
      (portal.wantedSources = {
        ...WANTED(...shown),
        renewed_keys: Object.entries(renewed).map(([key_id, before]) => ({ key_id, before })),
      });
    /** What is delivered if the portal wants something else after the counters were read. */
    const use = async (changed: () => void) => {
      for (const each of [key, other]) storage.request(each, [1, 0, 0], 0, A);
      portal.sources.taken.clear();
      later(5);
      await agent.collect();
      changed();
      await report(agent);
      return Object.fromEntries(rows(host).map((row) => [row.key_id, row]));
    };
    const known = await use(() => wants([key, other], { [key]: other, [other]: key }));
    const [ofKey, ofOther] = [known[key]?.source, known[other]?.source];
    const both = await use(() => wants([key], { [key]: other, [other]: 'mh9priontghkm' }));
    expect(both[key]).toMatchObject({ address: A, was: ofOther });
    expect(both[other]).not.toHaveProperty('address');
    expect(both[other]).not.toHaveProperty('was');
    const one = await use(() => wants([other], { [other]: 'mh9priontghkm' }));
    expect(one[key]).not.toHaveProperty('address');
    expect(one[key]).not.toHaveProperty('was');
    expect(one[other]?.was).toMatch(/^[\w-]{22}$/);
    expect(one[other]?.was).not.toBe(ofKey);
    expect(one[other]).not.toHaveProperty('address');
  }));

test('writes no address to files or logs, and sends only addresses that the portal asked for', () =>
  settled(async ({ host, agent, key, other }) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { storage, portal } = host;
    portal.wantedSources = WANTED(other);
    await report(agent);
    const use = () => {
      storage.request(key, [5, 0, 0], 0, A);
      storage.request(key, [5, 0, 0], 0, B);
      storage.request(other, [5, 0, 0], 0, C);
    };
    use();
    await next(agent);
    portal.sources.fate = () => ({ status: 500 });
    use();
    await expect(next(agent)).rejects.toThrow('500');
    const traces = [...portal.bodies, ...portal.sources.bodies, JSON.stringify(portal.requests)].join('\n');
    for (const address of [A, B]) expect(traces).not.toContain(address);
    expect(traces).toContain(C);
    for (const text of [written(host), said.mock.calls.join('\n')])
      for (const address of [A, B, C]) expect(text).not.toContain(address);
    expect(readdirSync(path.join(host.stateDir, 'sources/spool'))).not.toHaveLength(0);
    said.mockRestore();
  }));

test('is off without a secret: asks the portal nothing and reads no address', () =>
  onHost(async (host) => {
    host.portal.wantedSources = WANTED();
    const agent = new Agent(readSettings(host.env));
    await agent.collect();
    expect(agent.reportSources).toBeNull();
    expect(existsSync(path.join(host.stateDir, 'sources'))).toBe(false);
  }));

test.each([
  ['is older', null],
  ['knows only a newer form', { version: 2, shown_keys: [] }],
])('is off for ten minutes if the portal %s, and counts nothing in the meantime', (_name, wanted) =>
  settled(async ({ host, agent, key }) => {
    host.portal.wantedSources = wanted;
    later(1);
    expect(await report(agent)).toMatch(/^off: /);
    host.portal.wantedSources = WANTED();
    host.storage.request(key, [5, 0, 0], 0, A);
    expect(await next(agent)).toBeNull();
    expect(host.portal.sources.bodies).toEqual([]);
    later(6);
    await report(agent); // on again
    await next(agent);
    expect(Object.values(host.portal.sources.totals(key))).toEqual([5]);
  }),
);

test('starts new pseudonyms with another secret, and counts nothing twice', () =>
  settled(async ({ host, agent, key }) => {
    host.storage.request(key, [5, 0, 0], 0, A);
    await next(agent);
    const [[old]] = [Object.keys(host.portal.sources.totals(key))];
    const renewed = new Agent(withSecret(host, 'another secret of the storage hosts, longer'));
    await next(renewed);
    host.storage.request(key, [3, 0, 0], 0, A);
    await next(renewed);
    const { [old ?? '']: before, ...after } = host.portal.sources.totals(key);
    expect(before).toBe(5);
    expect(Object.values(after)).toEqual([3]);
    expect(new Set([...host.portal.sources.taken.values()].map(({ secret_id }) => secret_id)).size).toBe(2);
  }));

test('gives a source the same pseudonym on two hosts with the same secret', () =>
  settled(async ({ host, agent, key }) => {
    host.storage.request(key, [5, 0, 0], 0, A);
    await next(agent);
    rmSync(path.join(host.stateDir, 'sources'), { recursive: true });
    const second = new Agent(withSecret(host));
    await report(second);
    await second.collect();
    host.storage.request(key, [2, 0, 0], 0, A);
    await next(second);
    expect(Object.values(host.portal.sources.totals(key))).toEqual([7]);
  }));

test('reports usage even if sources cannot be stored, and reports that failure', () =>
  settled(async ({ host, agent, key }) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    rmSync(path.join(host.stateDir, 'sources'), { recursive: true });
    host.storage.request(key, [5, 0, 0], 0, A);
    later(1);
    await agent.collect();
    while (await agent.deliver());
    expect(host.portal.totals().get(key)).toEqual([5, 0, 0]);
    await expect(report(agent)).rejects.toThrow(/^sources: ENOENT/);
    vi.restoreAllMocks();
  }));

test.each([
  ['is missing', null, 'SOURCES_SECRET_FILE cannot be read'],
  ['is short', 'short', 'SOURCES_SECRET_FILE has fewer than 32 characters'],
])('refuses to start if the secret %s', (_name, secret, message) =>
  onHost(async (host) => {
    const file = path.join(host.folder, 'secret');
    if (secret !== null) writeFileSync(file, secret);
    const ended = await host.run(['--once'], { SOURCES_SECRET_FILE: file });
    expect(ended).toMatchObject({ code: 2, errors: expect.stringContaining(message) as string });
  }),
);

test('reports sources with --once, and shows their state with --status', () =>
  onHost(async (host) => {
    const file = path.join(host.folder, 'secret');
    writeFileSync(file, 'a secret of the storage hosts, 40 letters');
    const run = (args: string[]) => host.run(args, { SOURCES_SECRET_FILE: file });
    host.portal.map = mapOf(newEntries(1));
    host.portal.wantedSources = WANTED();
    for (let round = 0; round < 3; round++) {
      expect((await run(['--once'])).code).toBe(0);
      host.storage.request(host.storage.keys()[0] ?? '', [4, 0, 0], 0, A);
    }
    expect((await run(['--once'])).code).toBe(0);
    expect(rows(host).reduce((sum, { checked }) => sum + checked, 0)).toBe(12);
    expect((await run(['--status'])).output).toContain('reports sent, 0 keys show addresses');
  }));
