import type Stripe from 'stripe';
import type { World } from '../context.ts';
import { changePlan, type Proration } from '../lifecycle/plan-change.ts';
import { renew } from '../lifecycle/renewal.ts';
import { isLive, periodEnd } from '../lifecycle/subscriptions.ts';
import type { Invoice, Subscription } from '../model.ts';
import { findRow, missing, refuseOthers, StripeFault } from './api-error.ts';
import { livingCustomer } from './customers.ts';

/** The next invoice of a subscription, optionally after a change of its items. Changes nothing. */
export function previewInvoice(world: World, params: Stripe.InvoiceCreatePreviewParams): Invoice {
  refuseOthers(params, ['customer', 'subscription', 'subscription_details']);
  const details = params.subscription_details ?? {};
  refuseOthers(details, ['items', 'proration_behavior'], 'subscription_details');
  if (params.subscription === undefined) throw missing('subscription');
  const subscription = findRow(world.state.subscriptions, params.subscription, 'subscription', 'subscription');
  if (params.customer !== undefined && livingCustomer(world, params.customer, 'customer').id !== subscription.customer)
    findRow({}, params.subscription, 'subscription', 'subscription');
  if (!isLive(subscription)) throw noneUpcoming();
  const proration = (details.proration_behavior ?? 'create_prorations') as Proration;
  return world.rehearse(() => {
    if (details.items) changePlan(world, subscription, details.items, proration);
    const issued = newestInvoice(world, subscription);
    if (details.items && issued?.billing_reason === 'subscription_update' && issued.created === world.now())
      return asPreview(world, issued, world.now());
    const end = periodEnd(subscription);
    if (subscription.cancel_at !== null && subscription.cancel_at <= end) throw noneUpcoming();
    world.at(end, () => renew(world, subscription));
    return asPreview(world, newestInvoice(world, subscription), end);
  });
}

const newestInvoice = ({ state }: World, { latest_invoice: id }: Subscription) =>
  id === null ? undefined : state.invoices[id];

function asPreview(world: World, invoice: Invoice | undefined, at: number): Invoice {
  if (!invoice) throw noneUpcoming();
  const { total } = invoice;
  return {
    ...invoice,
    id: world.newId('upcoming_in_1'),
    number: null,
    status: 'draft',
    attempted: false,
    attempt_count: 0,
    amount_paid: 0,
    amount_remaining: total,
    next_payment_attempt: at,
    created: at,
    ...{ hosted_invoice_url: null, invoice_pdf: null, effective_at: null, ending_balance: null },
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
}

const noneUpcoming = () =>
  new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: 'No upcoming invoices for customer',
  });
