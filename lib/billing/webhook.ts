import type Stripe from 'stripe';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/context.ts';
import { env, isLiveStripeKey } from '#lib/env.ts';
import { DomainError } from '#lib/errors.ts';
import { idOf } from './stripe.ts';
import { syncSubscription } from './sync.ts';

/** How far the signature's time may lie from now, either way (S59). */
const TOLERANCE_SECONDS = 300;

/** The event in a signed body. Throws `malformed` when no secret fits or the time is off; says no more, and logs no body. */
export function verifyStripeEvent(ctx: Context, body: Buffer, signature: string | null): Stripe.Event {
  const time = Number(signature?.match(/(?:^|,)t=(\d+)/)?.[1] ?? NaN);
  if (!signature || !(Math.abs(ctx.now.getTime() / 1000 - time) <= TOLERANCE_SECONDS)) throw badSignature();
  for (const secret of env().STRIPE_WEBHOOK_SECRET) {
    try {
      return ctx.stripe().webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
    } catch {
      continue; // during a roll the next secret may fit
    }
  }
  throw badSignature();
}

/**
 * Does an event's work once: records it, synchronises the subscription it speaks of, and marks it done in the same
 * transaction. A failure leaves it undone, so that Stripe's retry repeats it (stripe.md).
 */
export async function handleStripeEvent(ctx: Context, event: Stripe.Event): Promise<void> {
  await ctx.db.stripeEvent.createMany({
    data: {
      id: event.id,
      type: event.type,
      livemode: event.livemode,
      createdAt: new Date(event.created * 1000),
      receivedAt: ctx.now,
    },
    skipDuplicates: true,
  });
  const row = await ctx.db.stripeEvent.findUniqueOrThrow({ where: { id: event.id }, select: { processedAt: true } });
  if (row.processedAt) return;
  if (event.livemode !== isLiveStripeKey(env().STRIPE_SECRET_KEY)) return finish(ctx, event, 'livemode');
  const subscription = subscriptionOf(event);
  if (!subscription) return finish(ctx, event, 'no_effect');
  await syncSubscription(ctx, subscription, (tx, outcome) => finish(tx, event, outcome === 'synced' ? null : outcome));
}

async function finish(ctx: Context, event: Stripe.Event, ignored: string | null): Promise<void> {
  await transaction(ctx, async (tx) => {
    await tx.db.stripeEvent.update({ where: { id: event.id }, data: { processedAt: ctx.now, ignored } });
    if (ignored && ignored !== 'no_effect')
      await recordAudit(tx, 'stripe_event.ignored', event.id, { type: event.type, reason: ignored });
  });
}

/** The subscription an event speaks of, whose state is then read from Stripe; the event's own copy of it is never used. */
function subscriptionOf(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.trial_will_end':
    case 'customer.subscription.pending_update_applied':
    case 'customer.subscription.pending_update_expired':
      return event.data.object.id;
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return idOf(event.data.object.subscription);
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.finalization_failed':
      return idOf(event.data.object.parent?.subscription_details?.subscription ?? null);
    default:
      return null;
  }
}

const badSignature = () => new DomainError('malformed', 'The signature does not fit.');
