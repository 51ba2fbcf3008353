import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keyStateOf, lookupKey, PLANS } from '#lib/billing/plan.ts';
import { db, lockInTransaction, type Db } from '#lib/db.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { limitOf } from '#lib/fuzzy-keys/limit.ts';
import { systemContext } from '#lib/testing/context.ts';
import {
  createClientRow,
  createKeyRow,
  createServerRow,
  createSubscriptionRow,
  createUsageRows,
  createUserRow,
} from '#lib/testing/factories.ts';
import { DAY, HOUR, MINUTE } from '#lib/time.ts';
import { rankKeysByUsage } from '#lib/usage/rank-keys.ts';
import { makeMovements } from './demo-movements.ts';
import { DEMO_KEYS, DEMO_PEOPLE, DEMO_STRIPE_PREFIXES, demoEmail, type DemoPerson } from './demo-people.ts';
import { demoSamples, type DemoGap, type DemoShape } from './demo-usage.ts';

const ADMINS = 3;
const SERVERS: readonly { name: string; description: string; share: number; gaps: DemoGap[] }[] = [
  {
    name: 'fuzzy1',
    description: 'Sample storage host in Frankfurt',
    share: 0.6,
    gaps: [{ startsAgoMs: 20 * DAY, lastsMs: 80 * MINUTE }],
  },
  {
    name: 'fuzzy2',
    description: 'Sample storage host in Helsinki',
    share: 0.4,
    gaps: [
      { startsAgoMs: 4 * DAY, lastsMs: 40 * HOUR },
      { startsAgoMs: 20 * DAY, lastsMs: 80 * MINUTE },
    ],
  },
];
const CLIENTS = [
  {
    id: 'demo-webmail',
    name: 'Sample Webmail',
    redirectUris: ['https://webmail.demo.example/callback'],
    isPublic: false,
    requirePkce: false,
  },
  {
    id: 'demo-mobile',
    name: 'Sample Mobile App',
    redirectUris: ['example.demo.app:/callback'],
    isPublic: true,
    requirePkce: true,
  },
  {
    id: 'demo-reports',
    name: 'Sample Reports',
    redirectUris: ['https://reports.demo.example/oauth/callback'],
    isPublic: false,
    requirePkce: true,
  },
];

const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);

