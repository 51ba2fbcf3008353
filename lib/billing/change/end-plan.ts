import type { Context, Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { customerDay } from '#lib/base/text/format.ts';
import type { CancelInput } from '#lib/billing/schema.ts';
import { SOON } from '#lib/billing/stripe/client.ts';
import { factsOf } from '#lib/billing/stripe/stripe-subscription.ts';
import type { PlanView } from '#lib/billing/views.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { askForChange } from './ask-for-change.ts';
import { readOwn } from './own-subscription.ts';
import { getPlan } from './plan.ts';
import { dropPlanned } from './schedule.ts';
import { settle } from './settle.ts';

/**
 * Ends the caller's subscription at the end of the paid period, or at once while its payment is past due: that period is
 * not paid, and there is no undo. Throws `conflict`, `unavailable` and `rate_limited`.
 */
export async function cancelPlan(ctx: Context<Member>, { reason, comment }: CancelInput): Promise<PlanView> {
  await consumeLimit('plan_change_account', ctx.actor.accountId);
  return askForChange(ctx, async () => {
    const { remote } = await readOwn(ctx);
    const { cancelAt, currentPeriodEnd } = factsOf(remote);
    const details = { ...(reason && { feedback: reason }), ...(comment && { comment }) };
    const params = Object.keys(details).length ? { cancellation_details: details } : {};
    const data = { reason: reason ?? null };
    const { subscriptions } = ctx.stripe();
    if (remote.status === 'past_due') {
      await subscriptions.cancel(remote.id, params, SOON);
      // The sync mails that the subscription has ended.
      return settle(ctx, remote.id, { action: 'subscription.cancelled', data: { ...data, at_once: true }, mail: null });
    }
    if (cancelAt) return getPlan(ctx);
    await dropPlanned(ctx, remote);
    await subscriptions.update(remote.id, { cancel_at_period_end: true, ...params }, SOON);
    const mail = { what: 'cancelled', on: customerDay(currentPeriodEnd), charged: null } as const;
    return settle(ctx, remote.id, { action: 'subscription.cancelled', data, mail });
  });
}

/** Takes a cancellation back, in one request to Stripe. Throws like `cancelPlan`. */
export async function resumePlan(ctx: Context<Member>): Promise<PlanView> {
  await consumeLimit('plan_change_account', ctx.actor.accountId);
  return askForChange(ctx, async () => {
    const { remote } = await readOwn(ctx);
    if (!factsOf(remote).cancelAt) return getPlan(ctx);
    if (remote.status === 'past_due')
      throw new DomainError('conflict', 'This plan cannot be resumed, because its last invoice is not paid.');
    // The portal sets cancel_at and leaves cancel_at_period_end false: each is cleared by its own parameter.
    const params = remote.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const };
    await ctx.stripe().subscriptions.update(remote.id, params, SOON);
    const mail = { what: 'resumed', on: null, charged: null } as const;
    return settle(ctx, remote.id, { action: 'subscription.resumed', mail });
  });
}
