import { expect, test } from 'vitest';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createServerRow, unique } from '#lib/testing/factories.ts';
import { findEnteredHosts, getZoneFile, toEnteredHosts, toZoneFile, updateStorageHost } from './hosts.ts';
import { StorageHostInput, type List } from './schema.ts';
import { removeStorageServer } from './service.ts';

const DOMAIN = 'fuzzy.test';
const BOTH: List[] = ['premium', 'bulk'];
const host = (name: string, fields: Partial<Parameters<typeof toZoneFile>[0][number]> = {}) => ({
  host: `${name}.test`,
  port: 11335,
  lists: BOTH as readonly string[],
  weight: 10,
  isDraining: false,
  ...fields,
});
const input = (fields: Partial<StorageHostInput> = {}): StorageHostInput => ({
  host: `${unique('fuzzy')}.test`,
  port: 11335,
  lists: BOTH,
  weight: 10,
  is_draining: false,
  ...fields,
});

test('keeps the settings while no host is entered', () => {
  expect(toEnteredHosts([], DOMAIN)).toEqual({});
  expect(toZoneFile([], DOMAIN)).toBe('; Storage hosts of fuzzy.test, for Rspamd 4.1.0 and newer\n');
});

test('replaces the servers of each list that has a host, and offers SRV only if both have one', () => {
  const premium = host('a', { lists: ['premium'] });
  expect(toEnteredHosts([premium], DOMAIN)).toEqual({ fuzzyServers: 'a.test:11335' });
  const both = [premium, host('b', { lists: ['bulk'], port: 11336 })];
  const servers = { fuzzyServers: 'a.test:11335', fuzzyBulkServers: 'b.test:11336' };
  expect(toEnteredHosts(both, DOMAIN)).toEqual({ ...servers, fuzzyDomain: DOMAIN });
  expect(toEnteredHosts(both, '')).toEqual(servers);
});

test('writes weights only if they differ, and leaves out a draining host', () => {
  const servers = (...hosts: ReturnType<typeof host>[]) => toEnteredHosts(hosts, DOMAIN).fuzzyServers;
  expect(servers(host('a', { weight: 30 }), host('b', { weight: 30 }))).toBe('a.test:11335,b.test:11335');
  expect(servers(host('a', { weight: 30 }), host('b'))).toBe('a.test:11335:30,b.test:11335:10');
  expect(servers(host('a', { isDraining: true }), host('b'))).toBe('b.test:11335');
});

test('keeps the hosts of a list that are all draining', () => {
  const hosts = [host('a', { isDraining: true, lists: ['premium'] }), host('b', { lists: ['bulk'] })];
  expect(toEnteredHosts(hosts, DOMAIN).fuzzyServers).toBe('a.test:11335');
  expect(toZoneFile(hosts, DOMAIN)).toContain('a.test.');
});

test('writes the SRV records that Rspamd 4.1.0 asks for, with absolute names', () => {
  const hosts = [
    host('a', { weight: 30 }),
    host('b', { lists: ['bulk'], port: 11336 }),
    host('c', { isDraining: true }),
  ];
  expect(toZoneFile(hosts, DOMAIN)).toBe(`; Storage hosts of fuzzy.test, for Rspamd 4.1.0 and newer
_fuzzy-premium._tcp.fuzzy.test. 300 IN SRV 10 30 11335 a.test.
_fuzzy-bulk._tcp.fuzzy.test. 300 IN SRV 10 30 11335 a.test.
_fuzzy-bulk._tcp.fuzzy.test. 300 IN SRV 10 10 11336 b.test.
`);
});

test('stores a host with an audit row, and leaves it out once it is cleared or its server is removed', () =>
  inRollback(async (tx) => {
    const ctx = adminContext(tx);
    const [{ server: first }, { server: second }] = [await createServerRow(tx), await createServerRow(tx)];
    const [one, two] = [input({ weight: 20, lists: ['bulk', 'premium'] }), input({ is_draining: true })];
    expect(await updateStorageHost(ctx, first.id, one)).toMatchObject({ ...one, lists: BOTH, name: first.name });
    await updateStorageHost(ctx, second.id, two);
    expect(await findEnteredHosts(tx)).toMatchObject({ fuzzyServers: `${one.host}:11335` });
    const zone = await getZoneFile(ctx);
    expect([zone.includes(one.host), zone.includes(two.host)]).toEqual([true, false]);
    expect(await tx.auditEvent.findMany({ where: { targetId: String(first.id) } })).toMatchObject([
      { action: 'storage_server.host_changed', actorKind: 'admin', data: { ...one, lists: BOTH, name: first.name } },
    ]);

    await updateStorageHost(ctx, second.id, { ...two, is_draining: false });
    await updateStorageHost(ctx, first.id, { ...one, host: '' });
    expect((await findEnteredHosts(tx)).fuzzyServers).toBe(`${two.host}:11335`);
    await removeStorageServer(ctx, second.id);
    expect(await findEnteredHosts(tx)).toEqual({});
    await expect(updateStorageHost(ctx, second.id, two)).rejects.toMatchObject({ code: 'not_found' });
  }));

test('refuses the name and port of another server, and accepts them once that server is removed', () =>
  inRollback(async (tx) => {
    const ctx = adminContext(tx);
    const [{ server: first }, { server: second }] = [await createServerRow(tx), await createServerRow(tx)];
    const same = input();
    await updateStorageHost(ctx, first.id, same);
    await expect(updateStorageHost(ctx, second.id, same)).rejects.toMatchObject({
      code: 'conflict',
      fields: { host: 'Another server has this name and port.' },
    });
    await updateStorageHost(ctx, second.id, { ...same, port: 11336 });
    await removeStorageServer(ctx, first.id);
    expect(await updateStorageHost(ctx, second.id, same)).toMatchObject({ port: 11335 });
  }));

test.each<[string, Partial<Record<keyof StorageHostInput, unknown>>]>([
  ['a name without a dot', { host: 'fuzzy1' }],
  ['an address instead of a name', { host: '192.0.2.1' }],
  ['a name with a port', { host: 'fuzzy1.test:11335' }],
  ['two names', { host: 'a.test,b.test' }],
  ['a name with a line break', { host: 'a.test.\n*.test' }],
  ['a label that ends with a dash', { host: 'a-.test' }],
  ['a name of 254 characters', { host: `${'a.'.repeat(125)}test` }],
  ['port 0', { port: 0 }],
  ['port 65536', { port: 65_536 }],
  ['no list', { lists: [] }],
  ['an unknown list', { lists: ['grey'] }],
  ['weight 0', { weight: 0 }],
  ['a weight with a fraction', { weight: 1.5 }],
])('refuses a host with %s', (_name, fields) => {
  expect(StorageHostInput.safeParse(input()).success).toBe(true);
  expect(StorageHostInput.safeParse({ ...input(), ...fields }).success).toBe(false);
});

test('stores a name in lower case', () => {
  expect(StorageHostInput.parse(input({ host: ' Fuzzy1.Test ' })).host).toBe('fuzzy1.test');
});
