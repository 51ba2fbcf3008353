import type Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { log } from '#lib/base/log.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { findRun } from '#lib/billing/revenue/runs.ts';
import { isMissingAtStripe } from '#lib/billing/stripe/client.ts';
import { EVENTS } from '#lib/billing/stripe/setup.ts';
import { handleStripeEvent } from '#lib/billing/sync/webhook.ts';

/** Events are handled within seconds. An event that is still unprocessed after this time was missed. */
export const UNDELIVERED_AFTER_MS = 10 * 60_000;
/** Stripe keeps events for 30 days. */
const KEPT_MS = 30 * DAY;
/** The overlap of two sweeps: the list that the last sweep got from Stripe may have lacked the newest events. */
const OVERLAP_MS = HOUR;

/** Whether an event of this type has an effect, so that Stripe delivers it to our webhook. */
export const isHandledEvent = ({ type }: Stripe.Event): boolean => (EVENTS as readonly string[]).includes(type);

/**
 * The time from which the next sweep reads events; null if no sweep ran yet, or if Stripe no longer has all events
 * since the last sweep.
 */
export async function findSweepStart(ctx: Context): Promise<Date | null> {
  const last = await findRun(ctx, 'sweep');
  const start = last && last.ranAt.getTime() - OVERLAP_MS;
  return start !== null && start > ctx.now.getTime() - KEPT_MS ? new Date(start) : null;
}

/** What a sweep did: how many events it handled, and the ids of the events that failed and will be tried again. */
export type CaughtUp = { events: number; failed: string[] };

/**
 * Handles events that arrived but were not processed, and events at Stripe since `start` (null: all that Stripe still
 * has) that never arrived.
 */
export async function catchUpEvents(ctx: Context, start: Date | null): Promise<CaughtUp> {
  const done: CaughtUp = { events: 0, failed: [] };
  const handle = (id: string, find: () => Promise<Stripe.Event | null>) =>
    attempt(done.failed, id, async () => {
      const event = await find();
      if (!event) await giveUp(ctx, id);
      else if (await handleStripeEvent(ctx, event)) done.events += 1;
    });
  const before = new Date(ctx.now.getTime() - UNDELIVERED_AFTER_MS);
  const undone = await ctx.db.stripeEvent.findMany({
    where: { processedAt: null, receivedAt: { lt: before } },
    select: { id: true },
  });
  for (const { id } of undone) await handle(id, () => retrieveEvent(ctx, id));
  const from = start?.getTime() ?? ctx.now.getTime() - KEPT_MS;
  const created = { gte: Math.floor(from / 1000), lt: Math.floor(before.getTime() / 1000) };
  for await (const event of ctx.stripe().events.list({ created, limit: 100 }))
    if (isHandledEvent(event)) await handle(event.id, async () => event);
  return done;
}

/** Marks an event that Stripe no longer has as processed: reconcile reads the objects that it named. */
async function giveUp(ctx: Context, id: string): Promise<void> {
  await ctx.db.stripeEvent.update({ where: { id }, data: { processedAt: ctx.now, ignored: 'gone' } });
}

/** An event as Stripe has it; null if Stripe no longer has it. */
async function retrieveEvent(ctx: Context, id: string): Promise<Stripe.Event | null> {
  try {
    return await ctx.stripe().events.retrieve(id);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

/** Runs `work`. If it fails, logs the error and adds `id` to `failed`, so that the remaining work continues. */
export async function attempt(failed: string[], id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log().error({ err: error, id }, 'billing check step failed');
    failed.push(id);
  }
}
