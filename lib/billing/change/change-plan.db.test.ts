import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanChangeQuery } from '#lib/billing/schema.ts';
import { servedUntilPaid } from '#lib/billing/stripe/stripe-subscription.ts';
import type { Context, Member } from '#lib/base/context.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { db } from '#lib/base/db/db.ts';
import { subscriberContext } from '#lib/testing/context.ts';
import { buyer } from '#lib/testing/buyer.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { changePlan, dropPlannedChange } from './change-plan.ts';
import { getPlan } from './plan.ts';
import { previewPlanChange } from './preview.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const SCALE: PlanChangeQuery = { plan: 'scale', interval: 'month', quantity: 1 };
const PERSONAL: PlanChangeQuery = { plan: 'personal', interval: 'month', quantity: 1 };

/** Confirms a change for the amounts of its preview. */
async function confirm(ctx: Context<Member>, change: PlanChangeQuery) {
  const { proration_date, today, then } = await previewPlanChange(ctx, change);
  return changePlan(ctx, { ...change, proration_date, today: today.amount, then: then.amount });
}

describe('a change that costs more', () => {
  test('is charged at once, and the key follows', async () => {
    const { ctx, remote, key, mails, subjects, audited } = await buyer(shop);
    const preview = await previewPlanChange(ctx, SCALE);
    expect(preview).toMatchObject({ holds: 'now', today: { amount: 3000 }, next: { amount: 6000 } });
    expect(await confirm(ctx, SCALE)).toMatchObject({ outcome: 'changed', plan: { subscription: { plan: 'scale' } } });
    expect((await remote()).latest_invoice).toMatchObject({ status: 'paid', amount_paid: 3000 });
    expect(await key()).toMatchObject({ rankId: 75 });
    expect(await subjects()).toContain('You are on Scale now');
    const text = (await mails()).at(-1)?.text;
    expect(text).toContain('100,000 emails a day (200,000 requests)');
    expect(text).toContain(`£60.00 on ${customerDay(new Date(preview.next.at))}`);
    expect(await audited()).toEqual(['subscription.changed']);
  });

  test('leaves key and limits as they were until its invoice is paid, a year included', async () => {
    const { ctx, customer, remote, key, sync, subjects } = await buyer(shop, { plan: 'personal', interval: 'year' });
    await shop.control('card', { customer, state: 'bad' });
    const most: PlanChangeQuery = { plan: 'scale', interval: 'year', quantity: 100 };
    const { outcome, plan } = await confirm(ctx, most);
    expect(outcome).toBe('unpaid');
    expect(plan).toMatchObject({ subscription: { plan: 'personal' }, waiting: { plan: 'scale', quantity: 100 } });
    expect(await key()).toMatchObject({ rankId: 20, quantity: 1 });
    expect(await subjects()).toContain('Your change to Scale × 100 waits for its payment');
    const page = plan.waiting?.page_url ?? '';
    await fetch(page, { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' });
    await sync();
    expect(await key()).toMatchObject({ rankId: 75, quantity: 100 });
    expect((await remote()).pending_update).toBeNull();
  });

  test('sends a person whose bank asks to the page of the invoice, and can be dropped there', async () => {
    const { ctx, customer, remote, subjects } = await buyer(shop);
    await shop.control('card', { customer, state: 'needs-action' });
    const { plan } = await confirm(ctx, SCALE);
    expect(plan.waiting).toMatchObject({ amount: 3000, page_url: expect.stringContaining('/i/') as string });
    expect(await dropPlannedChange(ctx)).toMatchObject({ waiting: null, subscription: { plan: 'starter' } });
    expect(await remote()).toMatchObject({ pending_update: null, latest_invoice: { status: 'void' } });
    expect(await subjects()).toContain('You stay on Starter');
  });

  test('is a longer interval, too, whose credit pays later invoices', async () => {
    const { ctx } = await buyer(shop);
    await confirm(ctx, { plan: 'scale', interval: 'month', quantity: 4 });
    const preview = await previewPlanChange(ctx, { plan: 'personal', interval: 'year', quantity: 1 });
    expect(preview).toMatchObject({ holds: 'now', today: { amount: 0 }, then: { amount: 10_080, interval: 'year' } });
    expect(preview.today.lines.map(({ description }) => description)).toEqual([
      expect.stringContaining('Unused time'),
      expect.stringContaining('1 × Personal'),
      'VAT',
      'Credit carried forward',
    ]);
    expect(preview.next).toMatchObject({
      amount: 0,
      lines: expect.arrayContaining([{ description: 'Credit from before', amount: -10_080 }]) as object,
    });
  });

  test.each(['debit', 'slow-card'])('keeps the old limits until the money of a %s arrives', async (method) => {
    const { ctx, customer, remote, key, sync } = await buyer(shop);
    await shop.control('card', { customer, method });
    expect(await confirm({ ...ctx, now: shop.now() }, SCALE)).toMatchObject({
      outcome: 'unpaid',
      plan: { subscription: { plan: 'starter' } },
    });
    await sync();
    expect((await remote()).items.data[0]?.price.lookup_key).toBe('scale_monthly');
    expect(await key()).toMatchObject({ rankId: 50 });
    await shop.control('advance', { seconds: 6 * 86_400 });
    await sync();
    expect(await key()).toMatchObject({ rankId: 75 });
  });
});

describe('any other change', () => {
  test('waits for the end of the paid period, and can be dropped', async () => {
    const { ctx, remote, key, subjects, audited } = await buyer(shop);
    expect(await previewPlanChange(ctx, PERSONAL)).toMatchObject({
      holds: 'period_end',
      today: { amount: 0, lines: [] },
      next: { amount: 840 },
      then: { amount: 840 },
    });
    const end = new Date(((await remote()).items.data[0]?.current_period_end ?? 0) * 1000).toISOString();
    expect(await confirm(ctx, PERSONAL)).toMatchObject({
      outcome: 'scheduled',
      plan: { subscription: { plan: 'starter' }, scheduled: { plan: 'personal', quantity: 1, at: end } },
    });
    expect(await key()).toMatchObject({ rankId: 50 });
    expect(await dropPlannedChange(ctx)).toMatchObject({ scheduled: null, subscription: { plan: 'starter' } });
    expect(await subjects()).toEqual(
      expect.arrayContaining([`You change to Personal on ${customerDay(new Date(end))}`, 'You stay on Starter']),
    );
    expect(await audited()).toEqual(['subscription.change_scheduled', 'subscription.change_dropped']);
  });

  test('is replaced by the next change', async () => {
    const { ctx, remote } = await buyer(shop);
    await confirm(ctx, PERSONAL);
    await confirm(ctx, { plan: 'personal', interval: 'month', quantity: 2 });
    expect(await getPlan(ctx)).toMatchObject({ scheduled: { plan: 'personal', quantity: 2 } });
    expect(await confirm(ctx, SCALE)).toMatchObject({ outcome: 'changed', plan: { scheduled: null } });
    expect((await remote()).schedule).toBeNull();
  });

  test('is a shorter interval, whose first month is charged when the year ends', async () => {
    const { ctx, remote } = await buyer(shop, { interval: 'year' });
    const preview = await previewPlanChange(ctx, { plan: 'starter', interval: 'month', quantity: 1 });
    const end = (await remote()).items.data[0]?.current_period_end ?? 0;
    expect(preview).toMatchObject({
      holds: 'period_end',
      next: { amount: 3000, at: new Date(end * 1000).toISOString() },
      then: { amount: 3000, interval: 'month' },
    });
  });
});

test('shows the price itself after an upgrade, and lines that add up (credit and unused time included)', async () => {
  const { ctx, sync, id } = await buyer(shop);
  // As the seller may do at Stripe: the difference is charged with the next invoice.
  await shop.stripe.subscriptions.update(id, {
    items: [{ id: await shop.itemOf(id), price: await shop.priceOf('scale_monthly') }],
  });
  await sync();
  const preview = await previewPlanChange(ctx, { plan: 'starter', interval: 'month', quantity: 1 });
  expect(preview.then).toEqual({ amount: 3000, interval: 'month' });
  for (const { amount, lines } of [preview.today, preview.next])
    expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
  expect(preview.next.amount).toBe(6000);
});

describe('changes nothing', () => {
  test('if the amounts are not those that were shown, and returns the present ones', async () => {
    const { ctx, remote } = await buyer(shop);
    const { proration_date, today, then } = await previewPlanChange(ctx, SCALE);
    const wrong = { ...SCALE, proration_date, today: today.amount - 1, then: then.amount };
    expect(await changePlan(ctx, wrong)).toMatchObject({ outcome: 'differs', preview: { today: { amount: 3000 } } });
    const late = { ...SCALE, proration_date: proration_date - 20 * 86_400, today: today.amount, then: then.amount + 1 };
    expect(await changePlan(ctx, late)).toMatchObject({ outcome: 'differs' });
    expect((await remote()).items.data[0]?.price.lookup_key).toBe('starter_monthly');
  });

  test('for a subscription with several items, which only the seller can change', async () => {
    const { ctx, id } = await buyer(shop);
    await shop.stripe.subscriptions.update(id, { items: [{ price: await shop.priceOf('personal_monthly') }] });
    await expect(previewPlanChange(ctx, SCALE)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This subscription is managed by us. Please contact support.',
    });
  });

  test('while the last payment failed, while the plan ends, and without a subscription', async () => {
    const { ctx, id, customer } = await buyer(shop);
    await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await expect(previewPlanChange(ctx, SCALE)).rejects.toThrow('Resume it first');
    await shop.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await shop.control('card', { customer, state: 'bad' });
    await shop.control('status', { subscription: id, status: 'past_due' });
    await expect(previewPlanChange(ctx, SCALE)).rejects.toThrow('Pay the open invoice first');
    await expect(confirm(ctx, { plan: 'starter', interval: 'month', quantity: 1 })).rejects.toMatchObject({
      code: 'conflict',
    });
    const stranger = subscriberContext(db(), await createUserRow(db()), { stripe: () => shop.stripe });
    await expect(previewPlanChange(stranger, SCALE)).rejects.toMatchObject({ code: 'conflict' });
    const away = { ...ctx, stripe: () => shop.away };
    await expect(previewPlanChange(away, SCALE)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await getPlan(away)).toMatchObject({ stripe: 'unavailable', subscription: { plan: 'starter' } });
  });

  test.each([
    [{ type: 'StripeCardError' as const, code: 'card_declined' }, 'Your card was declined'],
    [{ type: 'StripeInvalidRequestError' as const, code: undefined }, 'managed by us'],
  ])('and names the refusal %j of Stripe', async ({ type }, text) => {
    const { ctx } = await buyer(shop);
    const { proration_date, today, then } = await previewPlanChange(ctx, SCALE);
    const refused = refusing(ctx, type);
    const input = { ...SCALE, proration_date, today: today.amount, then: then.amount };
    await expect(changePlan(refused, input)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(text) as string,
    });
  });
});

