import { change, type Context } from '../context.ts';
import type { Invoice } from '../model.ts';
import { collectInvoice, subscriptionOf } from './invoices.ts';
import { applyParked } from './pending-updates.ts';

/** Charges the card for an open invoice and, on success, reactivates its subscription. */
export function payOpenInvoice(ctx: Context, invoice: Invoice) {
  const subscription = subscriptionOf(ctx, invoice);
  collectInvoice(ctx, invoice);
  const isPaid = invoice.status === 'paid'; // a bank debit settles later
  if (isPaid) applyParked(ctx, subscription, invoice);
  if (isPaid && (subscription.status === 'past_due' || subscription.status === 'unpaid')) {
    change(ctx, 'customer.subscription.updated', subscription, (row) => {
      row.status = 'active';
    });
  }
}
