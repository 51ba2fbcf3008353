import { findRow, invalid } from '../api/api-error.ts';
import { change, type Context } from '../context.ts';
import type { Price, Subscription } from '../model.ts';
import { keepCard, setCard } from './cards.ts';
import { newCustomer, NO_ADDRESS } from './customers.ts';
import { collectInvoice } from './invoices.ts';
import { changePlan } from './plan-change.ts';
import { runDue } from './renewal.ts';
import { periodEnd } from './subscription-facts.ts';
import { activate, cancelNow, scheduleCancel, startSubscription } from './subscriptions.ts';

/** What happened to a subscription at a time, in Unix seconds. */
export type PastStep = { at: number } & (
  | { what: 'changed'; lookup_key: string; quantity: number }
  | { what: 'leaves'; feedback: string }
  | { what: 'canceled' | 'paused' | 'resumed' | 'card_failed' | 'unpaid' }
);

/** A subscription that was bought at `started_at`, in Unix seconds, by a new customer. The ids are the caller's. */
export type Past = {
  customer: string;
  subscription: string;
  email: string;
  country: string;
  metadata: Record<string, string>;
  lookup_key: string;
  quantity: number;
  started_at: number;
  /** oldest first */
  steps: PastStep[];
};

/** Makes the customer, the subscription and the invoices of its periods until now, unless the subscription is there. */
export function makePast(ctx: Context, past: Past): Subscription {
  const { subscriptions } = ctx.state;
  if (!subscriptions[past.subscription])
    ctx.quietly(() => {
      ctx.at(past.started_at, () => buy(ctx, past));
      for (const step of past.steps) {
        runDue(ctx, step.at);
        ctx.at(step.at, () => take(ctx, past, step));
      }
      runDue(ctx, ctx.now());
    });
  return subscriptionOf(ctx, past);
}

const subscriptionOf = ({ state }: Context, past: Past): Subscription =>
  findRow(state.subscriptions, past.subscription, 'subscription');

function buy(ctx: Context, past: Past) {
  const address = { ...NO_ADDRESS, country: past.country };
  const { id } = newCustomer(ctx, { id: past.customer, email: past.email, address, currency: 'gbp' });
  const { subscription, invoice } = startSubscription(ctx, {
    id: past.subscription,
    customer: id,
    items: [{ price: priceOf(ctx, past.lookup_key), quantity: past.quantity }],
    hasAutomaticTax: true,
    discount: null,
    paymentMethod: keepCard(ctx, id).id,
    description: null,
    metadata: past.metadata,
  });
  collectInvoice(ctx, invoice);
  activate(ctx, subscription);
}

function take(ctx: Context, past: Past, step: PastStep) {
  const subscription = subscriptionOf(ctx, past);
  const update = (set: (row: Subscription) => void) => change(ctx, 'customer.subscription.updated', subscription, set);
  switch (step.what) {
    case 'changed': {
      const [item] = subscription.items.data;
      const changed = { price: priceOf(ctx, step.lookup_key).id, quantity: step.quantity };
      changePlan(ctx, subscription, [{ ...item, ...changed }], { proration: 'always_invoice' });
      break;
    }
    case 'leaves':
      scheduleCancel(ctx, subscription, periodEnd(subscription), true);
      update((row) => void (row.cancellation_details.feedback = step.feedback));
      break;
    case 'canceled':
      cancelNow(ctx, subscription, 'cancellation_requested');
      break;
    case 'paused':
      update((row) => void (row.pause_collection = { behavior: 'void', resumes_at: null }));
      break;
    case 'resumed':
      update((row) => void (row.pause_collection = null));
      break;
    case 'card_failed':
      setCard(ctx, past.customer, false);
      break;
    case 'unpaid':
      update((row) => void (row.status = 'unpaid'));
      for (const invoice of Object.values(ctx.state.invoices))
        if (invoice.customer === past.customer) invoice.next_payment_attempt = null;
  }
}

function priceOf({ state }: Context, lookupKey: string): Price {
  const price = Object.values(state.prices).find((row) => row.lookup_key === lookupKey);
  if (!price) throw invalid(`No price has the lookup key ${lookupKey}.`);
  return price;
}
