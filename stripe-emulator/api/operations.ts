import type { Context } from '../context.ts';
import { retrieveCharge } from '../lifecycle/charges.ts';
import * as sessions from './checkout-sessions.ts';
import * as customers from './customers.ts';
import * as discounts from './discounts.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import * as configurations from './portal-configurations.ts';
import { createPortalSession } from './portal-sessions.ts';
import { previewInvoice } from './previews.ts';
import * as payments from './payments.ts';
import * as prices from './prices.ts';
import * as products from './products.ts';
import * as records from './records.ts';
import * as schedules from './schedules.ts';
import * as subscriptions from './subscriptions.ts';

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
