import { chmodSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Agent } from './src/agent.ts';
import { readSettings } from './src/settings.ts';
import { mapOf, newEntries, onHost, type Host } from './testing/host.ts';

const agentOn = (host: Host, settings: Record<string, string> = {}, options = {}) =>
  new Agent(readSettings({ ...host.env, ...settings }), options);
const inPlace = ({ keysFile }: Host) => readFileSync(keysFile, 'utf8');

afterEach(() => void vi.useRealTimers());

test('fetches a map once, then asks with its ETag, and does not rewrite an unchanged file', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(3));
    const agent = agentOn(host);
    expect(await agent.refreshMap()).toContain('3 keys written');
    expect(inPlace(host)).toBe(host.portal.map);
    const { ino } = statSync(host.keysFile);
    expect(await agent.refreshMap()).toBeNull();
    expect(await agentOn(host).refreshMap()).toBeNull(); // a new process knows the ETag, too
    const asked = host.portal.requests.map(({ headers }) => headers['if-none-match']);
    expect(asked).toEqual([undefined, expect.stringMatching(/^"/), asked[1]]);
    expect(statSync(host.keysFile).ino).toBe(ino);
  }));

test('restores a keys file that was edited', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(3));
    const agent = agentOn(host);
    await agent.refreshMap();
    writeFileSync(host.keysFile, mapOf(newEntries(3)));
    expect(await agent.refreshMap()).toContain('3 keys written');
    expect(inPlace(host)).toBe(host.portal.map);
  }));

test('reads the counters right before it writes a new map, and queues the usage', () =>
  onHost(async (host) => {
    const { portal, storage } = host;
    const entries = newEntries(2);
    portal.map = mapOf(entries);
    const agent = agentOn(host);
    await agent.collect();
    await agent.refreshMap();
    await agent.collect();
    const [key = ''] = storage.keys();
    storage.request(key, [7, 2, 1]);
    const order: string[] = [];
    storage.onAsked = (moment) => order.push(`${moment}, ${inPlace(host) === portal.map ? 'new' : 'old'} map`);
    portal.map = mapOf([...entries, ...newEntries(1)]);
    await agent.refreshMap();
    expect(order.slice(0, 1)).toEqual(['fuzzystat asked, old map']);
    expect(inPlace(host)).toBe(portal.map);
    await agent.collect();
    while (await agent.deliver());
    expect(portal.totals().get(key)).toEqual([7, 2, 1]);
  }));

describe('a map that is probably wrong', () => {
  test.each<[string, (entries: ReturnType<typeof newEntries>) => string, RegExp]>([
    ['is empty', () => '[]\n', /it is empty/],
    ['has lost half of its keys', (entries) => mapOf(entries.slice(2)), /has 2 keys instead of 4/],
    [
      'has a pair whose halves do not belong together',
      ([a, b, ...rest]) => mapOf([{ ...a, privkey: b?.privkey }, b ?? {}, ...rest]),
      /do not belong/,
    ],
    ['is truncated', (entries) => mapOf(entries).slice(0, -9), /not JSON/],
  ])('does not replace the current one when it %s', (_name, change, words) =>
    onHost(async (host) => {
      const entries = newEntries(4);
      const good = (host.portal.map = mapOf(entries));
      const agent = agentOn(host);
      await agent.refreshMap();
      host.portal.map = change(entries);
      await expect(agent.refreshMap()).rejects.toThrow(words);
      await expect(agentOn(host).refreshMap()).rejects.toThrow(words);
      expect(inPlace(host)).toBe(good);
    }),
  );

  test('is accepted if less than half of the keys are missing, or with --allow-shrink', () =>
    onHost(async (host) => {
      const entries = newEntries(5);
      host.portal.map = mapOf(entries);
      await agentOn(host).refreshMap();
      host.portal.map = mapOf(entries.slice(2));
      await agentOn(host).refreshMap();
      expect(inPlace(host)).toBe(host.portal.map);
      host.portal.map = '[]\n';
      await expect(agentOn(host).refreshMap()).rejects.toThrow('--allow-shrink');
      await agentOn(host, {}, { allowShrink: true }).refreshMap();
      expect(inPlace(host)).toBe('[]\n');
    }));

  test('is compared even with a keys file that existed before the agent ran', () =>
    onHost(async (host) => {
      writeFileSync(host.keysFile, mapOf(newEntries(4)));
      host.portal.map = mapOf(newEntries(2));
      await expect(agentOn(host).refreshMap()).rejects.toThrow('2 keys instead of 4');
    }));

  test('is accepted if an older Rspamd loses keys only because they are suspended', () =>
    onHost(async (host) => {
      const [a, b] = newEntries(2);
      const settings = { RSPAMD_VERSION: '3.9' };
      host.portal.map = mapOf([a ?? {}, b ?? {}]);
      await agentOn(host, settings).refreshMap();
      host.portal.map = mapOf([{ ...a, extensions: { allowed_ops: [] } }, b ?? {}]);
      await agentOn(host, settings).refreshMap();
      expect(JSON.parse(inPlace(host))).toEqual([b]);
    }));
});