/**
 * Makes the sample data, all or nothing and only once: its storage servers mark that it exists. The servers' tokens and
 * the applications' secrets, which the database only stores hashed, go into a file in `dataDir`.
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

type DemoServer = (typeof SERVERS)[number] & { id: number; token: string };

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

async function makePerson(
  tx: Db,
  person: DemoPerson,
  index: number,
  passwordHash: string,
  servers: DemoServer[],
): Promise<void> {
  const { name, state, bought, given, load = 0 } = person;
  const email = person.hasNoEmail ? null : demoEmail(name);
  const createdAt = daysAgo(200 - 7 * index);
  const external = given?.isExternal ? { publicKey: createKeyPair().publicKey, privateKey: null } : undefined;
  const user = await createUserRow(tx, {
    email,
    passwordHash: email ? passwordHash : null,
    emailVerifiedAt: state === 'unverified' || !email ? null : createdAt,
    blockedAt: state === 'blocked' ? daysAgo(2) : null,
    country: person.country ?? 'DE',
    dailyLimit: person.dailyLimit ?? null,
    notes: person.notes ?? null,
    customKey: external?.publicKey ?? null,
    stripeCustomerId: bought ? DEMO_STRIPE_PREFIXES.customer + name : null,
    createdAt,
  });
  if (bought) {
    const key = await makeBoughtKey(tx, user, name, bought);
    await makeUsage(tx, key, load, servers, person);
  }
  if (given) {
    const { rank: rankId, quantity = 1 } = given;
    const description = email ? `Manual ${email}` : 'Manual, known by the key alone';
    const key = await createKeyRow(tx, { description, rankId, quantity, email, userId: user.id, createdAt }, external);
    await makeUsage(tx, key, load, servers, person);
  }
}

type Owner = { id: string; email: string | null; createdAt: Date };

async function makeBoughtKey(tx: Db, user: Owner, name: string, bought: NonNullable<DemoPerson['bought']>) {
  const { interval, quantity = 1, status = 'active', endedDaysAgo } = bought;
  const plan = PLANS[bought.plan];
  const endedAt = endedDaysAgo === undefined ? null : daysAgo(endedDaysAgo);
  const state = keyStateOf(status);
  const stripeCustomerId = DEMO_STRIPE_PREFIXES.customer + name;
  const stripeSubscriptionId = DEMO_STRIPE_PREFIXES.subscription + name;
  const subscription = await createSubscriptionRow(tx, {
    userId: user.id,
    stripeCustomerId,
    stripeSubscriptionId,
    status,
    stripePriceId: `price_demo_${lookupKey(plan.name, interval)}`,
    stripeProductId: `prod_demo_${plan.name}`,
    productName: plan.product,
    plan: plan.name,
    interval,
    quantity,
    startedAt: user.createdAt,
    currentPeriodEnd: endedAt ?? daysAgo(interval === 'year' ? -150 : -12),
    endedAt: state === 'deleted' ? endedAt : null,
    syncedAt: now,
  });
  return createKeyRow(tx, {
    description: `Stripe ${stripeCustomerId} ${stripeSubscriptionId}`,
    rankId: plan.rank,
    rate: plan.rate,
    quantity,
    forbiddenFlags: plan.forbiddenFlags,
    email: user.email,
    userId: user.id,
    subscriptionId: subscription.id,
    suspendedAt: state === 'suspended' ? endedAt : null,
    deletedAt: state === 'deleted' ? endedAt : null,
    createdAt: user.createdAt,
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

type UsedKey = {
  id: number;
  description: string;
  rankId: number;
  quantity: number;
  rate: number | null;
  userId: string | null;
  suspendedAt: Date | null;
  deletedAt: Date | null;
};

/** Makes usage for a key. `load` is the daily usage as a share of the limit. */
async function makeUsage(tx: Db, key: UsedKey, load: number, servers: DemoServer[], shape: DemoShape): Promise<void> {
  if (load === 0) return;
  const rank = await tx.rank.findUniqueOrThrow({ where: { rank: key.rankId } });
  const user = key.userId
    ? await tx.user.findUniqueOrThrow({ where: { id: key.userId }, select: { dailyLimit: true } })
    : null;
  const { rate } = limitOf({ ...key, rank, user });
  await makeRequests(tx, key, load * (rate ?? 1) * 86_400 * key.quantity, servers, shape);
}

async function makeRequests(
  tx: Db,
  key: UsedKey,
  lastDay: number,
  servers: DemoServer[],
  { growth, isSteady, quietHours }: DemoShape = {},
): Promise<void> {
  await checkReferences(tx, false);
  for (const { id: server, name, share, gaps } of servers) {
    const until = key.deletedAt ?? key.suspendedAt;
    const usage = {
      name: `${key.description} ${name}`,
      lastDay: lastDay * share,
      until,
      gaps,
      growth,
      isSteady,
      quietHours,
    };
    await createUsageRows(tx, { key: key.id, server }, demoSamples(usage, now));
  }
  await checkReferences(tx, true);
}

/**
 * Turns foreign key checks on or off: nine tenths of the time would go into checking the key and server of each point.
 * Needs a superuser; without one the checks stay on.
 */
async function checkReferences(tx: Db, isOn: boolean): Promise<void> {
  await tx.$queryRaw`SELECT set_config('session_replication_role', ${isOn ? 'origin' : 'replica'}, true)
    WHERE has_parameter_privilege('session_replication_role', 'SET')`;
}

async function makeClients(tx: Db) {
  const made = [];
  for (const sample of CLIENTS) {
    const { client, secret } = await createClientRow(tx, sample);
    made.push({ client_id: client.id, client_secret: secret, redirect_uris: client.redirectUris });
  }
  return made;
}

/** Readable by this machine's operator only. Written before the commit, so that no committed secret is lost. */
function keepSecrets(dataDir: string, secrets: object): string {
  const folder = path.resolve(import.meta.dirname, '../../..', dataDir);
  const file = path.join(folder, 'demo-servers.json');
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}
