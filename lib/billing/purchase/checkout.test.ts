import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { db } from '#lib/db.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { startPurchase } from './checkout.ts';
import { openBillingPortal } from './portal.ts';

let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => void (shop = await startPausedEmulator()));
afterAll(() => shop.close());

const withStripe = { stripe: () => shop.stripe };

/** A subscriber whose subscription has ended at Stripe, while our row still shows it as live. */
async function formerSubscriber() {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, withStripe);
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await readAndSync(systemContext(db(), withStripe), id);
  await shop.stripe.subscriptions.cancel(id);
  return { ctx, id };
}

test('opens a checkout, and syncs, if the subscription that our row shows as live has ended at Stripe', async () => {
  const { ctx, id } = await formerSubscriber();
  expect(await startPurchase(ctx, { plan: 'scale', interval: 'month', isTest: false })).toContain('/c/pay/');
  const where = { stripeSubscriptionId: id };
  expect(await db().subscription.findUnique({ where })).toMatchObject({ status: 'canceled' });
});

test.each([{ flow: 'change', plan: 'scale', interval: 'year', quantity: 2 } as const, { flow: 'cancel' } as const])(
  'opens the first page of the portal for %j if the subscription has ended at Stripe',
  async (visit) => {
    const { ctx } = await formerSubscriber();
    const page = await (await fetch((await openBillingPortal(ctx, visit)) ?? '')).text();
    expect(page).toContain('Manage your subscription');
  },
);
