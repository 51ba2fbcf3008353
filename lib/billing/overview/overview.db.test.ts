import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { adminContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { resolveAlert, raiseAlert } from '#lib/billing/sync/alerts.ts';
import { warnOfExpiringCards } from '#lib/billing/sync/cards.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { listFlagged, listUserSubscriptions } from './review-queue.ts';
import { requestReconcile, syncNow } from '#lib/billing/reconcile/admin-sync.ts';
import { getBilling, getBillingOf } from './overview.ts';
import { openBillingPortal } from '#lib/billing/purchase/portal.ts';
import { reconcile } from '#lib/billing/reconcile/reconcile.ts';
import { BillingQuery } from '#lib/billing/schema.ts';
import { setUpStripe } from '#lib/billing/stripe/setup.ts';
import { smokeStripe } from '#lib/billing/stripe/smoke.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const DAY = 86_400;
const withStripe = () => ({ stripe: () => shop.stripe });
const system = () => systemContext(db(), withStripe());
const admin = () => adminContext(db(), undefined, withStripe());
const page = async (url: string | null) => (await fetch(url ?? '')).text();

async function subscriber(plan: 'personal' | 'starter' | 'scale' = 'starter') {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, withStripe());
  const url = await startPurchase(ctx, { plan, interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await readAndSync(system(), id);
  const { stripeCustomerId } = await db().account.findUniqueOrThrow({ where: { id: user.id } });
  return { user, ctx, id, customer: stripeCustomerId ?? '' };
}

test('shows a live plan with its next charge including VAT, its card and its invoices', async () => {
  const { ctx, id } = await subscriber();
  const { items } = await shop.stripe.subscriptions.retrieve(id);
  const end = new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString();
  expect(await getBilling(ctx)).toMatchObject({
    stripe: 'ok',
    is_manual: false,
    subscription: { status: 'active', plan: 'starter', interval: 'month', quantity: 1, current_period_end: end },
    next_charge: { amount: 3000, currency: 'gbp', at: end },
    open_invoice: null,
    card: { brand: 'visa', last4: '4242' },
    invoices: [{ amount: 3000, status: 'paid', pdf_url: expect.stringMatching(/\/pdf$/) }],
  });
});

test('shows an admin what its customer sees of the plan and the invoices', async () => {
  const { user, ctx } = await subscriber();
  const billing = await getBillingOf(admin(), user.id);
  expect(billing).toEqual(await getBilling(ctx));
  expect(billing.invoices).toHaveLength(1);
  await expect(getBillingOf(admin(), crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' });
});

test('shows no next charge after a cancellation or while collection is paused, and only stored facts while Stripe is unavailable (R6)', async () => {
  const { user, ctx, id } = await subscriber();
  for (const [pause, charge] of [
    [{ behavior: 'void' }, null],
    ['', expect.objectContaining({ amount: 3000 })],
  ] as const) {
    await shop.stripe.subscriptions.update(id, { pause_collection: pause });
    await readAndSync(system(), id);
    expect((await getBilling(ctx)).next_charge).toEqual(charge);
  }
  await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await readAndSync(system(), id);
  const view = await getBilling(ctx);
  expect(view).toMatchObject({ stripe: 'ok', next_charge: null, subscription: { cancel_at: expect.any(String) } });
  expect(view.subscription?.cancel_at).toBe(view.subscription?.current_period_end);
  const away = subscriberContext(db(), user, { stripe: () => shop.away });
  expect(await getBilling(away)).toEqual({
    ...view,
    stripe: 'unavailable',
    next_charge: null,
    open_invoice: null,
    card: null,
    invoices: null,
  });
  await db().account.update({ where: { id: user.id }, data: { stripeCustomerId: unique('cus_gone') } });
  expect(await getBilling(ctx)).toMatchObject({ stripe: 'unknown', subscription: { status: 'active' } });
});

test('shows the open invoice with its next attempt while past due or unpaid, and links to its payment page', async () => {
  const { ctx, id, customer } = await subscriber();
  await shop.control('card', { customer, state: 'bad' });
  await shop.control('advance', { seconds: 32 * DAY });
  await readAndSync(system(), id);
  expect(await getBilling(ctx)).toMatchObject({
    subscription: { status: 'past_due' },
    open_invoice: { amount: 3000, currency: 'gbp', next_attempt: expect.any(String) },
  });
  expect(await page(await openBillingPortal(ctx, { flow: 'pay' }))).toContain('Pay with another card');
  await db().subscription.update({ where: { stripeSubscriptionId: id }, data: { status: 'unpaid' } });
  expect(await getBilling(ctx)).toMatchObject({ subscription: { status: 'unpaid' }, open_invoice: { amount: 3000 } });
  expect(await page(await openBillingPortal(ctx, { flow: 'pay' }))).toContain('Pay with another card');
  await shop.stripe.subscriptions.cancel(id);
});

test('shows either no plan or a manual plan to a user without a Stripe customer, and opens no portal', async () => {
  const free = await createUserRow(db());
  const nothing = { stripe: 'none', is_manual: false, subscription: null, next_charge: null, invoices: null };
  expect(await getBilling(subscriberContext(db(), free))).toMatchObject(nothing);
  await createKeyRow(db(), { accountId: free.id });
  expect(await getBilling(subscriberContext(db(), free))).toMatchObject({ ...nothing, is_manual: true });
  expect(await openBillingPortal(subscriberContext(db(), free, withStripe()), { flow: 'cancel' })).toBeNull();
});

test('opens the portal at the requested step, or at its first page if there is nothing to do', async () => {
  const { ctx, id } = await subscriber();
  expect(await page(await openBillingPortal(ctx))).toContain('Manage your subscription');
  expect(await page(await openBillingPortal(ctx, { flow: 'card' }))).toContain('Change your card');
  expect(await openBillingPortal(ctx, { flow: 'cancel' })).toBe('http://localhost:8080/plan?cancel=1');
  const change = { flow: 'change', plan: 'scale', interval: 'year', quantity: 2 } as const;
  expect(await openBillingPortal(ctx, change)).toBe('http://localhost:8080/plan?plan=scale&interval=year&quantity=2');
  expect(await page(await openBillingPortal(ctx, { flow: 'pay' })), 'all paid').toContain('Manage your subscription');
  await shop.stripe.subscriptions.cancel(id);
});

test.each([
  [{}, { flow: null }],
  [{ flow: 'cancel' }, { flow: 'cancel' }],
  [
    { flow: 'change', plan: 'scale', interval: 'year', quantity: '3' },
    { flow: 'change', plan: 'scale', interval: 'year', quantity: 3 },
  ],
  [{ flow: 'change', plan: 'scale', interval: 'year', quantity: '0' }, null],
  [{ flow: 'change' }, null],
  [{ flow: 'refund' }, null],
])('reads the query %j of /billing as %j (S61)', (query, visit) => {
  expect(BillingQuery.safeParse(query).data ?? null).toEqual(visit);
});

test('mails once about a card that expires before the next charge, and not about other cards', async () => {
  const soon = await subscriber();
  const later = await subscriber();
  // On a fixed day, because the end of the month, when the card expires, may be more than 30 days away.
  const now = new Date('2026-10-15T12:00:00Z');
  const job = () => warnOfExpiringCards(systemContext(db(), { ...withStripe(), now }));
  const periodEnd = (stripeSubscriptionId: string, days: number) =>
    db().subscription.update({
      where: { stripeSubscriptionId },
      data: { currentPeriodEnd: new Date(now.getTime() + days * DAY * 1000) },
    });
  await shop.control('card', { customer: soon.customer, exp_month: 10, exp_year: 2026 });
  await periodEnd(soon.id, 29.9);
  await periodEnd(later.id, 10);
  expect(await job()).toEqual({ warned: 1 });
  expect(await job()).toEqual({ warned: 0 });
  const where = { stripeSubscriptionId: soon.id };
  expect((await db().subscription.findUniqueOrThrow({ where })).cardNotice).toMatch(/^pm_\w+ \d\d\/\d{4}$/);
});

test('repairs and reports differing rows, skips demo rows, and allows two reconciles at a time (R5)', async () => {
  const { id } = await subscriber();
  const lost = await subscriber();
  await db().subscription.update({ where: { stripeSubscriptionId: id }, data: { quantity: 9, status: 'canceled' } });
  await db().fuzzyKey.deleteMany({ where: { accountId: lost.user.id } });
  const demo = await createUserRow(db());
  await createSubscriptionRow(db(), { accountId: demo.id, stripeSubscriptionId: unique('sub_gone') });
  await createSubscriptionRow(db(), { accountId: demo.id, stripeSubscriptionId: `sub_demo_${unique('x')}` });
  const [first, second] = await Promise.all([reconcile(system(), 0), reconcile(system())]);
  expect([...first.mended, ...second.mended]).toEqual(expect.arrayContaining([id, lost.id]));
  expect(first).toMatchObject({ demo: 1, failed: [], missing: [expect.stringContaining('sub_gone')] });
  expect(await db().fuzzyKey.count({ where: { accountId: lost.user.id } })).toBe(1);
  const again = await reconcile(system(), 0);
  expect(again).toMatchObject({ mended: [], unknown: [], failed: [] });
  expect(again.checked).toBeGreaterThan(1);
  expect(await db().billingAlert.count({ where: { kind: 'missing_at_stripe' } })).toBe(1);
});

test('handles undelivered events in a reconcile', async () => {
  const { customer, user } = await subscriber();
  await shop.control('delete-customer', { customer });
  await shop.control('advance', { seconds: 3600 }); // an event counts as missed only after ten minutes
  const later = systemContext(db(), { ...withStripe(), now: shop.now() });
  expect((await reconcile(later, 0)).events).toBeGreaterThan(0);
  expect(await db().account.findUnique({ where: { id: user.id } })).toMatchObject({ stripeCustomerId: null });
  expect((await reconcile(later, 0)).events).toBe(0);
});

test('lists flags and alerts with advice, and resolves an alert once', async () => {
  const user = await createUserRow(db());
  const odd = await createSubscriptionRow(db(), { accountId: user.id, flags: ['unknown_price', 'several_items'] });
  const subject = unique('dp_test');
  await raiseAlert(system(), { kind: 'dispute', subject, accountId: user.id });
  const { flagged } = await listFlagged(admin());
  const mine = flagged.filter((row) => row.user?.id === user.id);
  expect(mine.map(({ kind }) => kind).toSorted()).toEqual(['dispute', 'several_items', 'unknown_price']);
  expect(mine.every(({ what, todo }) => what.length > 20 && todo.length > 20)).toBe(true);
  const alert = mine.find(({ kind }) => kind === 'dispute');
  expect(alert?.stripe_url, 'the emulator has no dashboard').toBeNull();
  const id = alert?.alert_id ?? '';
  expect(await resolveAlert(admin(), { id })).toEqual({ status: 'ok' });
  await expect(resolveAlert(admin(), { id })).rejects.toMatchObject({ code: 'not_found' });
  await raiseAlert(system(), { kind: 'dispute', subject, accountId: user.id });
  const after = (await listFlagged(admin())).flagged.filter((row) => row.user?.id === user.id);
  expect(after.map(({ kind }) => kind)).not.toContain('dispute');
  const auditLog = await db().auditEvent.findMany({ where: { targetId: user.id }, orderBy: { id: 'asc' } });
  expect(auditLog.map(({ action }) => action)).toEqual(['billing_alert.raised', 'billing_alert.resolved']);
  expect(await listUserSubscriptions(admin(), { id: user.id })).toMatchObject({
    subscriptions: [{ stripe_subscription_id: odd.stripeSubscriptionId, flags: ['unknown_price', 'several_items'] }],
  });
});

test('counts every flag and alert, although it lists only the newest of each', async () => {
  const { total: before } = await listFlagged(admin());
  const user = await createUserRow(db());
  const data = Array.from({ length: 600 }, (_, n) => ({
    kind: 'refund',
    subject: unique('ch_test'),
    createdAt: new Date(n),
    accountId: user.id,
  }));
  await db().billingAlert.createMany({ data });
  await createSubscriptionRow(db(), { accountId: user.id, flags: ['unknown_price', 'several_items'] });
  await createSubscriptionRow(db(), { accountId: user.id, status: 'canceled', flags: ['unknown_price'] });
  const { flagged, total } = await listFlagged(admin());
  expect(total).toBe(before + 602);
  expect(flagged.length).toBeLessThan(total);
  await db().billingAlert.deleteMany({ where: { accountId: user.id } });
});

test('lets an admin sync one subscription or queue a reconcile', async () => {
  const { id } = await subscriber();
  await db().subscription.update({ where: { stripeSubscriptionId: id }, data: { quantity: 9 } });
  expect(await syncNow(admin(), { subscription: id })).toEqual({ status: 'ok' });
  expect(await db().subscription.findUnique({ where: { stripeSubscriptionId: id } })).toMatchObject({ quantity: 1 });
  await expect(syncNow(admin(), { subscription: 'sub_nobody' })).rejects.toMatchObject({ code: 'not_found' });
  await requestReconcile(admin());
  const jobs = await db().$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE name = 'billing.reconcile'`;
  expect(jobs).toHaveLength(1);
});

test('changes nothing in a second setup, replaces an inactive or wrong price, and passes the smoke test', async () => {
  const other = await startPausedEmulator();
  try {
    const { stripe } = other;
    const appUrl = 'http://localhost:8080';
    const first = await setUpStripe(stripe, appUrl);
    expect(first.webhookSecret).toMatch(/^whsec_/);
    expect(first.done).toEqual(['billing portal configuration', `webhook endpoint ${appUrl}/api/webhooks/stripe`]);
    expect(await setUpStripe(stripe, appUrl)).toEqual({ done: [], webhookSecret: null });
    const price = await other.priceOf('scale_monthly');
    await stripe.prices.update(price, { active: false });
    expect((await setUpStripe(stripe, appUrl)).done).toEqual(['price scale_monthly']);
    expect(await other.priceOf('scale_monthly')).not.toBe(price);
    const right = await stripe.prices.retrieve(await other.priceOf('starter_yearly'));
    const wrong = await stripe.prices.create({
      product: right.product as string,
      currency: 'gbp',
      unit_amount: 1,
      recurring: { interval: 'year' },
      tax_behavior: 'exclusive',
      lookup_key: 'starter_yearly',
      transfer_lookup_key: true,
    });
    expect(await other.priceOf('starter_yearly')).toBe(wrong.id);
    expect((await setUpStripe(stripe, appUrl)).done).toEqual(['price starter_yearly']);
    const mended = await stripe.prices.retrieve(await other.priceOf('starter_yearly'));
    expect([mended.unit_amount, mended.id === wrong.id]).toEqual([right.unit_amount, false]);
    expect((await stripe.prices.retrieve(wrong.id)).lookup_key).toBeNull();
    expect((await smokeStripe(stripe, appUrl)).filter(({ error }) => error !== null)).toEqual([]);
  } finally {
    await other.close();
  }
});
