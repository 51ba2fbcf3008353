/**
 * The objects that the emulator stores. Each type declares the fields that the rules use. Stripe's other fields come
 * from the contract's skeleton (`Context.build`) and are validated at run time.
 */
export type Metadata = Record<string, string>;

export type Product = {
  id: string;
  object: 'product';
  active: boolean;
  created: number;
  updated: number;
  name: string;
  type: 'service';
  metadata: Metadata;
};

export type Interval = 'day' | 'week' | 'month' | 'year';

export type Price = {
  id: string;
  object: 'price';
  active: boolean;
  created: number;
  currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  nickname: string | null;
  product: string;
  recurring: {
    interval: Interval;
    interval_count: number;
    meter: null;
    trial_period_days: null;
    usage_type: 'licensed';
  } | null;
  tax_behavior: 'exclusive' | 'inclusive' | 'unspecified';
  type: 'one_time' | 'recurring';
  unit_amount: number;
  unit_amount_decimal: string;
};

export type Address = {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
};

export type Customer = {
  id: string;
  object: 'customer';
  created: number;
  address: Address | null;
  currency: string | null;
  email: string | null;
  name: string | null;
  /** Pence that the next invoice adds; negative is a credit. */
  balance: number;
  invoice_prefix: string;
  next_invoice_sequence: number;
  invoice_settings: { custom_fields: CustomField[] | null };
  metadata: Metadata;
};

/** A line that is printed on invoices. */
export type CustomField = { name: string; value: string };

export type DeletedCustomer = { id: string; object: 'customer'; deleted: true };

export type Session = {
  id: string;
  object: 'checkout.session';
  amount_subtotal: number;
  amount_total: number;
  automatic_tax: { enabled: boolean; liability: null; provider: string | null; status: 'complete' | null };
  cancel_url: string | null;
  created: number;
  currency: string;
  customer: string | null;
  customer_details: object | null;
  customer_email: string | null;
  expires_at: number;
  invoice: string | null;
  metadata: Metadata;
  mode: 'subscription';
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  success_url: string;
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number };
  url: string | null;
};

export type LineItem = {
  id: string;
  object: 'item';
  adjustable_quantity: { enabled: boolean; maximum: number | null; minimum: number | null } | null;
  amount_subtotal: number;
  amount_tax: number;
  amount_total: number;
  currency: string;
  description: string;
  price: Price;
  quantity: number;
};

/** Data of a session that Stripe never returns, or only on request. */
export type SessionExtras = {
  lineItems: LineItem[];
  savesAddress: boolean;
  subscription: { description: string | null; metadata: Metadata };
  promotionCode?: string;
  /** The subscription whose first payment the cardholder must confirm at the bank. */
  awaitsConfirmationOf?: string;
};

export type Coupon = {
  id: string;
  object: 'coupon';
  created: number;
  duration: 'forever' | 'once';
  metadata: Metadata;
  name: string | null;
  percent_off: number;
  times_redeemed: number;
  valid: boolean;
};

export type PromotionCode = {
  id: string;
  object: 'promotion_code';
  active: boolean;
  code: string;
  created: number;
  customer: string | null;
  expires_at: number | null;
  max_redemptions: number | null;
  metadata: Metadata;
  promotion: { coupon: string; type: 'coupon' };
  times_redeemed: number;
};

export type PaymentMethod = {
  id: string;
  object: 'payment_method';
  created: number;
  customer: string;
  type: 'card';
  card: { brand: string; exp_month: number; exp_year: number; last4: string };
};

export type SubscriptionItem = {
  id: string;
  object: 'subscription_item';
  created: number;
  current_period_end: number;
  current_period_start: number;
  metadata: Metadata;
  plan: object;
  price: Price;
  quantity: number;
  subscription: string;
};

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

export type Subscription = {
  id: string;
  object: 'subscription';
  automatic_tax: { disabled_reason: null; enabled: boolean; liability: { type: 'self' } | null };
  billing_cycle_anchor: number;
  billing_mode: { flexible: null; type: 'flexible'; updated_at: number };
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  collection_method: CollectionMethod;
  days_until_due: number | null;
  cancellation_details: {
    comment: string | null;
    feedback: string | null;
    feedback_option: null;
    reason: string | null;
  };
  created: number;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  description: string | null;
  ended_at: number | null;
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string };
  latest_invoice: string | null;
  metadata: Metadata;
  pause_collection: { behavior: 'void'; resumes_at: null } | null;
  pending_update: { billing_cycle_anchor: number; expires_at: number; subscription_items: SubscriptionItem[] } | null;
  schedule: string | null;
  start_date: number;
  status: SubscriptionStatus;
  trial_end: number | null;
  trial_start: number | null;
};

export type InvoiceLine = {
  id: string;
  object: 'line_item';
  amount: number;
  currency: string;
  description: string;
  invoice: string;
  period: { end: number; start: number };
  discount_amounts: { amount: number; discount: string }[];
  parent: object;
  pricing: object | null;
  quantity: number | null;
  subscription: string;
  subtotal: number;
  taxes: object[];
};

/** `send_invoice`: the customer pays an emailed invoice until its due date. */
export type CollectionMethod = 'charge_automatically' | 'send_invoice';

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

export type Invoice = {
  id: string;
  object: 'invoice';
  /** What is charged: the total less the customer's credit. */
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  billing_reason: BillingReason;
  collection_method: CollectionMethod;
  created: number;
  currency: string;
  customer: string;
  custom_fields: CustomField[] | null;
  due_date: number | null;
  ending_balance: number | null;
  lines: { object: 'list'; data: InvoiceLine[]; has_more: false; url: string };
  next_payment_attempt: number | null;
  number: string | null;
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { metadata: Metadata; subscription: string };
  };
  starting_balance: number;
  status: 'draft' | 'open' | 'paid' | 'void';
  status_transitions: {
    finalized_at: number | null;
    marked_uncollectible_at: null;
    paid_at: number | null;
    voided_at: number | null;
  };
  subtotal: number;
  total: number;
};

export type WebhookEndpoint = {
  id: string;
  object: 'webhook_endpoint';
  created: number;
  enabled_events: string[];
  metadata: Metadata;
  status: 'enabled' | 'disabled';
  url: string;
};

export type StripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};
