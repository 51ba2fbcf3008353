import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { Invoice } from '../model.ts';
import { rowsOf } from '../store.ts';
import { findRow, refuseOthers } from './api-error.ts';
import { paginate } from './list.ts';

/**
 * The payments of an invoice. Only the default payment exists; it follows the invoice
 * (https://docs.stripe.com/api/invoice-payment/object).
 */
export function listInvoicePayments(ctx: Context, params: Stripe.InvoicePaymentListParams) {
  refuseOthers(params, ['invoice', 'status', 'limit', 'starting_after', 'ending_before']);
  const rows = rowsOf(ctx.state.invoices)
    .filter(({ id, total }) => total > 0 && (params.invoice === undefined || id === params.invoice))
    .map((invoice) => paymentOf(ctx, invoice))
    .filter(({ status }) => params.status === undefined || status === params.status);
  return paginate(rows, params, '/v1/invoice_payments', 'invoice_payment');
}

function paymentOf(ctx: Context, invoice: Invoice) {
  const { paid_at: paidAt, voided_at: canceledAt } = invoice.status_transitions;
  return ctx.build('InvoicePayment', {
    id: `inpay_1${suffixOf(invoice)}`,
    object: 'invoice_payment',
    amount_paid: invoice.status === 'paid' ? invoice.amount_paid : null,
    amount_requested: invoice.total,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentIdOf(invoice) },
    status: invoice.status === 'paid' ? 'paid' : invoice.status === 'void' ? 'canceled' : 'open',
    status_transitions: { canceled_at: canceledAt, paid_at: paidAt },
  });
}

/** The payment of an invoice: `processing` while a bank debit is under way. */
export function retrievePaymentIntent(ctx: Context, _: unknown, id: string) {
  const rows = Object.values(ctx.state.invoices).map((row) => [intentIdOf(row), row] as const);
  const invoice = findRow(Object.fromEntries(rows), id, 'payment_intent');
  return ctx.build('PaymentIntent', {
    id,
    object: 'payment_intent',
    amount: invoice.total,
    created: invoice.created,
    currency: invoice.currency,
    customer: invoice.customer,
    livemode: false,
    status: statusOf(ctx, invoice),
  });
}

function statusOf({ state }: Context, invoice: Invoice): string {
  if (invoice.status === 'paid') return 'succeeded';
  if (invoice.status === 'void') return 'canceled';
  const session = Object.values(state.sessions).find((row) => row.invoice === invoice.id);
  const isDebited = state.debits[invoice.id] !== undefined || (session && state.settlements[session.id] !== undefined);
  return isDebited ? 'processing' : 'requires_payment_method';
}

/** Payments are not stored: their ids are derived from the invoice's. */
const intentIdOf = (invoice: Invoice) => `pi_3${suffixOf(invoice)}`;
const suffixOf = ({ id }: Invoice) => id.slice('in_1'.length);
