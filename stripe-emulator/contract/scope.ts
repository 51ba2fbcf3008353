/** The scope of the contract: operations and events that the emulator supports, and the depth of their objects. */

/** File in the SDK's esm/resources → its methods. HTTP method and path are in the .js file, types in the .d.ts. */
export const OPERATIONS: Record<string, string[]> = {
  'Checkout/Sessions': ['create', 'retrieve', 'list', 'expire', 'listLineItems'],
  'BillingPortal/Sessions': ['create'],
  'BillingPortal/Configurations': ['create', 'retrieve', 'update', 'list'],
  Charges: ['retrieve'],
  Customers: ['create', 'retrieve', 'update', 'del', 'list', 'listPaymentMethods'],
  Subscriptions: ['create', 'retrieve', 'update', 'cancel', 'list'],
  SubscriptionSchedules: ['create', 'retrieve', 'update', 'release', 'cancel'],
  Prices: ['create', 'retrieve', 'update', 'list'],
  Products: ['create', 'retrieve', 'update', 'list'],
  Invoices: ['search', 'retrieve', 'list', 'createPreview', 'voidInvoice'],
  InvoicePayments: ['list'],
  PaymentIntents: ['retrieve'],
  CreditNotes: ['create'],
  Events: ['retrieve', 'list'],
  Coupons: ['create', 'retrieve', 'list'],
  PromotionCodes: ['create', 'retrieve', 'list'],
  WebhookEndpoints: ['create', 'update', 'list'],
};

/** The event types in the contract. */
export const EVENT_TYPES = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.refunded',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'credit_note.created',
  'customer.created',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.created',
  'invoice.finalization_failed',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.upcoming',
  'invoice.voided',
  'price.created',
  'price.updated',
  'product.created',
  'product.updated',
];

/** Objects that may be expanded. Every other expandable field is narrowed to its id. */
export const EXPANDABLE = new Set([
  'Customer',
  'DeletedCustomer',
  'Subscription',
  'Product',
  'DeletedProduct',
  'Price',
  'Invoice',
  'Coupon',
]);

/** Resources that are not described inside other objects, because we read none of their fields. */
export const CUT = new Set([
  'Account',
  'Application',
  'BankAccount',
  'Card',
  'CashBalance',
  'Charge',
  'ConnectCollectionTransfer',
  'CustomerSource',
  'PaymentIntent',
  'PaymentMethod',
  'Quote',
  'QuotePreviewSubscriptionSchedule',
  'Refund',
  'SetupIntent',
  'Source',
  'SubscriptionSchedule',
  'TestClock',
]);

/** Limits that are missing from the type declarations (Stripe's API reference, "Maximum length"). */
export const MAX_LENGTHS: Record<string, Record<string, number>> = {
  'Checkout.SessionCreateParams': { client_reference_id: 200 },
  CustomerCreateParams: { name: 256, phone: 20, email: 512 },
  CustomerUpdateParams: { name: 256, phone: 20, email: 512 },
};
