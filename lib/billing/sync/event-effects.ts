import type Stripe from 'stripe';
import type { AlertKind } from '#lib/billing/schema.ts';
import { idOf } from '#lib/billing/stripe/client.ts';

type Alert = { kind: AlertKind; subject: string };

/** How to find the payer for an alert: a dispute names only the charge. */
export type Payer = { customer: string | null } | { charge: string | null };

/** What an event triggers. Only ids are taken from the event's copy of an object. */
export type Effect =
  | { kind: 'sync'; subscription: string; alert?: Alert; paid?: string }
  | { kind: 'forget_customer'; customer: string }
  | { kind: 'alert'; payer: Payer; alert: Alert }
  | { kind: 'sync_price'; where: { stripeProductId: string } | { stripePriceId: string } }
  | { kind: 'none' };

const NONE: Effect = { kind: 'none' };

/** The effect of an event: `none` for a type that we do not handle, and for an object without a subscription. */
export function effectOf(event: Stripe.Event): Effect {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.trial_will_end':
    case 'customer.subscription.pending_update_applied':
    case 'customer.subscription.pending_update_expired':
      return sync(event.data.object.id);
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return sync(idOf(event.data.object.subscription));
    case 'invoice.paid':
      return sync(subscriptionOf(event.data.object), { paid: event.data.object.id ?? '' });
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return sync(subscriptionOf(event.data.object));
    case 'invoice.finalization_failed':
      return sync(subscriptionOf(event.data.object), {
        alert: { kind: 'finalization_failed', subject: event.data.object.id ?? event.id },
      });
    case 'customer.deleted':
      return { kind: 'forget_customer', customer: event.data.object.id };
    case 'charge.refunded':
      return alert('refund', event.data.object.id, { customer: idOf(event.data.object.customer) });
    case 'charge.dispute.created':
      return alert('dispute', event.data.object.id, { charge: idOf(event.data.object.charge) });
    case 'charge.dispute.closed':
      return alert('dispute_closed', event.data.object.id, { charge: idOf(event.data.object.charge) });
    case 'price.updated':
      return { kind: 'sync_price', where: { stripePriceId: event.data.object.id } };
    case 'product.updated':
      return { kind: 'sync_price', where: { stripeProductId: event.data.object.id } };
    default:
      return NONE;
  }
}

const sync = (subscription: string | null, more: { alert?: Alert; paid?: string } = {}): Effect =>
  subscription ? { kind: 'sync', subscription, ...more } : NONE;

const alert = (kind: AlertKind, subject: string, payer: Payer): Effect => ({
  kind: 'alert',
  payer,
  alert: { kind, subject },
});

/** The invoice's subscription. Endpoints on an older API version send it as `invoice.subscription`. */
function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const older = (invoice as { subscription?: string | { id: string } | null }).subscription;
  return idOf(invoice.parent?.subscription_details?.subscription ?? older ?? null);
}
