import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findCustomer } from '#lib/billing/sync/customer.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import type { Context, Member } from '#lib/base/context.ts';
import { db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { findOtherCheckout } from './checkout.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
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

test('opens the checkout with the quantity that was chosen, and another one for another quantity', async () => {
  const ctx = subscriberContext(db(), await createUserRow(db()), withStripe);
  const purchase = { plan: 'scale', interval: 'month', isTest: false } as const;
  const one = await startPurchase(ctx, purchase);
  const url = await startPurchase(ctx, { ...purchase, quantity: 3 });
  expect(url).not.toBe(one);
  expect(await startPurchase(ctx, { ...purchase, quantity: 3 })).toBe(url);
  const id = await shop.pay(url.split('/').at(-1) ?? '');
  await readAndSync(systemContext(db(), withStripe), id);
  expect(await db().subscription.findUnique({ where: { stripeSubscriptionId: id } })).toMatchObject({ quantity: 3 });
});

test.each([{ flow: 'change', plan: 'scale', interval: 'year', quantity: 2 } as const, { flow: 'cancel' } as const])(
  'opens the first page of the portal for %j once we know that the subscription has ended',
  async (visit) => {
    const { ctx, id } = await formerSubscriber();
    await readAndSync(systemContext(db(), withStripe), id);
    const page = await (await fetch((await openBillingPortal(ctx, visit)) ?? '')).text();
    expect(page).toContain('Manage your subscription');
  },
);

describe('a link on another site, while the checkout of another plan is open', () => {
  const yearly = { plan: 'scale', interval: 'year', isTest: false } as const;
  const personal = { plan: 'personal', interval: 'month', isTest: false } as const;
  const openSessions = async (ctx: Context<Member>) => {
    const customer = await findCustomer(ctx);
    const { data } = await shop.stripe.checkout.sessions.list({ customer: customer ?? '', status: 'open' });
    return data.map(({ url }) => url);
  };
  async function withOpenCheckout() {
    const ctx = subscriberContext(db(), await createUserRow(db()), withStripe);
    return { ctx, url: await startPurchase(ctx, yearly) };
  }

  test('leads to the page that asks which plan, and leaves the checkout open', async () => {
    const { ctx, url } = await withOpenCheckout();
    expect(await startPurchase(ctx, personal, true)).toBe('http://localhost:8080/buy/choose?micro=1');
    expect(await openSessions(ctx)).toEqual([url]);
    expect(await findOtherCheckout(ctx, personal)).toEqual(yearly);
    expect(await findOtherCheckout(ctx, { ...yearly, isTest: true })).toEqual(yearly);
  });

  test('leads to the checkout if it is for the plan of the link, and there is nothing to ask', async () => {
    const { ctx, url } = await withOpenCheckout();
    expect(await startPurchase(ctx, yearly, true)).toBe(url);
    expect(await findOtherCheckout(ctx, yearly)).toBeNull();
  });

  test('opens the plan that is then chosen here, and ends the other checkout', async () => {
    const { ctx } = await withOpenCheckout();
    const chosen = await startPurchase(ctx, personal);
    expect(await openSessions(ctx)).toEqual([chosen]);
    const [session] = (await shop.stripe.checkout.sessions.list({ status: 'open' })).data;
    expect(session?.metadata).toMatchObject({ lookup_key: 'personal_monthly' });
  });

  test('leads to the checkout of the plan of the link if none is open', async () => {
    const ctx = subscriberContext(db(), await createUserRow(db()), withStripe);
    expect(await findOtherCheckout(ctx, personal)).toBeNull();
    const url = await startPurchase(ctx, personal, true);
    expect(await openSessions(ctx)).toEqual([url]);
  });
});

describe('what Stripe refuses for good', () => {
  /** The emulator, except that it refuses some sessions. */
  function refusing(isRefused: (step: 'checkout' | 'portal', params: object) => boolean): Stripe {
    const refusal = () =>
      new Stripe.errors.StripeInvalidRequestError({
        type: 'invalid_request_error',
        message: 'You cannot combine currencies on a single customer.',
        requestId: 'req_refused',
      });
    const { checkout, billingPortal } = shop.stripe;
    const wrap = (sessions: object, step: 'checkout' | 'portal') =>
      Object.assign(Object.create(sessions) as object, {
        create: (params: object, options: object) => {
          if (isRefused(step, params)) return Promise.reject(refusal());
          return (sessions as Stripe['checkout']['sessions']).create(params, options);
        },
      });
    const own = {
      checkout: { value: Object.create(checkout, { sessions: { value: wrap(checkout.sessions, 'checkout') } }) },
      billingPortal: {
        value: Object.create(billingPortal, { sessions: { value: wrap(billingPortal.sessions, 'portal') } }),
      },
    };
    return Object.create(shop.stripe, own) as Stripe;
  }
  const asking = async (stripe: Stripe) => {
    const { ctx } = await formerSubscriber();
    return { ...ctx, requestId: 'request-1', stripe: () => stripe };
  };
  const purchase = { plan: 'scale', interval: 'month', isTest: false } as const;
  const conflict = expect.objectContaining({
    code: 'conflict',
    message: 'Our payment provider refused this. Nothing was charged or changed. Please contact support.',
  }) as Error;

  test('sends a buyer to support, and logs the reason with the requests of both sides', async () => {
    const warn = vi.spyOn(log(), 'warn').mockReturnValue();
    const ctx = await asking(refusing((step) => step === 'checkout'));
    await expect(startPurchase(ctx, purchase)).rejects.toEqual(conflict);
    const logged = { requestId: 'request-1', stripeRequest: 'req_refused', err: expect.any(Error) as Error };
    expect(warn.mock.calls.map(([fields]) => fields)).toEqual([logged]);
    warn.mockRestore();
  });

  test('opens the portal at its first page instead of at the step', async () => {
    const ctx = await asking(refusing((step, params) => step === 'portal' && 'flow_data' in params));
    const page = await (await fetch((await openBillingPortal(ctx, { flow: 'card' })) ?? '')).text();
    expect(page).toContain('Manage your subscription');
  });

  test('sends a subscriber to support if that page is refused, too', async () => {
    const ctx = await asking(refusing((step) => step === 'portal'));
    for (const visit of [{ flow: 'card' }, { flow: null }] as const)
      await expect(openBillingPortal(ctx, visit)).rejects.toEqual(conflict);
  });
});
