import { refreshTokenGrant } from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPurchase } from '#lib/testing/buyer.ts';
import { handleStripeEvent } from '#lib/billing/sync/webhook.ts';
import { db } from '#lib/base/db/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
beforeAll(async () => {
  [provider, shop] = await Promise.all([startMountedProvider(), startPausedEmulator()]);
});
afterAll(async () => {
  provider.close();
  await shop.close();
});

let handled = 0;
async function deliverEvents(): Promise<void> {
  const events = await shop.events();
  for (const event of events.slice(handled))
    await handleStripeEvent(systemContext(db(), { stripe: () => shop.stripe }), event);
  handled = events.length;
}

test('adds a purchase to the next ID token, and removes it from the first one after the cancellation (S75)', async () => {
  const [person, app] = [
    await createSignedInUser(db()),
    await provider.createRelyingParty({ mayReadSubscription: true }),
  ];
  let tokens = await app.logIn(person, 'openid subscription groups');
  const claims = () => ({ plan: tokens.claims()?.['subscription'], groups: tokens.claims()?.['groups'] });
  expect(claims()).toEqual({ plan: undefined, groups: [] });

  const ctx = { ...person.ctx, stripe: () => shop.stripe };
  const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await deliverEvents();
  tokens = await refreshTokenGrant(app.config, tokens.refresh_token ?? '');
  expect(claims()).toEqual({
    plan: { plan: 'starter', status: 'active', until: expect.any(Number) },
    groups: ['subscribers', 'starter'],
  });

  await shop.stripe.subscriptions.cancel(id);
  await deliverEvents();
  tokens = await refreshTokenGrant(app.config, tokens.refresh_token ?? '');
  expect(claims()).toEqual({ plan: undefined, groups: [] });
});
