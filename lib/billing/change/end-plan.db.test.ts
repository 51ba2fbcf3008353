import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { buyer } from '#lib/testing/buyer.ts';
import '#lib/testing/database.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { changePlan } from './change-plan.ts';
import { cancelPlan, resumePlan } from './end-plan.ts';
import { previewPlanChange } from './preview.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

test('cancels for the end of the paid period with a reason, and resumes in one request', async () => {
  const { ctx, remote, subjects, audited } = await buyer(shop);
  const cancelled = await cancelPlan(ctx, { reason: 'too_expensive', comment: 'Too much for us' });
  const end = cancelled.subscription?.current_period_end ?? '';
  expect(cancelled.subscription).toMatchObject({ status: 'active', cancel_at: end });
  expect((await remote()).cancellation_details).toMatchObject({
    feedback: 'too_expensive',
    comment: 'Too much for us',
  });
  expect(await cancelPlan(ctx, {}), 'again').toMatchObject({ subscription: { cancel_at: end } });
  expect(await resumePlan(ctx)).toMatchObject({ subscription: { cancel_at: null } });
  expect(await subjects()).toEqual(
    expect.arrayContaining([`Your plan ends on ${customerDay(new Date(end))}`, 'Your plan continues: Starter']),
  );
  expect(await audited()).toEqual(['subscription.cancelled', 'subscription.resumed']);
});

test('resumes a plan that the portal cancelled, which sets cancel_at alone', async () => {
  const { ctx, id, remote } = await buyer(shop);
  const end = (await remote()).items.data[0]?.current_period_end ?? 0;
  await shop.stripe.subscriptions.update(id, { cancel_at: end });
  expect(await resumePlan(ctx)).toMatchObject({ subscription: { cancel_at: null } });
});

test('records what the customer did once, and a cancellation at Stripe in the sync', async () => {
  const { ctx, id, user, sync } = await buyer(shop);
  const { subscription } = await cancelPlan(ctx, {});
  await sync();
  await resumePlan(ctx);
  await sync();
  const own = { subscription: id };
  const end = subscription?.current_period_end;
  const later = Math.floor(Date.parse(end ?? '') / 1000) + 86_400;
  await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await sync();
  await sync();
  await shop.stripe.subscriptions.update(id, { cancel_at: later });
  await sync();
  await shop.stripe.subscriptions.update(id, { cancel_at: '' });
  await sync();
  const where = { targetId: user.id, action: { startsWith: 'subscription.' } };
  const [, ...events] = await db().auditEvent.findMany({ where, orderBy: { id: 'asc' } });
  const moved = new Date(later * 1000).toISOString();
  const synced = (before: unknown, after: unknown) => ({
    action: 'subscription.synced',
    data: { before: { cancel_at: before }, after: { cancel_at: after } },
  });
  expect(events.map(({ action, data }) => ({ action, data }))).toMatchObject([
    { action: 'subscription.cancelled', data: { ...own, cancel_at: end } },
    { action: 'subscription.resumed', data: own },
    synced(null, end),
    synced(end, moved),
    synced(moved, null),
  ]);
});

test('drops a scheduled change and a waiting one when the plan is cancelled', async () => {
  const { ctx, customer, remote } = await buyer(shop);
  const less = { plan: 'personal', interval: 'month', quantity: 1 } as const;
  const shown = await previewPlanChange(ctx, less);
  await changePlan(ctx, { ...less, proration_date: shown.proration_date, today: 0, then: shown.then.amount });
  expect(await cancelPlan(ctx, {})).toMatchObject({ scheduled: null });
  await resumePlan(ctx);
  await shop.control('card', { customer, state: 'bad' });
  const more = { plan: 'scale', interval: 'month', quantity: 1 } as const;
  const { proration_date, today, then } = await previewPlanChange(ctx, more);
  await changePlan(ctx, { ...more, proration_date, today: today.amount, then: then.amount });
  expect(await cancelPlan(ctx, {})).toMatchObject({ waiting: null, subscription: { cancel_at: expect.any(String) } });
  expect(await remote()).toMatchObject({ pending_update: null, schedule: null, cancel_at_period_end: true });
});

test('ends a subscription at once while its payment is past due, with the mail of the sync, and no undo', async () => {
  const { ctx, id, user, audited, subjects } = await buyer(shop);
  await shop.control('status', { subscription: id, status: 'past_due' });
  expect(await cancelPlan(ctx, {})).toMatchObject({ subscription: null });
  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  expect(await db().fuzzyKey.findFirst({ where: { accountId: user.id } })).toMatchObject({
    deletedAt: expect.any(Date),
  });
  expect(await audited()).toEqual(['subscription.cancelled']);
  expect((await subjects()).filter((subject) => /end/.test(subject))).toHaveLength(1);
  await expect(resumePlan(ctx)).rejects.toMatchObject({ code: 'conflict' });
});
