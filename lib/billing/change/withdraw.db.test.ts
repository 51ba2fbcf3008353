import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { customerTime } from '#lib/base/text/format.ts';
import { log } from '#lib/base/log.ts';
import { DAY } from '#lib/base/time.ts';
import type { BuyerInput } from '#lib/billing/schema.ts';
import { handleStripeEvent } from '#lib/billing/sync/webhook.ts';
import { buyer } from '#lib/testing/buyer.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { settleWithdrawal, withdraw } from './withdraw.ts';
import { findLastDayToWithdraw } from './withdrawal-end.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const PRIVATE: BuyerInput = { kind: 'private', po_number: null, invoice_email: null, begin: '1' };
const privateBuyer = () => buyer(shop, { plan: 'personal' }, PRIVATE);
const later = <C extends { now: Date }>(ctx: C, ms: number): C => ({ ...ctx, now: new Date(ctx.now.getTime() + ms) });
const rowOf = (id: string) =>
  db().subscription.findUniqueOrThrow({ where: { stripeSubscriptionId: id }, include: { withdrawal: true } });
const credited = async () =>
  (await shop.events()).flatMap(({ type, data }) => (type === 'credit_note.created' ? [data.object.amount] : []));

test('counts 14 days after the day of the purchase, in the time zone of the seller', async () => {
  const lastDay = (startedAt: string, now: string, zone = 'Europe/London') => {
    const bought = { startedAt: new Date(startedAt), buyerKind: 'private' };
    return findLastDayToWithdraw({ ...systemContext(db()), now: new Date(now) }, bought, zone);
  };
  expect(await lastDay('2026-11-28T00:00:00Z', '2026-12-12T23:59:59Z')).toBe('2026-12-12');
  expect(await lastDay('2026-11-28T23:59:59Z', '2026-12-12T23:59:59Z')).toBe('2026-12-12');
  expect(await lastDay('2026-11-28T12:00:00Z', '2026-12-13T00:00:00Z')).toBeNull();
  // In summer, London is an hour ahead of UTC: this is the 2nd of July there.
  expect(await lastDay('2026-07-01T23:30:00Z', '2026-07-16T22:59:59Z')).toBe('2026-07-16');
  expect(await lastDay('2026-07-01T23:30:00Z', '2026-07-16T23:00:00Z')).toBeNull();
  // The clocks go back on the 25th of October.
  expect(await lastDay('2026-10-20T12:00:00Z', '2026-11-03T23:59:59Z')).toBe('2026-11-03');
  expect(await lastDay('2026-11-28T03:00:00Z', '2026-12-12T04:59:59Z', 'America/New_York')).toBe('2026-12-11');
});

test('gives a company no right to withdraw', async () => {
  const { ctx, id } = await buyer(shop);
  expect((await rowOf(id)).buyerKind).toBe('company');
  await expect(withdraw(ctx)).rejects.toMatchObject({ code: 'conflict' });
});

test('ends the subscription at once, pays everything back, and mails the time, once', async () => {
  const { ctx, id, user, key, audited } = await privateBuyer();
  const before = await credited();
  const [one, two] = await Promise.all([withdraw(ctx), withdraw(ctx).catch(() => null)]);
  expect([one.subscription, two?.subscription ?? null]).toEqual([null, null]);
  expect(await rowOf(id)).toMatchObject({
    status: 'canceled',
    withdrawal: { askedAt: ctx.now, refund: 'all', amount: 840, currency: 'gbp', settledAt: expect.any(Date) as Date },
  });
  expect((await key()).deletedAt).not.toBeNull();
  expect((await credited()).length).toBe(before.length + 1);
  expect((await credited()).at(-1)).toBe(840);
  await settleWithdrawal(ctx, { subscription: id });
  expect((await credited()).length, 'the job after it').toBe(before.length + 1);
  expect(await audited()).toEqual(['subscription.withdrawn', 'subscription.withdrawal_settled']);
  const mails = await mailsTo(user.email ?? '');
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['You withdrew from your contract for Personal', 'Your key is ready']),
  );
  expect(mails.map(({ subject }) => subject)).not.toContain('Your subscription has ended');
  const time = customerTime(ctx.now);
  expect(mails.find(({ subject }) => subject.startsWith('You withdrew'))?.text).toContain(time);
});

