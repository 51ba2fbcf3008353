import { randomBytes } from 'node:crypto';
import { recordAudit } from '#lib/audit/audit.ts';
import type { Db } from '#lib/base/db/db.ts';
import { promises } from '#lib/base/promises.ts';
import { keyStateOf, lookupKey, PLANS } from '#lib/billing/plan.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { factsOf } from '#lib/billing/stripe/stripe-subscription.ts';
import { DEMO_STRIPE_PREFIXES, demoEmail, type DemoPerson } from './demo-people.ts';
import { makeUsage, type DemoServer } from './demo-requests.ts';
import { makePast } from './demo-stripe.ts';
import { daysAgo, monthsBefore, now } from './demo-time.ts';

export async function makePerson(
  tx: Db,
  person: DemoPerson,
  index: number,
  passwordHash: string,
  servers: DemoServer[],
): Promise<void> {
  const { name, state, bought, given, load = 0 } = person;
  const email = person.hasNoEmail ? null : demoEmail(name);
  const createdAt = daysAgo(person.signedUpDaysAgo ?? 200 - 7 * index);
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
  if (state === 'unverified') await makeSignUp(tx, user);
  if (bought) {
    const key = await makeBoughtKey(tx, user, person, bought);
    await makeUsage(tx, key, load, servers, person);
  }
  if (given) {
    const { rank: rankId, quantity = 1 } = given;
    const description = email ? `Manual ${email}` : 'Manual, known by the key alone';
    const key = await createKeyRow(
      tx,
      { description, rankId, quantity, email, accountId: user.id, createdAt },
      external,
    );
    await makeUsage(tx, key, load, servers, person);
  }
}

/** The sign-up whose link was not opened, and is too old now. */
async function makeSignUp(tx: Db, { id: userId, passwordHash, createdAt }: Owner & { passwordHash: string | null }) {
  await tx.signUp.create({
    data: {
      ...{ userId, passwordHash, createdAt, linkTokenHash: randomBytes(32) },
      linkExpiresAt: new Date(createdAt.getTime() + promises.mailedLink),
      expiresAt: new Date(createdAt.getTime() + promises.unverifiedAccount),
    },
  });
}

type Owner = { id: string; email: string | null; createdAt: Date };

type Bought = NonNullable<DemoPerson['bought']>;

async function makeBoughtKey(tx: Db, user: Owner, person: DemoPerson, bought: Bought) {
  const { name } = person;
  const { interval, quantity = 1, status = 'active', endedDaysAgo } = bought;
  const plan = PLANS[bought.plan];
  const endedAt = endedDaysAgo === undefined ? null : daysAgo(endedDaysAgo);
  const state = keyStateOf(status);
  const periodEnd = endedAt ?? daysAgo(interval === 'year' ? -150 : -12);
  const startedAt = startOf(bought, user.createdAt);
  const stripeCustomerId = DEMO_STRIPE_PREFIXES.customer + name;
  const stripeSubscriptionId = DEMO_STRIPE_PREFIXES.subscription + name;
  const remote = await makePast(person, user.id, startedAt);
  const subscription = await createSubscriptionRow(tx, {
    accountId: user.id,
    stripeCustomerId,
    stripeSubscriptionId,
    status,
    stripePriceId: `price_demo_${lookupKey(plan.name, interval)}`,
    stripeProductId: `prod_demo_${plan.name}`,
    productName: plan.product,
    plan: plan.name,
    interval,
    quantity,
    startedAt,
    currentPeriodEnd: periodEnd,
    cancelAt: bought.leaves ? periodEnd : null,
    endedAt: state === 'deleted' ? endedAt : null,
    ...(remote && factsOf(remote, false)),
    syncedAt: now,
  });
  if (bought.leaves) await recordLeaving(tx, user.id, stripeSubscriptionId, bought.leaves);
  if (RENEWED_DAYS_AGO[status]) await recordFailure(tx, user.id, RENEWED_DAYS_AGO[status]);
  return createKeyRow(tx, {
    description: `Stripe ${stripeCustomerId} ${stripeSubscriptionId}`,
    rankId: plan.rank,
    rate: plan.rate,
    quantity,
    forbiddenFlags: plan.forbiddenFlags,
    email: user.email,
    accountId: user.id,
    subscriptionId: subscription.id,
    suspendedAt: state === 'suspended' ? endedAt : null,
    deletedAt: state === 'deleted' ? endedAt : null,
    createdAt: user.createdAt,
  });
}

/** How many days ago a monthly subscription was renewed last. Stripe gives up 15 days after a payment that failed. */
const RENEWED_DAYS_AGO: Readonly<Record<string, number>> = { past_due: 1, unpaid: 14 };

/** When a subscription was bought, after its owner signed up. */
function startOf({ interval, status = 'active' }: Bought, signedUpAt: Date): Date {
  if (interval === 'year') return signedUpAt;
  let start = daysAgo(RENEWED_DAYS_AGO[status] ?? 18);
  for (let next = start; next >= signedUpAt; next = monthsBefore(start, 1)) start = next;
  return start;
}

/** The email about a payment that failed. */
const recordFailure = (tx: Db, id: string, days: number) =>
  recordAudit(systemContext(tx, { now: daysAgo(days) }), 'mail.sent', id, {
    template: 'payment_failed',
    subject: 'Your payment failed',
  });

/** The cancellation as its customer's own request records it, which names the reason in the operator's inbox. */
const recordLeaving = (tx: Db, id: string, subscription: string, reason: NonNullable<Bought['leaves']>) =>
  recordAudit(subscriberContext(tx, { id }, { now: daysAgo(1) }), 'subscription.cancelled', id, {
    subscription,
    reason,
  });
