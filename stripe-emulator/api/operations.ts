import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { retrieveCharge } from '../lifecycle/charges.ts';
import { changePlan, type Proration } from '../lifecycle/plan-change.ts';
import { renew } from '../lifecycle/renewal.ts';
import { endSchedule, enterNextPhase, phaseEnd } from '../lifecycle/schedules.ts';
import { isLive, periodEnd } from '../lifecycle/subscription-facts.ts';
import type { Invoice, Subscription } from '../model.ts';
import { rowsOf } from '../store.ts';
import { findRow, missing, refuseOthers, StripeApiError } from './api-error.ts';
import * as sessions from './checkout-sessions.ts';
import * as creditNotes from './credit-notes.ts';
import * as customers from './customers.ts';
import { existingCustomer } from './customers.ts';
import * as discounts from './discounts.ts';
import { isCreatedWithin, paginate } from './list.ts';
import * as payments from './payments.ts';
import * as configurations from './portal-configurations.ts';
import { createPortalSession } from './portal-sessions.ts';
import * as prices from './prices.ts';
import * as products from './products.ts';
import * as records from './records.ts';
import * as schedules from './schedules.ts';
import * as subscriptions from './subscriptions.ts';

/** The next invoice of a subscription, optionally after a change of its items. Changes nothing. */
function previewInvoice(ctx: Context, params: Stripe.InvoiceCreatePreviewParams): Invoice {
  refuseOthers(params, ['customer', 'subscription', 'subscription_details']);
  const details = params.subscription_details ?? {};
  refuseOthers(details, ['items', 'proration_behavior', 'proration_date'], 'subscription_details');
  if (params.subscription === undefined) throw missing('subscription');
  const subscription = findRow(ctx.state.subscriptions, params.subscription, 'subscription', 'subscription');
  if (params.customer !== undefined && existingCustomer(ctx, params.customer, 'customer').id !== subscription.customer)
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

const LIST = ['created', 'customer', 'price', 'status', 'limit', 'starting_after', 'ending_before'];

function listSubscriptions(ctx: Context, params: Stripe.SubscriptionListParams) {
  refuseOthers(params, LIST);
  if (params.customer !== undefined) findRow(ctx.state.customers, params.customer, 'customer', 'customer');
  const { status } = params;
  const hasStatus = (row: Subscription) => {
    if (status === 'all') return true;
    if (status === undefined) return row.status !== 'canceled';
    if (status === 'ended') return row.status === 'canceled' || row.status === 'incomplete_expired';
    return row.status === status;
  };
  const rows = rowsOf(ctx.state.subscriptions).filter(
    (row) =>
      hasStatus(row) &&
      (params.customer === undefined || row.customer === params.customer) &&
      (params.price === undefined || row.items.data.some((item) => item.price.id === params.price)) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/subscriptions', 'subscription');
}

/** `params` have been validated by the contract, which is generated from the SDK's parameter types. */
export type Handler = (ctx: Context, params: never, id: string) => object;

/** The handlers of all operations in the contract, by name. */
export const OPERATION_HANDLERS: Record<string, Handler> = {
  'BillingPortal.Configurations.create': (ctx, params) => configurations.createConfiguration(ctx, params),
  'BillingPortal.Configurations.list': configurations.listConfigurations,
  'BillingPortal.Configurations.retrieve': configurations.retrieveConfiguration,
  'BillingPortal.Configurations.update': configurations.updateConfiguration,
  'BillingPortal.Sessions.create': createPortalSession,
  'Charges.retrieve': retrieveCharge,
  'Checkout.Sessions.create': sessions.createSession,
  'Checkout.Sessions.expire': sessions.expireOpenSession,
  'Checkout.Sessions.list': sessions.listSessions,
  'Checkout.Sessions.listLineItems': sessions.listLineItems,
  'Checkout.Sessions.retrieve': sessions.retrieveSession,
  'Coupons.create': discounts.createCoupon,
  'Coupons.list': discounts.listCoupons,
  'Coupons.retrieve': discounts.retrieveCoupon,
  'CreditNotes.create': creditNotes.createCreditNote,
  'Customers.create': customers.createCustomer,
  'Customers.del': customers.removeCustomer,
  'Customers.list': customers.listCustomers,
  'Customers.listPaymentMethods': customers.listPaymentMethods,
  'Customers.retrieve': customers.retrieveCustomer,
  'Customers.update': customers.updateCustomer,
  'Events.list': records.listEvents,
  'Events.retrieve': records.retrieveEvent,
  'InvoicePayments.list': payments.listInvoicePayments,
  'Invoices.createPreview': previewInvoice,
  'Invoices.list': records.listInvoices,
  'Invoices.retrieve': records.retrieveInvoice,
  'Invoices.search': records.searchInvoices,
  'Invoices.voidInvoice': records.voidOpenInvoice,
  'PaymentIntents.retrieve': payments.retrievePaymentIntent,
  'Prices.create': prices.createPrice,
  'Prices.list': prices.listPrices,
  'Prices.retrieve': prices.retrievePrice,
  'Prices.update': prices.updatePrice,
  'Products.create': products.createProduct,
  'Products.list': products.listProducts,
  'Products.retrieve': products.retrieveProduct,
  'Products.update': products.updateProduct,
  'PromotionCodes.create': discounts.createPromotionCode,
  'PromotionCodes.list': discounts.listPromotionCodes,
  'PromotionCodes.retrieve': discounts.retrievePromotionCode,
  'SubscriptionSchedules.cancel': schedules.cancelSchedule,
  'SubscriptionSchedules.create': schedules.createSchedule,
  'SubscriptionSchedules.release': schedules.releaseSchedule,
  'SubscriptionSchedules.retrieve': schedules.retrieveSchedule,
  'SubscriptionSchedules.update': schedules.updateSchedule,
  'Subscriptions.cancel': subscriptions.cancelSubscription,
  'Subscriptions.create': subscriptions.createSubscription,
  'Subscriptions.list': listSubscriptions,
  'Subscriptions.retrieve': subscriptions.retrieveSubscription,
  'Subscriptions.update': subscriptions.updateSubscription,
  'WebhookEndpoints.create': records.createWebhookEndpoint,
  'WebhookEndpoints.list': records.listWebhookEndpoints,
  'WebhookEndpoints.update': records.updateWebhookEndpoint,
};
