import { change, type World } from '../context.ts';
import type { Invoice, Subscription } from '../model.ts';
import { expireSession, settleSession } from './checkout.ts';
import { collectInvoice, issueInvoice, payOpenInvoice, periodLines, subscriptionOf } from './invoices.ts';
import { nextPeriodEnd } from './period.ts';
import { cancelNow, expireIncomplete, isLive, periodEnd } from './subscriptions.ts';

type Due = { at: number; run: () => void };

const IDEMPOTENCY_SECONDS = 86_400;
const MAX_EVENTS = 5000;
/** Time limit for the first payment of a subscription. */
const INCOMPLETE_SECONDS = 23 * 3600;

/** Moves the stand-in's clock forward, and runs everything that falls due, each at its own time. */
export function advance(world: World, seconds: number) {
  const until = world.now() + seconds;
  runDue(world, until);
  world.state.clockOffset += seconds;
  forgetOld(world);
}

/** Whether anything is due: time also passes without `advance`. */
export const isAnythingDue = (world: World) => nextDue(world, world.now()) !== null;

export function runDue(world: World, until: number) {
  for (let due = nextDue(world, until); due; due = nextDue(world, until)) world.at(due.at, due.run);
}

/** The earliest thing due. In the same second, an end comes before a renewal. */
function nextDue(world: World, until: number): Due | null {
  const { sessions, subscriptions, invoices } = world.state;
  let next: Due | null = null;
  const offer = (at: number, run: () => void) => {
    if (at <= until && (!next || at < next.at)) next = { at, run };
  };
  for (const subscription of Object.values(subscriptions)) {
    if (subscription.status === 'incomplete') {
      offer(subscription.created + INCOMPLETE_SECONDS, () => expireIncomplete(world, subscription));
    }
    if (!isLive(subscription)) continue;
    if (subscription.cancel_at !== null) {
      offer(subscription.cancel_at, () => cancelNow(world, subscription, 'cancellation_requested'));
    }
    offer(periodEnd(subscription), () => renew(world, subscription));
  }
  for (const invoice of Object.values(invoices)) {
    if (invoice.next_payment_attempt !== null) offer(invoice.next_payment_attempt, () => retry(world, invoice));
  }
  for (const session of Object.values(sessions)) {
    if (session.status === 'open') offer(session.expires_at, () => expireSession(world, session));
    const settlesAt = world.state.settlements[session.id];
    if (settlesAt !== undefined) offer(settlesAt, () => settleSession(world, session));
  }
  return next;
}

/** Starts the next period and charges the card. */
export function renew(world: World, subscription: Subscription) {
  change(world, 'customer.subscription.updated', subscription, (row) => {
    if (row.status === 'trialing') row.status = 'active';
    for (const item of row.items.data) {
      const { recurring } = item.price;
      if (!recurring) continue;
      const start = item.current_period_end;
      item.current_period_start = start;
      item.current_period_end = nextPeriodEnd(
        row.billing_cycle_anchor,
        start,
        recurring.interval,
        recurring.interval_count,
      );
    }
    const invoice = issueInvoice(world, row, 'subscription_cycle', [
      ...prorationLines(world, row),
      ...periodLines(world, row),
    ]);
    if (!collectInvoice(world, invoice)) row.status = 'past_due';
  });
}

function prorationLines(world: World, subscription: Subscription) {
  const amount = world.state.prorations[subscription.id];
  delete world.state.prorations[subscription.id];
  return amount ? [{ description: 'Remaining time after the change of plan', amount, quantity: null }] : [];
}

function retry(world: World, invoice: Invoice) {
  invoice.next_payment_attempt = null;
  payOpenInvoice(world, invoice);
  const isExhausted = invoice.status === 'open' && invoice.next_payment_attempt === null;
  const subscription = subscriptionOf(world, invoice);
  if (isExhausted && isLive(subscription)) cancelNow(world, subscription, 'payment_failed');
}

/** Keeps idempotency keys for a day, as Stripe does, and the last 5,000 events plus undelivered ones. */
function forgetOld(world: World) {
  const { idempotency, events, pending } = world.state;
  for (const [key, { at }] of Object.entries(idempotency)) {
    if (at < world.now() - IDEMPOTENCY_SECONDS) delete idempotency[key];
  }
  const undelivered = new Set(pending.map((delivery) => delivery.event));
  for (const id of Object.keys(events).slice(0, -MAX_EVENTS)) {
    if (!undelivered.has(id)) delete events[id];
  }
}
