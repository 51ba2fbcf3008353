import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { env } from '#lib/env.ts';
import { db } from '#lib/db.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { findInDatabase, listTables } from '#lib/testing/find-in-database.ts';
import { isSoak } from '#lib/testing/soak.ts';
import { Agent } from './src/agent.ts';
import { readSettings } from './src/settings.ts';
import { SAMPLE, searchDictionary } from './testing/dictionary.ts';
import { FakeStorage } from './testing/fake-storage.ts';
import { servePortal } from './testing/portal-routes.ts';

const [HIDDEN, ALSO_HIDDEN, SHOWN] = ['127.0.7.11', '127.0.9.253', '127.0.5.5'] as const;

/** The whole range takes about 140 s of processor time. */
const PATIENCE_MS = isSoak ? 30 * 60_000 : 120_000;

/** Every row of every table as text. */
async function dump(): Promise<string> {
  const rows: string[] = [];
  for (const table of await listTables(db()))
    rows.push(
      ...(await db().$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${table} t`)).map(({ row }) => row),
    );
  return rows.join('\n');
}

/**
 * Reports the sources of two keys, one of which belongs to an owner who shows addresses. Returns what was sent to the
 * portal, and what an attacker could try as a secret.
 */
async function use(secret: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pseudonymity-'));
  const [keysFile, secretFile] = [path.join(folder, 'keys.json'), path.join(folder, 'secret')];
  const [hidden, shown] = [createKeyPair(), createKeyPair()];
  const owner = await createUserRow(db(), { showsAddresses: true });
  const keys = [await createKeyRow(db(), {}, hidden), await createKeyRow(db(), { userId: owner.id }, shown)];
  const { server, token } = await createServerRow(db());
  writeFileSync(secretFile, secret);
  writeFileSync(
    keysFile,
    JSON.stringify(
      [hidden, shown].map(({ publicKey, privateKey }) => ({ pubkey: publicKey, privkey: privateKey, extensions: {} })),
    ),
  );
  const storage = new FakeStorage(keysFile, path.join(folder, 'control.sock'), 1);
  const portal = await servePortal();
  await storage.start();
  const settings = {
    PORTAL_URL: portal.url,
    SERVER_NAME: server.name,
    SERVER_TOKEN: token,
    STATE_DIR: path.join(folder, 'state'),
    KEYS_FILE: keysFile,
    RSPAMD_SOCKET: storage.socket,
    SOURCES_SECRET_FILE: secretFile,
    SOURCES_SECONDS: '0.001',
  };
  const agent = new Agent(readSettings(settings));
  try {
    await agent.collect();
    await agent.reportSources?.();
    for (const address of [HIDDEN, ALSO_HIDDEN]) storage.request(keys[0]?.keyId ?? '', [3, 1, 0], 0, address);
    for (const address of [HIDDEN, SHOWN]) storage.request(keys[1]?.keyId ?? '', [2, 0, 0], 0, address);
    await agent.collect();
    while (await agent.deliver());
    await agent.reportSources?.();
  } finally {
    await Promise.all([storage.stop(), portal.stop()]);
    rmSync(folder, { recursive: true });
  }
  return { traffic: portal.traffic.join('\n'), keys: keys.map(({ keyId }) => keyId), hidden, token };
}

test(
  "stores and sends only addresses that their key's owner shows, and no secret of the portal reveals another",
  async () => {
    const secret = randomBytes(32).toString('base64');
    const { traffic, keys, hidden, token } = await use(secret);
    const stored = await dump();
    const addresses = (await db().keySource.findMany()).flatMap(({ address }) => address ?? []);
    expect(addresses.toSorted()).toEqual([HIDDEN, SHOWN].toSorted());
    expect(await db().keySource.count()).toBe(4);

    // HIDDEN occurs once in the traffic, because the owner of another key shows it.
    expect(await findInDatabase(db(), [ALSO_HIDDEN, '7f0009fd'])).toEqual([]);
    expect(traffic).not.toContain(ALSO_HIDDEN);
    expect(traffic.split(HIDDEN)).toHaveLength(2);
    expect(traffic).toContain(SHOWN);

    const portals = Object.entries(env()).flatMap(([name, value]) =>
      /SECRET|KEY|(DATABASE|SMTP)_URL/.test(name) ? [value].flat().map(String) : [],
    );
    expect(portals.length).toBeGreaterThanOrEqual(6);
    const [key = ''] = keys;
    const attack = { dump: stored, secrets: [...portals, token, hidden.privateKey, ''], key };
    const all = isSoak ? undefined : SAMPLE;
    expect(await searchDictionary(attack, all)).toEqual([]);
    // Proves that the search works: with the storage hosts' secret it finds both addresses.
    expect(await searchDictionary({ ...attack, secrets: [secret] }, SAMPLE)).toEqual([HIDDEN, ALSO_HIDDEN]);
    // An address has another pseudonym under another key, so a shown address reveals nothing about other keys.
    expect(await searchDictionary({ ...attack, secrets: [secret], key: 'mh9priontghkm' }, SAMPLE)).toEqual([]);
  },
  PATIENCE_MS,
);