test('creates the file with mode 0600, keeps an existing mode except access for others, and leaves no other file', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(2));
    await agentOn(host).refreshMap();
    expect(statSync(host.keysFile).mode & 0o777).toBe(0o600);
    chmodSync(host.keysFile, 0o664);
    host.portal.map = mapOf(newEntries(2));
    await agentOn(host).refreshMap();
    expect(statSync(host.keysFile).mode & 0o777).toBe(0o660);
    expect(readdirSync(host.folder).sort()).toEqual(['control.sock', 'keys.json', 'state']);
  }));

describe('with static pairs', () => {
  const reload = (host: Host, command = '') => ({
    KEYS_FORM: 'static',
    RSPAMD_VERSION: '3.4',
    KEYS_FILE: path.join(host.folder, 'keypairs.conf'),
    RELOAD_COMMAND: `${command}cat ${host.folder}/keypairs.conf >> ${host.folder}/reloaded`,
  });
  const reloads = (host: Host) =>
    readdirSync(host.folder).includes('reloaded') ? readFileSync(path.join(host.folder, 'reloaded'), 'utf8') : '';

  test('reloads Rspamd after a change, and only then', () =>
    onHost(async (host) => {
      host.portal.map = mapOf(newEntries(2));
      await agentOn(host, reload(host)).refreshMap();
      const written = readFileSync(path.join(host.folder, 'keypairs.conf'), 'utf8');
      expect(reloads(host)).toBe(written);
      await agentOn(host, reload(host)).refreshMap();
      expect(reloads(host)).toBe(written);
    }));

  test('repeats a failed reload, even from another process', () =>
    onHost(async (host) => {
      host.portal.map = mapOf(newEntries(2));
      const failing = reload(host, 'exit 7; ');
      await expect(agentOn(host, failing).refreshMap()).rejects.toThrow('reload: exit code 7');
      expect(reloads(host)).toBe('');
      await agentOn(host, reload(host)).refreshMap();
      expect(reloads(host)).toBe(readFileSync(path.join(host.folder, 'keypairs.conf'), 'utf8'));
    }));

  test('reloads an Rspamd that was starting when the keys were written, unless it has them', () =>
    onHost(async (host) => {
      host.portal.map = mapOf(newEntries(2));
      const settings = { ...reload(host), RELOAD_COMMAND: '' };
      const agent = agentOn(host, settings);
      await host.storage.stop();
      expect(await agent.refreshMap()).toContain('2 keys written');
      expect(await agent.refreshMap()).toBeNull();
      await host.storage.start(); // reads another file, so it has none of the keys
      await agent.collect();
      await expect(agent.refreshMap()).rejects.toThrow('set RELOAD_COMMAND'); // it cannot find the process to signal
      const later = agentOn(host, settings);
      writeFileSync(host.keysFile, host.portal.map);
      await later.collect();
      expect(await later.refreshMap()).toBeNull();
      expect(later.store.map?.mustReload).toBe(false);
    }));

  test('fails instead of signalling a program other than Rspamd when no reload command is set', () =>
    onHost(async (host) => {
      host.portal.map = mapOf(newEntries(2));
      const settings = { ...reload(host), RELOAD_COMMAND: '' };
      await expect(agentOn(host, settings).refreshMap()).rejects.toThrow('set RELOAD_COMMAND');
    }));
});

test('writes a new map immediately if the storage is down, and after a minute if fuzzystat fails', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(2));
    await agentOn(host, { RSPAMD_SOCKET: '/nowhere' }).refreshMap();
    expect(inPlace(host)).toBe(host.portal.map);
    const before = host.portal.map;
    host.portal.map = mapOf(newEntries(2));
    const agent = agentOn(host, { FUZZYSTAT_COMMAND: 'echo nonsense' });
    await expect(agent.refreshMap()).rejects.toThrow('waits for the counters');
    expect(inPlace(host)).toBe(before);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await agent.refreshMap();
    expect(inPlace(host)).toBe(host.portal.map);
  }));

test('detects that Rspamd reads a different file than the agent writes', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(3));
    const agent = agentOn(host, { KEYS_FILE: path.join(host.folder, 'elsewhere.json') });
    await agent.refreshMap();
    await agent.collect();
    expect(await agent.compareKeys()).toBeNull(); // Rspamd may not have loaded the new file yet
    const earlier = Date.now() / 1000 - 61;
    utimesSync(path.join(host.folder, 'elsewhere.json'), earlier, earlier);
    await expect(agent.compareKeys()).rejects.toThrow('does not know 3 of the 3 keys');
    const right = agentOn(host);
    await right.refreshMap();
    utimesSync(host.keysFile, earlier, earlier);
    await right.collect();
    expect(await right.compareKeys()).toBe('3 keys are known to Rspamd');
  }));

test('says whether the portal refused the request or the connection failed', () =>
  onHost(async (host) => {
    host.portal.mapStatus = 503;
    await expect(agentOn(host).refreshMap()).rejects.toMatchObject({
      message: 'key map: the portal answered 503',
      status: 503,
    });
    await expect(agentOn(host, { SERVER_TOKEN: 'wrong' }).refreshMap()).rejects.toMatchObject({ status: 401 });
    await expect(agentOn(host, { PORTAL_URL: 'http://127.0.0.1:9' }).refreshMap()).rejects.toThrow(/ECONNREFUSED/);
  }));