/** A context whose Stripe refuses each update of a subscription. */
function refusing(ctx: Context<Member>, type: 'StripeCardError' | 'StripeInvalidRequestError'): Context<Member> {
  const stripe = Object.create(shop.stripe) as typeof shop.stripe;
  const subscriptions = Object.create(shop.stripe.subscriptions) as typeof shop.stripe.subscriptions;
  const Refusal = Stripe.errors[type];
  subscriptions.update = () => Promise.reject(new Refusal({ message: 'refused', type: 'card_error' } as never));
  Object.defineProperty(stripe, 'subscriptions', { value: subscriptions });
  return { ...ctx, stripe: () => stripe };
}

test('serves at once what the seller changes later, although an older change by debit left its note', () => {
  const at = 1_795_860_000;
  const invoice = (created: number) =>
    ({ status: 'open', amount_due: 1, billing_reason: 'subscription_update', created }) as Stripe.Invoice;
  const remote = (created: number) =>
    ({ latest_invoice: invoice(created), metadata: { served_until_paid: `starter 2 ${at}` } }) as unknown;
  expect(servedUntilPaid(remote(at + 5) as Stripe.Subscription)).toMatchObject({
    plan: { name: 'starter' },
    quantity: 2,
  });
  expect(servedUntilPaid(remote(at + 86_400) as Stripe.Subscription)).toBeNull();
});
