import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { db, lockInTransaction, type Db } from '#lib/db.ts';
import { followSources } from '#lib/sources/follow-sources.ts';
import { systemContext } from '#lib/testing/context.ts';
import { createClientRow, createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { rankKeysByUsage } from '#lib/usage/rank-keys.ts';
import { makePerson } from './demo-accounts.ts';
import { makeMovements } from './demo-movements.ts';
import { DEMO_KEYS, DEMO_PEOPLE, demoEmail } from './demo-people.ts';
import { makeRequests, type DemoServer } from './demo-requests.ts';
import { CLIENTS, SERVERS } from './demo-samples.ts';
import { daysAgo, now } from './demo-time.ts';

const ADMINS = 3;

/**
 * Makes the sample data, all or nothing and only once: its storage servers mark that it exists. The servers' tokens and
 * the clients' secrets, which the database only stores hashed, go into a file in `dataDir`.
 */
export async function makeDemoData(dataDir: string, hashPassword: () => Promise<string>): Promise<void> {
  if (await hasDemoData(db())) return;
  const passwordHash = await hashPassword();
  await db().$transaction(
    async (tx) => {
      await lockInTransaction(tx, 'seed');
      if (await hasDemoData(tx)) return;
      const servers = await makeServers(tx);
      await makeAdmins(tx, passwordHash);
      for (const [index, person] of DEMO_PEOPLE.entries()) await makePerson(tx, person, index, passwordHash, servers);
      await makeMovements(tx, now);
      await makeKeys(tx, servers);
      await rankKeysByUsage(systemContext(tx, { now }));
      await followSources(systemContext(tx, { now }));
      const clients = await makeClients(tx);
      const file = keepSecrets(dataDir, { servers: servers.map(({ name, token }) => ({ name, token })), clients });
      console.log(`Demo data created. Its server tokens and application secrets are in ${file}`);
    },
    { timeout: 120_000, maxWait: 10_000 },
  );
}

async function hasDemoData(tx: Db): Promise<boolean> {
  return (await tx.storageServer.count({ where: { name: { in: SERVERS.map(({ name }) => name) } } })) > 0;
}

async function makeServers(tx: Db): Promise<DemoServer[]> {
  const made: DemoServer[] = [];
  for (const sample of SERVERS) {
    const { server, token } = await createServerRow(tx, {
      name: sample.name,
      description: sample.description,
      lastSeenAt: now,
    });
    made.push({ ...sample, id: server.id, token });
  }
  return made;
}

async function makeAdmins(tx: Db, passwordHash: string): Promise<void> {
  const there = await tx.user.count({ where: { isAdmin: true } });
  for (let number = there + 1; number <= ADMINS; number++)
    await createUserRow(tx, {
      email: demoEmail(`admin-${number}`),
      isAdmin: true,
      passwordHash,
      createdAt: daysAgo(300 - number),
    });
}

async function makeKeys(tx: Db, servers: DemoServer[]): Promise<void> {
  for (const [
    index,
    { description, rank, quantity = 1, email, isSuspended, deletedDaysAgo, requests },
  ] of DEMO_KEYS.entries()) {
    const key = await createKeyRow(tx, {
      description,
      rankId: rank,
      quantity,
      email: email ?? null,
      suspendedAt: isSuspended ? daysAgo(4) : null,
      deletedAt: deletedDaysAgo === undefined ? null : daysAgo(deletedDaysAgo),
      createdAt: daysAgo(150 - 9 * index),
    });
    if (requests) await makeRequests(tx, key, requests, servers);
  }
}

async function makeClients(tx: Db) {
  const made = [];
  for (const sample of CLIENTS) {
    const { client, secret } = await createClientRow(tx, sample);
    made.push({ client_id: client.id, client_secret: secret, redirect_uris: client.redirectUris });
  }
  return made;
}

/** Writes the secrets to a file for its owner only. Call it before the commit, so that no committed secret is lost. */
function keepSecrets(dataDir: string, secrets: object): string {
  const folder = path.resolve(import.meta.dirname, '../../..', dataDir);
  const file = path.join(folder, 'demo-servers.json');
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}
