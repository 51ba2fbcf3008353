import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { changePlan, type Proration } from '../lifecycle/plan-change.ts';
import { renew } from '../lifecycle/renewal.ts';
import { endSchedule, enterNextPhase, phaseEnd } from '../lifecycle/schedules.ts';
import { isLive, periodEnd } from '../lifecycle/subscription-facts.ts';
import type { Invoice, Subscription } from '../model.ts';
import { findRow, missing, refuseOthers, StripeApiError } from './api-error.ts';
import { livingCustomer } from './customers.ts';

/** The next invoice of a subscription, optionally after a change of its items. Changes nothing. */
export function previewInvoice(ctx: Context, params: Stripe.InvoiceCreatePreviewParams): Invoice {
  refuseOthers(params, ['customer', 'subscription', 'subscription_details']);
  const details = params.subscription_details ?? {};
  refuseOthers(details, ['items', 'proration_behavior', 'proration_date'], 'subscription_details');
  if (params.subscription === undefined) throw missing('subscription');
  const subscription = findRow(ctx.state.subscriptions, params.subscription, 'subscription', 'subscription');
  if (params.customer !== undefined && livingCustomer(ctx, params.customer, 'customer').id !== subscription.customer)
    findRow({}, params.subscription, 'subscription', 'subscription');
  if (!isLive(subscription)) throw noneUpcoming();
  const proration = (details.proration_behavior ?? 'create_prorations') as Proration;
  return ctx.rehearse(() => {
    const { latest_invoice: latest } = subscription;
    // A change of the items applies to the running phase; the phases after it are not previewed.
    if (details.items) endSchedule(ctx, subscription, 'released');
    if (details.items) changePlan(ctx, subscription, details.items, { proration, at: details.proration_date });
    const issued = newestInvoice(ctx, subscription);
    if (issued && issued.id !== latest) return asPreview(ctx, issued, ctx.now());
    const end = periodEnd(subscription);
    if (subscription.cancel_at !== null && subscription.cancel_at <= end) throw noneUpcoming();
    ctx.at(end, () => {
      if (phaseEnd(ctx, subscription) === end) enterNextPhase(ctx, subscription);
      renew(ctx, subscription);
    });
    return asPreview(ctx, newestInvoice(ctx, subscription), end);
  });
}

const newestInvoice = ({ state }: Context, { latest_invoice: id }: Subscription) =>
  id === null ? undefined : state.invoices[id];

function asPreview(ctx: Context, invoice: Invoice | undefined, at: number): Invoice {
  if (!invoice) throw noneUpcoming();
  return {
    ...invoice,
    id: ctx.newId('upcoming_in_1'),
    number: null,
    status: 'draft',
    attempted: false,
    attempt_count: 0,
    amount_paid: 0,
    amount_remaining: invoice.amount_due,
    next_payment_attempt: at,
    created: at,
    ...{ hosted_invoice_url: null, invoice_pdf: null, effective_at: null, ending_balance: null },
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
}

const noneUpcoming = () =>
  new StripeApiError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: 'No upcoming invoices for customer',
  });
