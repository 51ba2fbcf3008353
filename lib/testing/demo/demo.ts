import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { db, type Db, lockInTransaction } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { DAY } from '#lib/base/time.ts';
import type { BillingInterval, PlanName } from '#lib/billing/plan.ts';
import { recordMovement } from '#lib/billing/revenue/revenue.ts';
import { queueMail } from '#lib/mail/service.ts';
import { TIERS } from '#lib/marketing/tiers.ts';
import { followSources } from '#lib/sources/follow-sources.ts';
import { systemContext } from '#lib/testing/context.ts';
import { createClientRow, createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { rankKeysByUsage } from '#lib/usage/ranking/rank-keys.ts';
import { makePerson } from './demo-accounts.ts';
import { DEMO_KEYS, DEMO_PEOPLE, DEMO_STRIPE_PREFIXES, demoEmail, type DemoPerson } from './demo-people.ts';
import { type DemoServer, makeRequests } from './demo-requests.ts';
import { CLIENTS, SERVERS } from './demo-samples.ts';
import { daysAgo, now } from './demo-time.ts';

const ADMINS = 3;
/** Ends the reason of the failed job, which no test counts. */
const SAMPLE = '(sample)';

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
      await makeFailedMail(tx);
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

/** An email that its server refused at every try, as pg-boss keeps it, for the list of failed jobs and the inbox. */
async function makeFailedMail(tx: Db): Promise<void> {
  await queueMail(systemContext(tx, { now }), demoEmail('unverified'), 'email_taken', { loginUrl: env().APP_URL });
  await tx.$executeRaw`
    UPDATE pgboss.job SET name = 'dead_letter', source_name = 'mail.send', source_id = gen_random_uuid(),
      source_created_on = ${daysAgo(1)}, source_retry_count = 12,
      source_output = jsonb_build_object('message', ${`451 4.4.1 No answer from the host of demo.example ${SAMPLE}`}::text)
    WHERE id = (SELECT id FROM pgboss.job WHERE name = 'mail.send' AND xmin = pg_current_xact_id()::xid)`;
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

const PRICES = { personal: TIERS.Personal, starter: TIERS.Starter, scale: TIERS.Scale };

type Terms = { plan: PlanName; interval: BillingInterval; quantity: number; status: string };
type Change = { at: Date; name: string; userId: string; before: Terms | null; after: Terms };
type Movement = Parameters<typeof recordMovement>[1];

/** Fills the ledger with the history of the demo subscriptions, oldest first. The amounts are the current prices. */
async function makeMovements(tx: Db, now: Date): Promise<void> {
  const changes: Change[] = [];
  for (const { name, bought } of DEMO_PEOPLE) {
    if (!bought) continue;
    const where = { stripeSubscriptionId: DEMO_STRIPE_PREFIXES.subscription + name };
    const { accountId: userId, startedAt } = await tx.subscription.findUniqueOrThrow({ where });
    let before: Terms | null = null;
    for (const { daysAgo, ...after } of historyOf(bought)) {
      const at = daysAgo === null ? startedAt : new Date(now.getTime() - daysAgo * DAY);
      changes.push({ at, name, userId, before, after });
      before = after;
    }
  }
  for (const change of changes.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await recordMovement(systemContext(tx, { now: change.at }), movementOf(change));
}

type Bought = NonNullable<DemoPerson['bought']>;

/** The terms of a subscription, oldest first, each with its start; null is the start of the subscription. */
function historyOf({ plan, interval, quantity = 1, status = 'active', endedDaysAgo, before, paused }: Bought) {
  const last: Terms = { plan, interval, quantity, status: 'active' };
  const history: (Terms & { daysAgo: number | null })[] = [{ ...last, ...before, daysAgo: null }];
  if (before) history.push({ ...last, daysAgo: before.untilDaysAgo });
  if (paused)
    history.push({ ...last, status: 'paused', daysAgo: paused.fromDaysAgo }, { ...last, daysAgo: paused.untilDaysAgo });
  if (endedDaysAgo !== undefined) history.push({ ...last, status, daysAgo: endedDaysAgo });
  return history;
}

function movementOf({ name, userId, before, after }: Change): Movement {
  const pounds = PRICES[after.plan][after.interval === 'year' ? 'yearly' : 'monthly'];
  const price = { unit_amount: pounds * 100, recurring: { interval: after.interval, interval_count: 1 } };
  const remote = {
    id: DEMO_STRIPE_PREFIXES.subscription + name,
    status: after.status,
    currency: 'gbp',
    pause_collection: null,
    cancellation_details: { reason: 'cancellation_requested' },
    items: { data: [{ price, quantity: after.quantity }] },
  } as unknown as Movement['remote'];
  return { remote, before: before && factsOf(before), after: factsOf(after), userId };
}

const factsOf = ({ plan, interval, quantity, status }: Terms): Movement['after'] => ({
  status,
  plan,
  interval,
  quantity,
  stripePriceId: `price_demo_${plan}_${interval}`,
  awaitsPayment: false,
  flags: [],
});
