import { findRow } from '../api/api-error.ts';
import { change, type Context } from '../context.ts';
import type { Invoice, Subscription } from '../model.ts';
import { rowsOf } from '../store.ts';
import { expireSession, settleSession } from './checkout.ts';
import { collectInvoice, issueInvoice, periodLines, subscriptionOf, voidInvoice } from './invoices.ts';
import { payOpenInvoice } from './payments.ts';
import { expireParked } from './pending-updates.ts';
import { nextPeriodEnd } from './period.ts';
import { prorationLines } from './plan-change.ts';
import { enterNextPhase, phaseEnd } from './schedules.ts';
import { isLive, periodEnd } from './subscription-facts.ts';
import { cancelNow, expireIncomplete } from './subscriptions.ts';

type Due = { at: number; run: () => void };

const IDEMPOTENCY_SECONDS = 86_400;
const MAX_EVENTS = 5000;
/** Time limit for the first payment of a subscription. */
const INCOMPLETE_SECONDS = 23 * 3600;

/** Moves the emulator's clock forward, and runs each action that becomes due, at its own time. */
export function advance(ctx: Context, seconds: number) {
  const until = ctx.now() + seconds;
  runDue(ctx, until);
  ctx.state.clockOffset += seconds;
  forgetOld(ctx);
}

/** Whether an action is due. Actions become due without `advance`, too, because real time passes. */
export const isAnythingDue = (ctx: Context) => nextDue(ctx, ctx.now()) !== null;

export function runDue(ctx: Context, until: number) {
  for (let due = nextDue(ctx, until); due; due = nextDue(ctx, until)) ctx.at(due.at, due.run);
}

/** The earliest action that is due. In the same second, a cancellation and a new phase come before a renewal. */
function nextDue(ctx: Context, until: number): Due | null {
  const { sessions, subscriptions, invoices, debits, settlements } = ctx.state;
  let next: Due | null = null;
  const offer = (at: number, run: () => void) => {
    if (at <= until && (!next || at < next.at)) next = { at, run };
  };
  // The rows are only read here; an action takes its row from the state, which remembers changes.
  for (const row of rowsOf(subscriptions)) {
    const subscription = () => findRow(subscriptions, row.id, 'subscription');
    if (row.status === 'incomplete')
      offer(row.created + INCOMPLETE_SECONDS, () => expireIncomplete(ctx, subscription()));
    if (!isLive(row)) continue;
    if (row.cancel_at !== null) offer(row.cancel_at, () => cancelNow(ctx, subscription(), 'cancellation_requested'));
    if (row.pending_update) offer(row.pending_update.expires_at, () => expireParked(ctx, subscription()));
    const ends = phaseEnd(ctx, row);
    if (ends !== null) offer(ends, () => enterNextPhase(ctx, subscription()));
    offer(periodEnd(row), () => renew(ctx, subscription()));
  }
  for (const row of rowsOf(invoices)) {
    const invoice = () => findRow(invoices, row.id, 'invoice');
    if (row.next_payment_attempt !== null) offer(row.next_payment_attempt, () => retry(ctx, invoice()));
    const settlesAt = debits[row.id];
    if (settlesAt !== undefined) offer(settlesAt, () => settleDebit(ctx, invoice()));
    if (row.due_date !== null && isOverdue(ctx, row)) offer(row.due_date, () => becomeOverdue(ctx, invoice()));
  }
  for (const row of rowsOf(sessions)) {
    const session = () => findRow(sessions, row.id, 'checkout.session');
    if (row.status === 'open') offer(row.expires_at, () => expireSession(ctx, session()));
    const settlesAt = settlements[row.id];
    if (settlesAt !== undefined) offer(settlesAt, () => settleSession(ctx, session()));
  }
  return next;
}

/** Starts the next period and charges the card, or voids the invoice while collection is paused. */
export function renew(ctx: Context, subscription: Subscription) {
  change(ctx, 'customer.subscription.updated', subscription, (row) => {
    if (row.status === 'trialing') row.status = 'active';
    const [past] = row.items.data;
    const before = past && { start: past.current_period_start, end: past.current_period_end };
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
    const invoice = issueInvoice(ctx, row, 'subscription_cycle', [
      ...prorationLines(ctx, row).map((line) => ({ ...line, ...(before && { period: before }) })),
      ...periodLines(ctx, row),
    ]);
    if (row.pause_collection) voidInvoice(ctx, invoice);
    else if (row.collection_method === 'charge_automatically' && !collectInvoice(ctx, invoice)) row.status = 'past_due';
  });
}

function retry(ctx: Context, invoice: Invoice) {
  invoice.next_payment_attempt = null;
  payOpenInvoice(ctx, invoice);
  const isDebited = ctx.state.debits[invoice.id] !== undefined;
  const isExhausted = invoice.status === 'open' && invoice.next_payment_attempt === null && !isDebited;
  const subscription = subscriptionOf(ctx, invoice);
  if (isExhausted && isLive(subscription)) cancelNow(ctx, subscription, 'payment_failed');
}

/** Books or returns a bank debit. After a return, the subscription is past due and Stripe tries again. */
function settleDebit(ctx: Context, invoice: Invoice) {
  if (invoice.status !== 'open') return void delete ctx.state.debits[invoice.id];
  retry(ctx, invoice);
  if (isOverdue(ctx, invoice)) becomeOverdue(ctx, invoice);
}

/** Whether the due date of an unpaid invoice, or a returned debit, makes its subscription past due. */
const isOverdue = (ctx: Context, invoice: Invoice) =>
  invoice.status === 'open' && subscriptionOf(ctx, invoice).status === 'active';

const becomeOverdue = (ctx: Context, invoice: Invoice) =>
  change(ctx, 'customer.subscription.updated', subscriptionOf(ctx, invoice), (row) => void (row.status = 'past_due'));

/** Deletes idempotency keys after a day, as Stripe does, and all but the last 5,000 events and the undelivered ones. */
function forgetOld(ctx: Context) {
  const { idempotency, events, pending } = ctx.state;
  for (const [key, { at }] of Object.entries(idempotency)) {
    if (at < ctx.now() - IDEMPOTENCY_SECONDS) delete idempotency[key];
  }
  const undelivered = new Set(pending.map((delivery) => delivery.event));
  for (const id of Object.keys(events).slice(0, -MAX_EVENTS)) {
    if (!undelivered.has(id)) delete events[id];
  }
}
