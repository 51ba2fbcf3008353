import { findRow, invalid } from '../api/api-error.ts';
import type { Context } from '../context.ts';
import type { Invoice } from '../model.ts';

const DISPUTE_SECONDS = 7 * 86_400;

/** Refunds the last payment of a subscription or a part of it, as the dashboard does. The subscription does not change. */
export function refundSubscription(ctx: Context, id: string, part?: number) {
  const invoice = lastPayment(ctx, id);
  const amount = part ?? invoice.total;
  if (amount < 1 || amount > invoice.total) throw invalid('Refund amount is not within the charge.', 'amount');
  refundInvoice(ctx, invoice, amount);
}

/** Refunds a part of an invoice's payment, of which `before` was refunded earlier. */
export function refundInvoice(ctx: Context, invoice: Invoice, amount: number, before = 0) {
  const refunded = before + amount;
  ctx.emit(
    'charge.refunded',
    { ...chargeOf(ctx, invoice), amount_refunded: refunded, refunded: refunded === invoice.total },
    { amount_refunded: before, refunded: false },
  );
}

/** Disputes the last payment of a subscription, as the cardholder's bank does, or closes the dispute. */
export function disputeSubscription(ctx: Context, id: string, status: 'needs_response' | 'won' | 'lost') {
  const invoice = lastPayment(ctx, id);
  const dispute = ctx.build('Dispute', {
    id: `dp_1${invoice.id.slice('in_1'.length)}`,
    object: 'dispute',
    amount: invoice.total,
    charge: chargeIdOf(invoice),
    created: ctx.now(),
    currency: invoice.currency,
    evidence_details: {
      due_by: ctx.now() + DISPUTE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    reason: 'fraudulent',
    status,
  });
  ctx.emit(status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', dispute);
}

/** The charge of a payment, without any refund. */
export function retrieveCharge(ctx: Context, _: unknown, id: string) {
  const paid = Object.values(ctx.state.invoices).filter((row) => row.status === 'paid');
  return chargeOf(ctx, findRow(Object.fromEntries(paid.map((row) => [chargeIdOf(row), row])), id, 'charge'));
}

function lastPayment(ctx: Context, id: string): Invoice {
  findRow(ctx.state.subscriptions, id, 'subscription');
  const invoice = Object.values(ctx.state.invoices).findLast(
    (row) => row.status === 'paid' && row.total > 0 && row.parent.subscription_details.subscription === id,
  );
  if (!invoice) throw invalid('The subscription has no payment.', 'subscription');
  return invoice;
}

function chargeOf(ctx: Context, invoice: Invoice) {
  return ctx.build('Charge', {
    id: chargeIdOf(invoice),
    object: 'charge',
    amount: invoice.total,
    amount_captured: invoice.total,
    captured: true,
    created: invoice.status_transitions.paid_at ?? invoice.created,
    currency: invoice.currency,
    customer: invoice.customer,
    description: 'Subscription payment',
    paid: true,
    status: 'succeeded',
  });
}

/** Charges and disputes are not stored: their ids are derived from the invoice's. */
const chargeIdOf = (invoice: Invoice) => `ch_3${invoice.id.slice('in_1'.length)}`;
