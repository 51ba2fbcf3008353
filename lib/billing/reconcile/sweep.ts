import type { Context } from '#lib/base/context.ts';
import { log } from '#lib/base/log.ts';
import { noteRun } from '#lib/billing/revenue/runs.ts';
import { catchUpEvents, findSweepStart, type CaughtUp } from './missed-events.ts';
import { reconcile } from './reconcile.ts';

/**
 * The job `billing.sweep`: handles events since the last sweep that no webhook delivered. Reconciles everything if
 * Stripe no longer has all of those events.
 */
export async function sweepEvents(ctx: Context): Promise<CaughtUp> {
  const start = await findSweepStart(ctx);
  const done = start ? await catchUpEvents(ctx, start) : await reconcile(ctx);
  await noteRun(ctx, 'sweep', { events: done.events, failed: done.failed });
  if (done.events || done.failed.length) log().warn(done, 'events swept that no webhook brought');
  return done;
}
