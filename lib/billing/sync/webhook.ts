import type Stripe from 'stripe';
import { z } from 'zod';
import { recordAudit } from '#lib/audit/audit.ts';
import { ENDED_STATUSES } from '#lib/billing/plan.ts';
import { idOf, isMissingAtStripe } from '#lib/billing/stripe/client.ts';
import { transaction, type Context } from '#lib/context.ts';
import { env, isLiveStripeKey } from '#lib/env.ts';
import { DomainError } from '#lib/errors.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { raiseAlert } from './alerts.ts';
import { forgetCustomer } from './customer.ts';
import { effectOf, type Effect, type Payer } from './event-effects.ts';
import { readForSync, untilInOrder } from './reads.ts';
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
 * the error text does not say which, and no body is logged.
 */
export function verifyStripeEvent(ctx: Context, body: Buffer, signature: string | null): Stripe.Event {
  const time = Number(signature?.match(/(?:^|,)t=(\d+)/)?.[1] ?? NaN);
  if (!signature || !(Math.abs(ctx.now.getTime() / 1000 - time) <= TOLERANCE_SECONDS)) throw badSignature();
  for (const secret of env().STRIPE_WEBHOOK_SECRET) {
    const event = openEvent(ctx, body, signature, secret);
    if (event) return event;
  }
  throw badSignature();
}

function openEvent(ctx: Context, body: Buffer, signature: string, secret: string): Stripe.Event | null {
  try {
    const event = ctx.stripe().webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
    return Envelope.safeParse(event).success ? event : null;
  } catch {
    return null; // while the secret is being rolled, the next secret may match
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
      const customer = await customerOf(ctx, effect.payer);
      return transaction(ctx, async (tx) => {
        await raiseAlert(tx, { ...effect.alert, ...(await ownerOf(tx, customer)) });
        await markDone(tx, event, null);
      });
    }
    case 'sync_price':
      return transaction(ctx, async (tx) => {
        await syncWhere(tx, effect.where);
        await markDone(tx, event, null);
      });
    case 'none':
      return markDone(ctx, event, 'no_effect');
  }
}

const ignoreOtherMode = (ctx: Context, event: Stripe.Event): Promise<void> =>
  transaction(ctx, async (tx) => {
    await raiseAlert(tx, { kind: 'livemode', subject: event.id });
    await markDone(tx, event, 'livemode');
  });

async function syncOnce(ctx: Context, event: Stripe.Event, { subscription, alert }: SyncEffect): Promise<void> {
  const read = await readForSync(ctx, subscription);
  await transaction(ctx, async (tx) => {
    const outcome = await syncSubscription(tx, read);
    if (alert) await raiseAlert(tx, { ...alert, stripeSubscriptionId: subscription });
    await markDone(tx, event, outcome === 'synced' ? null : outcome);
  });
}
type SyncEffect = Extract<Effect, { kind: 'sync' }>;

async function markDone(ctx: Context, { id, type }: Stripe.Event, ignored: string | null): Promise<void> {
  await transaction(ctx, async (tx) => {
    const where = { id, processedAt: null };
    const { count } = await tx.db.stripeEvent.updateMany({ where, data: { processedAt: tx.now, ignored } });
    if (count && ignored && ignored !== 'no_effect')
      await recordAudit(tx, 'stripe_event.ignored', id, { type, reason: ignored });
  });
}

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

async function ownerOf(tx: Context, customer: string | null) {
  if (!customer) return {};
  const user = await tx.db.user.findUnique({ where: { stripeCustomerId: customer }, select: { id: true } });
  return { stripeCustomerId: customer, userId: user?.id ?? null };
}

/** Queues a sync of every subscription that has the renamed product or the changed price. */
async function syncWhere(tx: Context, where: { stripeProductId: string } | { stripePriceId: string }): Promise<void> {
  const rows = await tx.db.subscription.findMany({
    where: { ...where, status: { notIn: [...ENDED_STATUSES] } },
    select: { stripeSubscriptionId: true },
  });
  for (const { stripeSubscriptionId: subscription } of rows) await enqueue(tx.db, 'billing.sync', { subscription });
}

const badSignature = () => new DomainError('malformed', 'The Stripe signature is not valid.');
