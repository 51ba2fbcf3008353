import { findRow, invalid, StripeApiError } from '../api/api-error.ts';
import { change, type Context } from '../context.ts';
import type { Address, Customer, Invoice, Session, SessionExtras, Subscription } from '../model.ts';
import { keepCard } from './cards.ts';
import { newCustomer, NO_ADDRESS } from './customers.ts';
import { discountOf } from './discounts.ts';
import { collectInvoice } from './invoices.ts';
import { activate, cancelNow, startSubscription } from './subscriptions.ts';

export type Payer = {
  country: string;
  email?: string | null;
  businessName?: string | null | undefined;
  vatId?: string | null;
};
/** When the first payment succeeds: immediately, after the cardholder's confirmation, or days later by bank debit. */
export type PaymentCourse = 'card' | 'needs-action' | 'async';

/** The time a bank takes to settle a debit. */
const SETTLES_AFTER_SECONDS = 3 * 86_400;

/**
 * Pays a session as a customer does on the page: creates the customer if needed, the subscription and its invoice, and
 * completes the session. Returns the URL to redirect to. Throws StripeApiError.
 */
export function paySession(ctx: Context, id: string, payer: Payer, course: PaymentCourse = 'card'): string {
  const session = openSession(ctx, id);
  const extras = extrasOf(ctx, id);
  const customer = payingCustomer(ctx, session, payer);
  if (course !== 'async' && ctx.state.badCards.includes(customer.id)) throw declined();
  const address = { ...NO_ADDRESS, country: payer.country };
  change(ctx, 'customer.updated', customer, (row) => {
    row.currency ??= session.currency;
    if (extras.savesAddress) row.address = address;
    if (payer.businessName) row.name = payer.businessName;
  });
  const { subscription, invoice } = startSubscription(ctx, {
    customer: customer.id,
    items: extras.lineItems.map(({ price, quantity }) => ({ price, quantity })),
    hasAutomaticTax: session.automatic_tax.enabled,
    discount: discountOf(ctx, extras.promotionCode),
    paymentMethod: keepCard(ctx, customer.id).id,
    ...extras.subscription,
  });
  Object.assign(session, { customer: customer.id, customer_details: detailsOf(customer, address, payer) });
  // A credit balance may pay for all of it: then there is nothing to wait for.
  const isDue = invoice.amount_due > 0;
  if (isDue && course === 'needs-action') {
    ctx.emit('invoice.payment_action_required', invoice);
    extras.awaitsConfirmationOf = subscription.id;
    return session.url ?? '';
  }
  const waitsForBank = isDue && course === 'async';
  if (waitsForBank) ctx.state.settlements[id] = ctx.now() + SETTLES_AFTER_SECONDS;
  else collectInvoice(ctx, invoice);
  activate(ctx, subscription);
  return completeSession(ctx, session, subscription, invoice, waitsForBank ? 'unpaid' : 'paid');
}

/** Completes the session after the cardholder has confirmed the first payment. Returns the URL to redirect to. */
export function confirmPayment(ctx: Context, id: string): string {
  const session = openSession(ctx, id);
  const extras = extrasOf(ctx, id);
  const subscription = findRow(ctx.state.subscriptions, extras.awaitsConfirmationOf ?? '', 'subscription');
  if (subscription.status !== 'incomplete') throw invalid('This payment can no longer be confirmed.');
  const invoice = findRow(ctx.state.invoices, subscription.latest_invoice ?? '', 'invoice');
  delete extras.awaitsConfirmationOf;
  collectInvoice(ctx, invoice);
  activate(ctx, subscription);
  return completeSession(ctx, session, subscription, invoice, 'paid');
}

/** The cardholder refuses: the subscription stays incomplete until it expires, and the session can be paid again. */
export function refusePayment(ctx: Context, id: string) {
  delete extrasOf(ctx, id).awaitsConfirmationOf;
}

/** Settles a bank debit: marks the session as paid, or, with a bad card, cancels the subscription. */
export function settleSession(ctx: Context, session: Session) {
  delete ctx.state.settlements[session.id];
  const subscription = findRow(ctx.state.subscriptions, session.subscription ?? '', 'subscription');
  const invoice = findRow(ctx.state.invoices, session.invoice ?? '', 'invoice');
  if (subscription.status === 'canceled' || invoice.status !== 'open') return;
  if (collectInvoice(ctx, invoice)) {
    session.payment_status = 'paid';
    ctx.emit('checkout.session.async_payment_succeeded', session);
    return;
  }
  ctx.emit('checkout.session.async_payment_failed', session);
  cancelNow(ctx, subscription, 'payment_failed');
}

function completeSession(
  ctx: Context,
  session: Session,
  subscription: Subscription,
  invoice: Invoice,
  paymentStatus: Session['payment_status'],
): string {
  Object.assign(session, {
    status: 'complete',
    payment_status: paymentStatus,
    subscription: subscription.id,
    invoice: invoice.id,
    url: null,
  });
  ctx.emit('checkout.session.completed', session);
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/** The session with this id, if it can still be paid. Throws StripeApiError otherwise. */
export function openSession(ctx: Context, id: string): Session {
  const session = findRow(ctx.state.sessions, id, 'checkout.session');
  if (session.status !== 'open') throw invalid(`This Checkout Session is ${session.status}.`, 'id');
  return session;
}

export function extrasOf(ctx: Context, id: string): SessionExtras {
  const extras = ctx.state.sessionExtras[id];
  if (!extras) throw new Error(`session ${id} has no lines`);
  return extras;
}

const declined = () =>
  new StripeApiError(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' });

function detailsOf(customer: Customer, address: Address, { businessName, vatId }: Payer) {
  return {
    address,
    business_name: businessName || null,
    email: customer.email,
    individual_name: null,
    name: customer.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: vatId ? [{ type: vatId.startsWith('GB') ? 'gb_vat' : 'eu_vat', value: vatId }] : [],
  };
}

function payingCustomer(ctx: Context, session: Session, payer: Payer): Customer {
  if (session.customer === null) {
    return newCustomer(ctx, { email: session.customer_email ?? payer.email ?? null });
  }
  const customer = findRow(ctx.state.customers, session.customer, 'customer');
  if ('deleted' in customer) throw invalid(`No such customer: '${customer.id}'`, 'customer', 'resource_missing');
  return customer;
}

export function expireSession(ctx: Context, session: Session) {
  session.status = 'expired';
  session.url = null;
  ctx.emit('checkout.session.expired', session);
}
