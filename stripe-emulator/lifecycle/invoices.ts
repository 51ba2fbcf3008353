import { findRow } from '../api/api-error.ts';
import { change, type Context } from '../context.ts';
import type { BillingReason, Customer, Invoice, InvoiceLine, Subscription, SubscriptionItem } from '../model.ts';
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
  /** whether the line charges or credits a part of a period after a change */
  isProration: boolean;
  item?: SubscriptionItem | undefined;
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
  const lines = drafts.map((draft) => buildLine(ctx, subscription, id, period, draft, percentOff));
  const subtotal = sum(lines);
  const net = subtotal - Math.round((subtotal * percentOff) / 100);
  const tax = subscription.automatic_tax.enabled ? vatOn(net) : 0;
  const total = net + tax;
  if (subscription.automatic_tax.enabled) taxLines(lines, tax, percentOff);
  const customer = findRow(ctx.state.customers, subscription.customer, 'customer') as Customer;
  const starting = customer.balance;
  const due = Math.max(0, total + Math.min(0, starting));
  const invoice: Invoice = {
    ...ctx.build('Invoice', {}),
    ...(tax !== 0 && { total_taxes: [taxOf(tax, net)] }),
    id,
    object: 'invoice',
    amount_due: total < 0 ? 0 : due,
    amount_paid: 0,
    amount_remaining: total < 0 ? 0 : due,
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
    // "Default custom fields to be displayed on invoices for this customer" (https://docs.stripe.com/api/customers/object)
    custom_fields: customer.invoice_settings.custom_fields,
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
    starting_balance: starting,
    ending_balance: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: net,
  } as Invoice;
  ctx.state.invoices[id] = invoice;
  ctx.emit('invoice.created', invoice);
  finalize(ctx, invoice, customer, starting + total - invoice.amount_due);
  subscription.latest_invoice = id;
  return invoice;
}

/**
 * Credits what the invoice owes to the customer, and takes what the customer's credit pays
 * (https://docs.stripe.com/billing/customer/balance).
 */
function finalize(ctx: Context, invoice: Invoice, customer: Customer, balance: number) {
  change(ctx, 'customer.updated', customer, (row) => void (row.balance = balance));
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`;
  customer.next_invoice_sequence += 1;
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = ctx.now();
  Object.assign(invoice, {
    effective_at: ctx.now(),
    hosted_invoice_url: `${ctx.baseUrl}/i/${invoice.id}`,
    invoice_pdf: `${ctx.baseUrl}/i/${invoice.id}/pdf`,
    ending_balance: balance,
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
  if (!isSettled && invoice.amount_due > 0 && debitors.includes(invoice.customer)) {
    debits[invoice.id] = now + SETTLES_AFTER_DAYS * DAY;
    invoice.next_payment_attempt = null;
    return true;
  }
  if (invoice.amount_due > 0 && ctx.state.badCards.includes(invoice.customer)) {
    const days = RETRY_AFTER_DAYS[invoice.attempt_count - 1];
    invoice.next_payment_attempt = days === undefined ? null : now + days * DAY;
    ctx.emit('invoice.payment_failed', invoice);
    if (ctx.state.askingCards.includes(invoice.customer)) ctx.emit('invoice.payment_action_required', invoice);
    return false;
  }
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
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

export const subscriptionOf = (ctx: Context, invoice: Invoice): Subscription =>
  findRow(ctx.state.subscriptions, invoice.parent.subscription_details.subscription, 'subscription');

const sum = (lines: { amount: number }[]) => lines.reduce((total, line) => total + line.amount, 0);

/** The lines for one full period. */
export const periodLines = ({ state }: Context, subscription: Subscription): DraftLine[] =>
  subscription.items.data.map((item) => {
    const name = state.products[item.price.product]?.name ?? item.price.id;
    const price = `${money(item.price.unit_amount, item.price.currency)} / ${item.price.recurring?.interval ?? ''}`;
    const isTrial = subscription.status === 'trialing';
    return {
      description: isTrial ? `Trial period for ${name}` : `${item.quantity} × ${name} (at ${price})`,
      amount: isTrial ? 0 : item.price.unit_amount * item.quantity,
      quantity: item.quantity,
      isProration: false,
      item,
    };
  });

function buildLine(
  ctx: Context,
  subscription: Subscription,
  invoice: string,
  period: InvoiceLine['period'],
  draft: DraftLine,
  percentOff: number,
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
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: draft.isProration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: draft.item?.id ?? subscription.items.data[0]?.id ?? '',
      },
    },
    pricing: draft.item
      ? {
          type: 'price_details',
          price_details: { price: draft.item.price.id, product: draft.item.price.product },
          unit_amount_decimal: draft.item.price.unit_amount_decimal,
        }
      : null,
    discount_amounts:
      percentOff > 0 ? [{ amount: Math.round((draft.amount * percentOff) / 100), discount: 'di_1Emulator' }] : [],
    taxes: [],
  });
}

/** Spreads an invoice's tax over its lines. The last line takes what rounding leaves. */
function taxLines(lines: InvoiceLine[], tax: number, percentOff: number) {
  let left = tax;
  lines.forEach((line, index) => {
    const net = line.amount - Math.round((line.amount * percentOff) / 100);
    const amount = index === lines.length - 1 ? left : vatOn(net);
    left -= amount;
    line.taxes = [taxOf(amount, net)];
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
