import { change, type Context } from '../context.ts';
import type { Invoice, Subscription } from '../model.ts';
import { voidInvoice } from './invoices.ts';
import { periodEnd } from './subscription-facts.ts';
import { copyOf } from '../store.ts';

/** https://docs.stripe.com/billing/subscriptions/pending-updates-reference, "Expiration" */
const EXPIRES_AFTER_SECONDS = 23 * 3600;

/**
 * Takes an update back whose invoice could not be paid, and keeps it until the invoice is paid: the subscription stays
 * as it was `before` (https://docs.stripe.com/billing/subscriptions/pending-updates). Not retried automatically.
 */
export function park(ctx: Context, row: Subscription, before: Subscription, invoice: Invoice) {
  const { items, billing_cycle_anchor: anchor } = copyOf(row);
  ctx.state.parkedUpdates[row.id] = {
    invoice: invoice.id,
    items: items.data,
    billing_cycle_anchor: anchor,
    proration: ctx.state.prorations[row.id] ?? null,
  };
  invoice.next_payment_attempt = null;
  row.items = copyOf(before.items);
  row.billing_cycle_anchor = before.billing_cycle_anchor;
  row.pending_update = {
    ...ctx.build('Subscription.PendingUpdate', {}),
    billing_cycle_anchor: anchor,
    expires_at: Math.min(ctx.now() + EXPIRES_AFTER_SECONDS, periodEnd(before)),
    subscription_items: items.data,
  };
}

/** Applies the update that waited for this invoice, if there is one. */
export function applyParked(ctx: Context, subscription: Subscription, invoice: Invoice) {
  const parked = ctx.state.parkedUpdates[subscription.id];
  if (parked?.invoice !== invoice.id) return;
  delete ctx.state.parkedUpdates[subscription.id];
  change(ctx, 'customer.subscription.updated', subscription, (row) => {
    row.items.data = parked.items;
    row.billing_cycle_anchor = parked.billing_cycle_anchor;
    row.pending_update = null;
  });
  ctx.emit('customer.subscription.pending_update_applied', subscription);
}

/** Discards a pending update and voids its invoice, as another update, a cancellation and a voided invoice do. */
export function dropParked(ctx: Context, subscription: Subscription) {
  const parked = ctx.state.parkedUpdates[subscription.id];
  if (!parked) return;
  delete ctx.state.parkedUpdates[subscription.id];
  if (parked.proration !== null) ctx.state.prorations[subscription.id] = parked.proration;
  const invoice = ctx.state.invoices[parked.invoice];
  if (invoice?.status === 'open') voidInvoice(ctx, invoice);
  subscription.pending_update = null;
}

/** Discards a pending update that was not paid in time. */
export function expireParked(ctx: Context, subscription: Subscription) {
  change(ctx, 'customer.subscription.updated', subscription, (row) => dropParked(ctx, row));
  ctx.emit('customer.subscription.pending_update_expired', subscription);
}
