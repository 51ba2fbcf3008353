import { chmodSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Agent, readSettings } from './agent.mjs';
import { mapOf, newEntries, onHost, type Host } from './testing/host.ts';

const agentOn = (host: Host, settings: Record<string, string> = {}, options = {}) =>
  new Agent(readSettings({ ...host.env, ...settings }), options);
const inPlace = ({ keysFile }: Host) => readFileSync(keysFile, 'utf8');

test('a map is fetched once, then asked for with its ETag, and written anew only when it changed', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(3));
    const agent = agentOn(host);
    expect(await agent.refreshMap()).toContain('3 keys written');
    expect(inPlace(host)).toBe(host.portal.map);
    const { ino } = statSync(host.keysFile);
    expect(await agent.refreshMap()).toBeNull();
    expect(await agentOn(host).refreshMap()).toBeNull(); // another process knows the ETag too
    const asked = host.portal.requests.map(({ headers }) => headers['if-none-match']);
    expect(asked).toEqual([undefined, expect.stringMatching(/^"/), asked[1]]);
    expect(statSync(host.keysFile).ino).toBe(ino);
  }));

test('what somebody did to the file is put right', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(3));
    const agent = agentOn(host);
    await agent.refreshMap();
    writeFileSync(host.keysFile, mapOf(newEntries(3)));
    expect(await agent.refreshMap()).toContain('3 keys written');
    expect(inPlace(host)).toBe(host.portal.map);
  }));

test('the counters are read right before a new map goes in, and what they say is queued', () =>
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

describe('a map that cannot be right leaves the one in place', () => {
  test.each<[string, (entries: ReturnType<typeof newEntries>) => string, RegExp]>([
    ['empty', () => '[]\n', /it is empty/],
    ['shrunken by half', (entries) => mapOf(entries.slice(2)), /has 2 keys instead of 4/],
    [
      'with a pair that does not fit',
      ([a, b, ...rest]) => mapOf([{ ...a, privkey: b?.privkey }, b ?? {}, ...rest]),
      /do not belong/,
    ],
    ['cut off', (entries) => mapOf(entries).slice(0, -9), /not JSON/],
  ])('%s', (_name, change, words) =>
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

  test('one key less than half may go, and everything when told', () =>
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

  test('a file that was there before the agent counts too', () =>
    onHost(async (host) => {
      writeFileSync(host.keysFile, mapOf(newEntries(4)));
      host.portal.map = mapOf(newEntries(2));
      await expect(agentOn(host).refreshMap()).rejects.toThrow('2 keys instead of 4');
    }));

  test('the suspended of an older Rspamd are no loss', () =>
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

test('the file is 0600; an existing one keeps its mode, but nothing for the world; nothing else stays behind', () =>
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

describe('static pairs', () => {
  const reload = (host: Host, command = '') => ({
    ...{ KEYS_FORM: 'static', RSPAMD_VERSION: '3.4', KEYS_FILE: path.join(host.folder, 'keypairs.conf') },
    RELOAD_COMMAND: `${command}cat ${host.folder}/keypairs.conf >> ${host.folder}/reloaded`,
  });
  const reloads = (host: Host) =>
    readdirSync(host.folder).includes('reloaded') ? readFileSync(path.join(host.folder, 'reloaded'), 'utf8') : '';

  test('Rspamd is reloaded after a change, and only then', () =>
    onHost(async (host) => {
      host.portal.map = mapOf(newEntries(2));
      await agentOn(host, reload(host)).refreshMap();
      const written = readFileSync(path.join(host.folder, 'keypairs.conf'), 'utf8');
      expect(reloads(host)).toBe(written);
      await agentOn(host, reload(host)).refreshMap();
      expect(reloads(host)).toBe(written);
    }));

  test('a reload that failed is made up for, by another process too', () =>
    onHost(async (host) => {
      host.portal.map = mapOf(newEntries(2));
      const failing = reload(host, 'exit 7; ');
      await expect(agentOn(host, failing).refreshMap()).rejects.toThrow('reload: exit code 7');
      expect(reloads(host)).toBe('');
      await agentOn(host, reload(host)).refreshMap();
      expect(reloads(host)).toBe(readFileSync(path.join(host.folder, 'keypairs.conf'), 'utf8'));
    }));

  test('without a command no stranger is signalled', () =>
    onHost(async (host) => {
      host.portal.map = mapOf(newEntries(2));
      const settings = { ...reload(host), RELOAD_COMMAND: '' };
      await expect(agentOn(host, settings).refreshMap()).rejects.toThrow('set RELOAD_COMMAND');
    }));
});

test('a new map does not wait for a storage that is down, and a minute at most for one that does not answer', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(2));
    await agentOn(host, { RSPAMD_SOCKET: '/nowhere' }).refreshMap();
    expect(inPlace(host)).toBe(host.portal.map);
    const before = host.portal.map;
    host.portal.map = mapOf(newEntries(2));
    const agent = agentOn(host, { FUZZYSTAT_COMMAND: 'echo nonsense' });
    await expect(agent.refreshMap()).rejects.toThrow('waits for the counters');
    expect(inPlace(host)).toBe(before);
    agent.mapWaitsSince -= 60_000;
    await agent.refreshMap();
    expect(inPlace(host)).toBe(host.portal.map);
  }));

test('a Rspamd that reads another file than the agent writes is noticed', () =>
  onHost(async (host) => {
    host.portal.map = mapOf(newEntries(3));
    const agent = agentOn(host, { KEYS_FILE: path.join(host.folder, 'elsewhere.json') });
    await agent.refreshMap();
    await agent.collect();
    expect(await agent.compareKeys()).toBeNull(); // it may not have got there
    const earlier = Date.now() / 1000 - 61;
    utimesSync(path.join(host.folder, 'elsewhere.json'), earlier, earlier);
    await expect(agent.compareKeys()).rejects.toThrow('does not know 3 of the 3 keys');
    const right = agentOn(host);
    await right.refreshMap();
    utimesSync(host.keysFile, earlier, earlier);
    await right.collect();
    expect(await right.compareKeys()).toBe('3 keys are known to Rspamd');
  }));

test("the portal's refusals are named, and its Retry-After heeded", () =>
  onHost(async (host) => {
    host.portal.mapStatus = 503;
    await expect(agentOn(host).refreshMap()).rejects.toMatchObject({
      message: 'key map: the portal answered 503',
      status: 503,
    });
    await expect(agentOn(host, { SERVER_TOKEN: 'wrong' }).refreshMap()).rejects.toMatchObject({ status: 401 });
    await expect(agentOn(host, { PORTAL_URL: 'http://127.0.0.1:9' }).refreshMap()).rejects.toThrow(/ECONNREFUSED/);
  }));
