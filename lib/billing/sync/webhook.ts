import type Stripe from 'stripe';
import { z } from 'zod';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { inBatches, type Rest } from '#lib/base/db/batches.ts';
import { DomainError } from '#lib/base/errors.ts';
import { env, isLiveStripeKey } from '#lib/base/settings/env.ts';
import { DAY } from '#lib/base/time.ts';
import { ENDED_STATUSES, isEndedStatus } from '#lib/billing/plan.ts';
import { idOf, isMissingAtStripe, isOtherSignature, SOON } from '#lib/billing/stripe/client.ts';
import { enqueueAll } from '#lib/jobs/queue.ts';
import { raiseAlert } from './alerts.ts';
import { forgetCustomer, wasMadeByUs } from './customer.ts';
import { isPaidAfterEnd } from './debts.ts';
import { effectOf, type Effect, type Payer } from './event-effects.ts';
import { reportLatePayment } from './late-payment.ts';
import { findOwner } from './owner.ts';
import { readForSync, untilInOrder } from './reads.ts';
import { countRefusal, type RefusalReason } from './refused-webhooks.ts';
import { syncSubscription } from './sync.ts';

/** How far the signature's time may be from now, in either direction (S59). */
const TOLERANCE_SECONDS = 300;

/** The part of an event that is trusted. The event's object is read again from Stripe. */
const Envelope = z.object({
  id: z.string().min(1),
  object: z.literal('event'),
  type: z.string(),
  livemode: z.boolean(),
  created: z.number(),
  data: z.object({ object: z.looseObject({}) }),
});

/**
 * The event in a signed body. Throws `malformed` if no secret matches, the time is off, or the body is not an event;
 * the error text does not say which, and no body is logged. The reason is counted (refused-webhooks.ts).
 */
export function verifyStripeEvent(ctx: Context, body: Buffer, signature: string | null): Stripe.Event {
  const time = Number(signature?.match(/(?:^|,)t=(\d+)/)?.[1] ?? NaN);
  if (!signature || Number.isNaN(time)) throw badSignature(ctx, 'unsigned');
  const opened = env().STRIPE_WEBHOOK_SECRET.map((secret) => openEvent(ctx, body, signature, secret));
  const event = opened.find((each) => typeof each === 'object');
  if (!event) throw badSignature(ctx, opened.includes('body') ? 'body' : 'secret');
  if (Math.abs(ctx.now.getTime() / 1000 - time) > TOLERANCE_SECONDS) throw badSignature(ctx, 'time');
  return event;
}

function openEvent(ctx: Context, body: Buffer, signature: string, secret: string): Stripe.Event | 'secret' | 'body' {
  try {
    // A tolerance of 0 is none: Stripe's check accepts times in the future, so the caller checks the time.
    const event = ctx.stripe().webhooks.constructEvent(body, signature, secret, 0);
    return Envelope.safeParse(event).success ? event : 'body';
  } catch (error) {
    return isOtherSignature(error) ? 'secret' : 'body'; // while the secret is being rolled, the other one may match
  }
}

/**
 * Handles an event once: records it, then syncs what it names and marks it done in one transaction. A failure leaves it
 * unprocessed, so that Stripe's retry repeats it. Returns false if the event was handled before.
 */
export async function handleStripeEvent(ctx: Context, event: Stripe.Event): Promise<boolean> {
  const createdAt = new Date(event.created * 1000);
  const { id, type, livemode } = event;
  await ctx.db.stripeEvent.createMany({
    data: { id, type, livemode, createdAt, receivedAt: ctx.now },
    skipDuplicates: true,
  });
  const row = await ctx.db.stripeEvent.findUniqueOrThrow({ where: { id }, select: { processedAt: true } });
  if (row.processedAt) return false;
  await work(ctx, event);
  return true;
}

async function work(ctx: Context, event: Stripe.Event): Promise<void> {
  if (event.livemode !== isLiveStripeKey(env().STRIPE_SECRET_KEY)) return ignoreOtherMode(ctx, event);
  const effect = effectOf(event);
  switch (effect.kind) {
    case 'sync':
      return untilInOrder(() => syncOnce(ctx, event, effect));
    case 'forget_customer':
      await forgetCustomer(ctx, effect.customer);
      return markDone(ctx, event, null);
    case 'alert': {
      const about = await findPayer(ctx, await customerOf(ctx, effect.payer));
      return transaction(ctx, async (tx) => {
        const isAsked =
          effect.alert.kind === 'refund' && about && (await isRefundOfWithdrawal(tx, about.stripeCustomerId));
        if (about && !isAsked) await raiseAlert(tx, { ...effect.alert, ...about });
        await markDone(tx, event, about ? null : 'not_ours');
      });
    }
    case 'sync_price':
      await syncWhere(ctx, effect.where);
      return markDone(ctx, event, null);
    case 'none':
      return markDone(ctx, event, 'no_effect');
  }
}

