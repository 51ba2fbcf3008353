import { findRow } from '../api/api-error.ts';
import type { BillingReason, Customer, Invoice, InvoiceLine, Subscription } from '../model.ts';
import { change, type Context } from '../context.ts';
import { money } from '../pages/html.ts';
import { vatOn } from './tax.ts';

const DAY = 86_400;
/** Days from each failed attempt to the next. After the last attempt the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7];
/** Days that a bank takes to settle a debit. */
const SETTLES_AFTER_DAYS = 3;

/** `period` is the time that the line charges for, if it is not the subscription's current period. */
export type DraftLine = {
  description: string;
  amount: number;
  quantity: number | null;
  period?: InvoiceLine['period'];
};

/** Creates and finalizes an invoice with these lines. `collectInvoice` charges the card. */
export function issueInvoice(
  ctx: Context,
  subscription: Subscription,
  reason: BillingReason,
  drafts: DraftLine[],
  percentOff = ctx.state.discounts[subscription.id] ?? 0,
): Invoice {
  const id = ctx.newId('in_1');
  const now = ctx.now();
  const [item] = subscription.items.data;
  const period = { start: item?.current_period_start ?? now, end: item?.current_period_end ?? now };
  const lines = drafts.map((draft) => buildLine(ctx, subscription, id, period, draft));
  const subtotal = Math.max(0, sum(lines));
  const net = subtotal - Math.round((subtotal * percentOff) / 100);
  const tax = subscription.automatic_tax.enabled ? vatOn(net) : 0;
  const total = net + tax;
  const customer = findRow(ctx.state.customers, subscription.customer, 'customer') as Customer;
  const invoice: Invoice = {
    ...ctx.build('Invoice', {}),
    ...(tax > 0 && { total_taxes: [taxOf(tax, net)] }),
    id,
    object: 'invoice',
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      ...subscription.automatic_tax,
      provider: subscription.automatic_tax.enabled ? 'stripe' : null,
      status: subscription.automatic_tax.enabled ? 'complete' : null,
    },
    billing_reason: reason,
    collection_method: subscription.collection_method,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_tax_exempt: 'none',
    due_date: subscription.days_until_due === null ? null : now + subscription.days_until_due * DAY,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    period_start: now,
    period_end: now,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: net,
  } as Invoice;
  ctx.state.invoices[id] = invoice;
  ctx.emit('invoice.created', invoice);
  finalize(ctx, invoice, customer);
  subscription.latest_invoice = id;
  return invoice;
}

function finalize(ctx: Context, invoice: Invoice, customer: Customer) {
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`;
  customer.next_invoice_sequence += 1;
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = ctx.now();
  Object.assign(invoice, {
    effective_at: ctx.now(),
    hosted_invoice_url: `${ctx.baseUrl}/i/${invoice.id}`,
    invoice_pdf: `${ctx.baseUrl}/i/${invoice.id}/pdf`,
    ending_balance: 0,
  });
  ctx.emit('invoice.finalized', invoice);
}

/**
 * Charges the card. On failure schedules the next attempt, if any is left. Returns false if the attempt failed. A bank
 * debit neither fails nor succeeds for days: the invoice stays open, the subscription active
 * (https://docs.stripe.com/billing/subscriptions/overview#payment-status).
 */
export function collectInvoice(ctx: Context, invoice: Invoice): boolean {
  const now = ctx.now();
  const { debits, debitors } = ctx.state;
  const isSettled = debits[invoice.id] !== undefined;
  delete debits[invoice.id];
  if (!isSettled) {
    invoice.attempted = true;
    invoice.attempt_count += 1;
  }
  if (!isSettled && debitors.includes(invoice.customer)) {
    debits[invoice.id] = now + SETTLES_AFTER_DAYS * DAY;
    invoice.next_payment_attempt = null;
    return true;
  }
  if (ctx.state.badCards.includes(invoice.customer)) {
    const days = RETRY_AFTER_DAYS[invoice.attempt_count - 1];
    invoice.next_payment_attempt = days === undefined ? null : now + days * DAY;
    ctx.emit('invoice.payment_failed', invoice);
    if (ctx.state.askingCards.includes(invoice.customer)) ctx.emit('invoice.payment_action_required', invoice);
    return false;
  }
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.total,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = now;
  ctx.emit('invoice.paid', invoice);
  return true;
}

export function voidInvoice(ctx: Context, invoice: Invoice) {
  invoice.status = 'void';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = ctx.now();
  ctx.emit('invoice.voided', invoice);
}

/** Charges the card for an open invoice and, on success, reactivates its subscription. */
export function payOpenInvoice(ctx: Context, invoice: Invoice) {
  const subscription = subscriptionOf(ctx, invoice);
  collectInvoice(ctx, invoice);
  if (invoice.status === 'paid' && (subscription.status === 'past_due' || subscription.status === 'unpaid')) {
    change(ctx, 'customer.subscription.updated', subscription, (row) => {
      row.status = 'active';
    });
  }
}

export const subscriptionOf = (ctx: Context, invoice: Invoice): Subscription =>
  findRow(ctx.state.subscriptions, invoice.parent.subscription_details.subscription, 'subscription');

const sum = (lines: { amount: number }[]) => lines.reduce((total, line) => total + line.amount, 0);

/** The lines for one full period. */
export const periodLines = ({ state }: Context, subscription: Subscription): DraftLine[] =>
  subscription.items.data.map(({ price, quantity }) => ({
    description: `${quantity} × ${state.products[price.product]?.name ?? price.id} (at ${money(price.unit_amount, price.currency)} / ${price.recurring?.interval ?? ''})`,
    amount: price.unit_amount * quantity,
    quantity,
  }));

function buildLine(
  ctx: Context,
  subscription: Subscription,
  invoice: string,
  period: InvoiceLine['period'],
  draft: DraftLine,
) {
  return ctx.build<InvoiceLine>('InvoiceLineItem', {
    id: ctx.newId('il_1'),
    object: 'line_item',
    amount: draft.amount,
    subtotal: draft.amount,
    currency: subscription.currency,
    description: draft.description,
    invoice,
    period: draft.period ?? period,
    quantity: draft.quantity,
    subscription: subscription.id,
  });
}

const taxOf = (amount: number, taxable: number) => ({
  amount,
  tax_behavior: 'exclusive',
  tax_rate_details: null,
  taxability_reason: 'standard_rated',
  taxable_amount: taxable,
  type: 'tax_rate_details',
});
