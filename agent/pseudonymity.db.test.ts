import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from '#dev/stack/process.ts';
import { checkConnection } from '#lib/doctor/ask.ts';
import { env } from '#lib/base/settings/env.ts';
import { db } from '#lib/base/db/db.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { findInDatabase, listTables } from '#lib/testing/find-in-database.ts';
import { isFull } from '#lib/testing/soak.ts';
import { SAMPLE, searchDictionary } from './testing/dictionary.ts';
import { FakeController } from './testing/fake-controller.ts';
import { FakeStorage } from './testing/fake-storage.ts';
import { AGENT } from './testing/host.ts';
import { servePortal } from './testing/portal-routes.ts';

const [HIDDEN, ALSO_HIDDEN, SHOWN, ASKED] = ['127.0.7.11', '127.0.9.253', '127.0.5.5', '127.0.3.77'] as const;
const RECORDER = path.join(import.meta.dirname, 'testing/record-traffic.mjs');

/** The whole range takes about 140 s of processor time. */
const PATIENCE_MS = isFull ? 30 * 60_000 : 120_000;

/** Every row of every table as text. */
async function dump(): Promise<string> {
  const rows: string[] = [];
  for (const table of await listTables(db()))
    rows.push(
      ...(await db().$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${table} t`)).map(({ row }) => row),
    );
  return rows.join('\n');
}

/** What the agent's process wrote to or read from a socket. */
type Exchanged = { way: 'to' | 'from'; peer: string; text: string };

/**
 * Runs the agent with all its tasks beside the portal's real routes. Hosts use two keys, one of which belongs to an
 * owner who shows addresses; the other's owner asks about one address. Returns everything that the agent's process
 * exchanged with others, and what an attacker could try as a secret.
 */
async function use(secret: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pseudonymity-'));
  const at = (name: string) => path.join(folder, name);
  const [hidden, shown] = [createKeyPair(), createKeyPair()];
  const [asker, owner] = [await createUserRow(db()), await createUserRow(db(), { showsAddresses: true })];
  const keys = [
    await createKeyRow(db(), { accountId: asker.id }, hidden),
    await createKeyRow(db(), { accountId: owner.id }, shown),
  ];
  const [hiddenId = '', shownId = ''] = keys.map(({ keyId }) => keyId);
  const { server, token } = await createServerRow(db());
  writeFileSync(at('secret'), secret);
  const storage = new FakeStorage(at('keys.json'), at('control.sock'), 1);
  const [portal, controller] = [await servePortal(), new FakeController()];
  await Promise.all([storage.start(), controller.start()]);
  const peers = { portal: new URL(portal.url).port, controller: new URL(controller.url).port, storage: storage.socket };
  await checkConnection(subscriberContext(db(), asker, { ip: '192.0.2.1' }), { address: ASKED });
  const agent = spawn(process.execPath, ['--import', RECORDER, AGENT], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      TRAFFIC_FILE: at('traffic'),
      PORTAL_URL: portal.url,
      SERVER_NAME: server.name,
      SERVER_TOKEN: token,
      STATE_DIR: at('state'),
      KEYS_FILE: at('keys.json'),
      RSPAMD_SOCKET: storage.socket,
      RSPAMD_VERSION: '4.1.6',
      CONTROLLER_URL: controller.url,
      SOURCES_SECRET_FILE: at('secret'),
      ...{ SOURCES_SECONDS: '0.001', COLLECT_SECONDS: '0.2', MAP_SECONDS: '0.2' },
    },
  });
  let logged = '';
  for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (data: Buffer) => (logged += data.toString()));
  const requests = () => {
    for (const address of [HIDDEN, ALSO_HIDDEN, ASKED]) storage.request(hiddenId, [3, 1, 0], 0, address);
    for (const address of [HIDDEN, SHOWN]) storage.request(shownId, [2, 0, 0], 0, address);
    controller.sync();
  };
  // Until every route was used, and the portal knows all five sources, two of them with their addresses.
  const isDone = async () => {
    requests();
    const isUsed = [...portal.bodies.values()].every(({ length }) => length > 0);
    const answers = await db().storageAnswer.count();
    const addresses = await db().keySource.count({ where: { address: { not: null } } });
    return isUsed && answers > 0 && addresses === 2 && (await db().keySource.count()) === 5;
  };
  try {
    expect(await until(isDone, 60_000, 100), logged).toBe(true);
  } finally {
    agent.kill('SIGTERM');
    if (agent.exitCode === null) await once(agent, 'exit');
    await Promise.all([storage.stop(), portal.stop(), controller.stop()]);
  }
  expect(existsSync(at('traffic')), logged).toBe(true);
  const traffic = readFileSync(at('traffic'), 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  const exchanged = traffic.map((line) => JSON.parse(line) as Exchanged);
  return { exchanged, peers, bodies: portal.bodies, logged, hiddenId, shownId, hidden, token };
}

test(
  'stores and sends only addresses that were asked for, and no secret of the portal reveals another',
  async () => {
    const secret = randomBytes(32).toString('base64');
    const { exchanged, peers, bodies, logged, hiddenId, shownId, hidden, token } = await use(secret);
    const stored = await dump();
    const addresses = (await db().keySource.findMany()).flatMap(({ address }) => address ?? []);
    expect(addresses.toSorted()).toEqual([HIDDEN, SHOWN].toSorted());

    // The recording is complete: it has every body that the portal received, and no other partners.
    const textOf = (wanted: Exchanged['way'], peer: string) =>
      exchanged.flatMap((one) => (one.way === wanted && one.peer === peer ? one.text : [])).join('');
    const [sent, received] = [textOf('to', peers.portal), textOf('from', peers.portal)];
    for (const body of [...bodies.values()].flat()) expect(sent).toContain(body);
    expect(new Set(exchanged.map(({ peer }) => peer))).toEqual(new Set([...Object.values(peers), 'output']));
    expect(textOf('to', 'output')).toBe(logged);
    expect(textOf('from', peers.storage)).toContain(ALSO_HIDDEN);

    // What the owner of a key shows is in the rows of this key; the address that was asked for is in the question.
    const outOf = (text: string) => text.replaceAll(new RegExp(`{"key_id":"${shownId}"[^}]*}`, 'g'), '');
    expect(sent).toContain(SHOWN);
    for (const text of [outOf(sent), logged, textOf('to', peers.controller), textOf('to', peers.storage)])
      for (const address of [HIDDEN, ALSO_HIDDEN, SHOWN, ASKED]) {
        expect(text).not.toContain(address);
        expect(text).not.toContain(hexOf(address));
      }
    expect(received).toContain(ASKED);
    for (const address of [HIDDEN, ALSO_HIDDEN, SHOWN]) expect(received).not.toContain(address);
    expect(await findInDatabase(db(), [ALSO_HIDDEN, hexOf(ALSO_HIDDEN)])).toEqual([]);
    const places = (await findInDatabase(db(), [ASKED, hexOf(ASKED)])).map((place) => place.split(':')[0]);
    expect(new Set(places)).toEqual(new Set(['public.storage_questions']));

    const portals = Object.entries(env()).flatMap(([name, value]) =>
      /SECRET|KEY|(DATABASE|SMTP)_URL/.test(name) ? [value].flat().map(String) : [],
    );
    expect(portals.length).toBeGreaterThanOrEqual(6);
    const attack = {
      dump: `${stored}\n${sent}`,
      secrets: [...portals, token, hidden.privateKey, ''],
      key: hiddenId,
    };
    const all = isFull ? undefined : SAMPLE;
    expect(await searchDictionary(attack, all)).toEqual([]);
    // Proves that the search works: with the storage hosts' secret it finds the addresses.
    expect(await searchDictionary({ ...attack, secrets: [secret] }, SAMPLE)).toEqual([ASKED, HIDDEN, ALSO_HIDDEN]);
    // An address has another pseudonym under another key, so a shown address reveals nothing about other keys.
    expect(await searchDictionary({ ...attack, secrets: [secret], key: 'mh9priontghkm' }, SAMPLE)).toEqual([]);
  },
  PATIENCE_MS,
);

/** An IPv4 address as PostgreSQL shows its bytes. */
const hexOf = (address: string) => Buffer.from(address.split('.').map(Number)).toString('hex');