const ignoreOtherMode = (ctx: Context, event: Stripe.Event): Promise<void> =>
  transaction(ctx, async (tx) => {
    await raiseAlert(tx, { kind: 'livemode', subject: event.id });
    await markDone(tx, event, 'livemode');
  });

async function syncOnce(ctx: Context, event: Stripe.Event, effect: SyncEffect): Promise<void> {
  const { subscription, alert, paid } = effect;
  const read = await readForSync(ctx, subscription);
  const late = paid && read.remote ? await findLatePayment(ctx, read.remote, paid) : null;
  await transaction(ctx, async (tx) => {
    const outcome = await syncSubscription(tx, read);
    if (alert && outcome !== 'not_ours') await raiseAlert(tx, { ...alert, stripeSubscriptionId: subscription });
    if (late && read.remote && outcome !== 'not_ours')
      await reportLatePayment(tx, read.remote, late, await findOwner(tx, read.remote));
    await markDone(tx, event, outcome === 'synced' ? null : outcome);
  });
}

/** The paid invoice of an ended subscription, if it was paid after the end. It need not be the latest invoice. */
async function findLatePayment(ctx: Context, remote: Stripe.Subscription, id: string): Promise<Stripe.Invoice | null> {
  if (!isEndedStatus(remote.status)) return null;
  try {
    const invoice = await ctx.stripe().invoices.retrieve(id, {}, SOON);
    return isPaidAfterEnd(remote, invoice) ? invoice : null;
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}
type SyncEffect = Extract<Effect, { kind: 'sync' }>;

async function markDone(ctx: Context, { id, type }: Stripe.Event, ignored: string | null): Promise<void> {
  await transaction(ctx, async (tx) => {
    const where = { id, processedAt: null };
    const { count } = await tx.db.stripeEvent.updateMany({ where, data: { processedAt: tx.now, ignored } });
    if (count && ignored && !QUIET.includes(ignored))
      await recordAudit(tx, 'stripe_event.ignored', id, { type, reason: ignored });
  });
}

/** Reasons to ignore an event that are not worth an audit row: of event types and sales that are not of our shop. */
const QUIET: readonly string[] = ['no_effect', 'not_ours'];

async function customerOf(ctx: Context, payer: Payer): Promise<string | null> {
  if ('customer' in payer) return payer.customer;
  if (!payer.charge) return null;
  try {
    return idOf((await ctx.stripe().charges.retrieve(payer.charge)).customer);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

/** The account that has a customer, or had it until the account was deleted; null for a customer who is not of our shop. */
async function findPayer(ctx: Context, customer: string | null) {
  if (!customer) return null;
  const where = { stripeCustomerId: customer };
  const account = await ctx.db.account.findUnique({ where, select: { id: true } });
  const isOurs = account || (await ctx.db.subscription.count({ where })) > 0 || (await wasMadeByUs(ctx, customer));
  return isOurs ? { stripeCustomerId: customer, accountId: account?.id ?? null } : null;
}

/** Whether a withdrawal in the last days explains a refund to this customer: then it needs no admin. */
async function isRefundOfWithdrawal({ db, now }: Context, customer: string): Promise<boolean> {
  const since = new Date(now.getTime() - 3 * DAY);
  const where = { askedAt: { gt: since }, subscription: { stripeCustomerId: customer } };
  return (await db.withdrawal.count({ where })) > 0;
}

/**
 * Queues a sync of every subscription that has the renamed product or the changed price, in small transactions: there
 * may be any number of them, and a repetition after a failure adds no second job.
 */
async function syncWhere(ctx: Context, where: { stripeProductId: string } | { stripePriceId: string }): Promise<void> {
  const batches = inBatches(
    (rest: Rest<string>, take) =>
      ctx.db.subscription.findMany({
        where: { ...where, ...rest, status: { notIn: [...ENDED_STATUSES] } },
        orderBy: { id: 'asc' },
        take,
        select: { id: true, stripeSubscriptionId: true },
      }),
    SYNCS_AT_ONCE,
  );
  for await (const rows of batches) {
    const payloads = rows.map(({ stripeSubscriptionId: subscription }) => ({ subscription }));
    await enqueueAll(ctx.db, 'billing.sync', payloads);
  }
}
const SYNCS_AT_ONCE = 1000;

function badSignature({ requestId }: Context, reason: RefusalReason): DomainError {
  countRefusal(reason, requestId);
  return new DomainError('malformed', 'The Stripe signature is not valid.');
}