test('works on day 14 and not on day 15', async () => {
  const { ctx, id } = await privateBuyer();
  await db().subscription.updateMany({
    where: { stripeSubscriptionId: id },
    data: { startedAt: new Date('2026-11-28T10:00:00Z') },
  });
  const at = (time: string) => withdraw({ ...ctx, now: new Date(time) });
  await expect(at('2026-12-13T00:00:00Z')).rejects.toMatchObject({ code: 'conflict' });
  expect((await rowOf(id)).withdrawal).toBeNull();
  expect((await at('2026-12-12T23:59:00Z')).subscription).toBeNull();
});

test('keeps the share of the days used where the seller says so, rounded for the buyer', async () => {
  const warn = vi.spyOn(log(), 'warn').mockReturnValue();
  const { ctx, id } = await buyer(shop, { plan: 'scale', interval: 'year' }, PRIVATE);
  await withdraw({ ...later(ctx, 10 * DAY), stripe: () => shop.away });
  await db().withdrawal.update({ where: { subscriptionId: (await rowOf(id)).id }, data: { refund: 'unused' } });
  await settleWithdrawal(systemContext(db(), { stripe: () => shop.stripe }), { subscription: id });
  warn.mockRestore();
  const { withdrawal } = await rowOf(id);
  const paid = 66_000; // £550 and 20 % VAT
  expect(withdrawal?.amount).toBe(paid - Math.floor((paid * 10) / 365));
});

test('holds while Stripe is down: the job ends the subscription and pays back later', async () => {
  const warn = vi.spyOn(log(), 'warn').mockReturnValue();
  const { ctx, id } = await privateBuyer();
  await withdraw({ ...ctx, stripe: () => shop.away });
  const held = await rowOf(id);
  expect(held).toMatchObject({ status: 'active', withdrawal: { askedAt: ctx.now, settledAt: null } });
  await settleWithdrawal(systemContext(db(), { stripe: () => shop.stripe }), { subscription: id });
  expect(await rowOf(id)).toMatchObject({ status: 'canceled', withdrawal: { amount: 840 } });
  warn.mockRestore();
});

test('raises no alert for the refund of a withdrawal, and one for any other', async () => {
  const refundsOf = async (customer: string) => {
    const events = await shop.events();
    for (const event of events.filter(({ type }) => type === 'charge.refunded'))
      await handleStripeEvent(systemContext(db(), { stripe: () => shop.stripe }), event);
    return db().billingAlert.count({ where: { stripeCustomerId: customer, kind: 'refund' } });
  };
  const one = await privateBuyer();
  await withdraw(one.ctx);
  expect(await refundsOf(one.customer)).toBe(0);
  const other = await privateBuyer();
  await shop.control('refund', { subscription: other.id });
  expect(await refundsOf(other.customer)).toBe(1);
});

test('attaches the right to withdraw, with its last day, to the email of a private purchase only', async () => {
  const { user } = await privateBuyer();
  const [welcome] = (await mailsTo(user.email ?? '')).filter(({ subject }) => subject === 'Your key is ready');
  expect(welcome?.text).toContain('£8.40');
  expect(welcome?.attachments?.[0]).toMatchObject({ filename: 'right-to-withdraw.txt' });
  expect(welcome?.attachments?.[0]?.content).toMatch(/until the\nend of \d+ \w+ \d{4}/);
  const company = await buyer(shop);
  const mails = await mailsTo(company.user.email ?? '');
  expect(mails.every(({ attachments }) => attachments === undefined)).toBe(true);
  expect(mails.length).toBeGreaterThan(0);
});
