import type Stripe from 'stripe';
import { lookupKey } from '#lib/billing/plan.ts';
import { idOf } from './client.ts';
import { setUpStripe } from './setup.ts';

/** One request, and why it failed; `error` is null if Stripe did what we rely on. */
export type SmokeStep = { name: string; error: string | null };

/**
 * Sends this product's requests to a Stripe account, with a separate customer that is deleted at the end. Shows what no
 * emulator can: that Stripe accepts our parameters, and that its answers have the shape we read.
 */
export async function smokeStripe(stripe: Stripe, appUrl: string): Promise<SmokeStep[]> {
  const steps: SmokeStep[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work();
      steps.push({ name, error: null });
      return result;
    } catch (error) {
      steps.push({ name, error: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  };
  await step('products, prices, portal, webhook', () => setUpStripe(stripe, appUrl));
  await step('second setup changes nothing', async () => {
    const { done } = await setUpStripe(stripe, appUrl);
    if (done.length) throw new Error(`created again: ${done.join(', ')}`);
  });
  const customer = await step('customer', () => stripe.customers.create({ email: 'smoke@example.com' }));
  if (!customer) return steps;
  await checkPurchase(stripe, appUrl, customer.id, step);
  await checkSubscription(stripe, appUrl, customer.id, step);
  await step('customer deleted', () => stripe.customers.del(customer.id));
  return steps;
}

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>;

async function checkPurchase(stripe: Stripe, appUrl: string, customer: string, step: Step): Promise<void> {
  const session = await step('checkout session with tax, tax id and promotion codes', async () =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [
        {
          price: await priceOf(stripe, lookupKey('starter', 'month')),
          quantity: 1,
          adjustable_quantity: { enabled: true, minimum: 1, maximum: 100 },
        },
      ],
      automatic_tax: { enabled: true },
      customer_update: { address: 'auto', name: 'auto' },
      tax_id_collection: { enabled: true },
      allow_promotion_codes: true,
      expires_at: Math.floor(Date.now() / 1000) + 3600,
      success_url: `${appUrl}/billing/return?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${appUrl}/pricing`,
    }),
  );
  if (!session) return;
  await step('open sessions listed', async () => {
    const { data } = await stripe.checkout.sessions.list({ customer, status: 'open' });
    if (data[0]?.id !== session.id) throw new Error('the session is not in the list');
  });
  await step('checkout session expired', () => stripe.checkout.sessions.expire(session.id));
}

async function checkSubscription(stripe: Stripe, appUrl: string, customer: string, step: Step): Promise<void> {
  const subscription = await step('subscription', async () =>
    stripe.subscriptions.create({
      customer,
      items: [{ price: await priceOf(stripe, lookupKey('starter', 'month')) }],
      trial_period_days: 7,
    }),
  );
  if (!subscription) return;
  const [item] = subscription.items.data;
  await step('period and product of an item', async () => {
    const expand = ['items.data.price.product', 'latest_invoice', 'customer'];
    const { items } = await stripe.subscriptions.retrieve(subscription.id, { expand });
    if (!items.data[0]?.current_period_end) throw new Error('no current_period_end');
  });
  await step('preview of the next invoice', () =>
    stripe.invoices.createPreview({ customer, subscription: subscription.id }),
  );
  await step('preview of a change', async () => {
    const details = { ...(await changeTo(stripe, item, 'year')), proration_behavior: 'always_invoice' } as const;
    return stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: details });
  });
  await checkChanges(stripe, subscription.id, item, step);
  await step('invoices and cards', async () => {
    const { data } = await stripe.invoices.list({ customer });
    await stripe.invoicePayments.list({ invoice: data[0]?.id ?? '', status: 'open' });
    await stripe.customers.listPaymentMethods(customer, { type: 'card' });
  });
  await step('portal: card', async () => openPortal(stripe, customer, appUrl));
  await step('subscription cancelled', () => stripe.subscriptions.cancel(subscription.id));
  await step('subscriptions listed', () => stripe.subscriptions.list({ status: 'all', limit: 1 }));
  await step('undelivered events', () => stripe.events.list({ delivery_success: false, limit: 1 }));
}

type Item = Stripe.SubscriptionItem | undefined;

/** What a subscriber does on /plan: changes that are paid first, and changes at the end of the period. */
async function checkChanges(stripe: Stripe, id: string, item: Item, step: Step): Promise<void> {
  await step('change that is paid first', async () =>
    stripe.subscriptions.update(id, {
      ...(await changeTo(stripe, item, 'month')),
      proration_date: item?.current_period_start ?? 0,
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    }),
  );
  const schedule = await step('schedule', () => stripe.subscriptionSchedules.create({ from_subscription: id }));
  const [phase] = schedule?.phases ?? [];
  if (!schedule || !phase) return;
  await step('change at the end of the period', async () => {
    const { start_date, end_date, trial_end } = phase;
    const items = phase.items.map(({ price, quantity }) => ({ price: idOf(price), quantity: quantity ?? 1 }));
    const next = [{ price: await priceOf(stripe, lookupKey('personal', 'month')), quantity: 1 }];
    return stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        { items, start_date, end_date, ...(trial_end !== null && { trial_end }) },
        { items: next, duration: { interval: 'month', interval_count: 1 }, proration_behavior: 'none' },
      ],
    });
  });
  await step('schedule released', () => stripe.subscriptionSchedules.release(schedule.id));
  await step('cancelled for the end of the period, and resumed', async () => {
    await stripe.subscriptions.update(id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'other', comment: 'smoke test' },
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  });
}

const changeTo = async (stripe: Stripe, item: Item, interval: 'month' | 'year') => ({
  items: [{ id: item?.id ?? '', price: await priceOf(stripe, lookupKey('scale', interval)), quantity: 2 }],
});

const openPortal = (stripe: Stripe, customer: string, appUrl: string) =>
  stripe.billingPortal.sessions.create({
    customer,
    return_url: appUrl,
    flow_data: { type: 'payment_method_update' },
  });

async function priceOf(stripe: Stripe, key: string): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new Error(`no price ${key}`);
  return price.id;
}
