import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { refundInvoice } from '../lifecycle/charges.ts';
import { findRow, invalid, refuseOthers } from './api-error.ts';

/** A credit note on a paid invoice that refunds its payment (https://docs.stripe.com/api/credit_notes/create). */
export function createCreditNote(ctx: Context, params: Stripe.CreditNoteCreateParams) {
  refuseOthers(params, ['invoice', 'amount', 'refund_amount', 'reason', 'metadata', 'memo']);
  const invoice = findRow(ctx.state.invoices, params.invoice, 'invoice', 'invoice');
  const { amount = 0, refund_amount: refund = 0 } = params;
  if (invoice.status !== 'paid') throw invalid('The emulator supports credit notes on paid invoices only.', 'invoice');
  // "the sum of the refund, credit and outside of Stripe amounts must equal the credit note total"
  if (refund !== amount) throw invalid('refund_amount must equal the amount of the credit note.', 'refund_amount');
  const credited = ctx.state.credited[invoice.id] ?? 0;
  if (amount < 1 || credited + amount > invoice.amount_paid)
    throw invalid('The credit note is more than what was paid and is not credited yet.', 'amount');
  ctx.state.credited[invoice.id] = credited + amount;
  refundInvoice(ctx, invoice, amount, credited);
  const taxed = { amount, subtotal: amount, total: amount };
  const note = ctx.build('CreditNote', {
    id: ctx.newId('cn_1'),
    object: 'credit_note',
    ...taxed,
    created: ctx.now(),
    currency: invoice.currency,
    customer: invoice.customer,
    invoice: invoice.id,
    lines: { object: 'list', data: [], has_more: false, url: '/v1/credit_notes/lines' },
    livemode: false,
    number: `${invoice.number ?? ''}-CN-01`,
    pdf: `${ctx.baseUrl}/i/${invoice.id}/pdf`,
    reason: params.reason ?? null,
    status: 'issued',
    type: 'post_payment',
    post_payment_amount: amount,
    metadata: params.metadata ?? {},
  });
  ctx.emit('credit_note.created', note);
  return note;
}
