import { z } from 'zod';
import { BUYER_KINDS } from '#lib/billing/schema.ts';
import { AdminUserView } from '#lib/users/views.ts';

/** A change of plan with room for a customer's requests. */
export const FittingChange = z.object({
  plan: z.enum(['personal', 'starter', 'scale']),
  interval: z.enum(['month', 'year']),
  quantity: z.int(),
  daily: z.int().describe('requests a day'),
  pounds: z.number().describe('price of an interval without VAT'),
});
export type FittingChange = z.infer<typeof FittingChange>;

/** `GET userstatus`. */
export const UserStatusView = z.object({
  has_subscription: z.boolean().describe('has a live subscription (active, past due or trialing) or a manual key'),
  is_manual: z.boolean().describe('the key is manual: given by an admin, without a Stripe subscription'),
  plan: z.object({
    product: z.string().nullable(),
    quantity: z.int(),
    status: z.string().nullable().describe("Stripe's status of the subscription"),
    key: z.string().nullable().describe('the public key, while it works'),
    ends_at: z.iso.datetime().nullable().describe('when the cancelled plan ends'),
    key_is_off: z.boolean().describe('support has switched the key of this live plan off'),
    forbidden_flags: z.array(z.int()).describe('flags hidden from the key: 1 is bulk, 8 is premium'),
  }),
  usage_limit: z.object({
    daily: z.int().nullable().describe('requests a day for all units together; null is unlimited'),
    emails: z.int().nullable().describe('nominal emails a day: an email may be checked at two storages'),
    source: z.enum(['user', 'plan', 'key', 'none']).describe('key: the rate that an admin gave the key'),
  }),
  email: z.string().nullable(),
  is_admin: z.boolean(),
});
export type UserStatusView = z.infer<typeof UserStatusView>;

/** `GET admin/api/user/{id}/status`. */
export const UserDetailsView = UserStatusView.extend({ user: AdminUserView });
export type UserDetailsView = z.infer<typeof UserDetailsView>;

const money = {
  amount: z.int().describe("in the currency's smallest unit, VAT included"),
  currency: z.string().describe('ISO 4217, lower case'),
};
export const time = z.iso.datetime();

export const InvoiceView = z.object({
  ...money,
  number: z.string(),
  created: time,
  status: z.string(),
  pdf_url: z.string().nullable(),
  page_url: z.string().nullable(),
});
export type InvoiceView = z.infer<typeof InvoiceView>;

const SubscriptionView = z.object({
  status: z.string(),
  product: z.string(),
  plan: z.enum(['personal', 'starter', 'scale']).nullable(),
  interval: z.enum(['month', 'year']),
  quantity: z.int(),
  current_period_end: time.nullable(),
  cancel_at: time.nullable().describe('when it ends; nothing more is charged'),
  ended_at: time.nullable(),
  awaits_payment: z.boolean(),
});
export type SubscriptionView = z.infer<typeof SubscriptionView>;

/** `GET account/api/billing`. What only Stripe knows is null while Stripe is unavailable. */
export const BillingView = z.object({
  stripe: z
    .enum(['ok', 'unavailable', 'none', 'unknown'])
    .describe('none: the user has no Stripe customer; unknown: Stripe does not know the customer'),
  is_manual: z.boolean(),
  subscription: SubscriptionView.nullable().describe('the one that counts'),
  other_subscriptions: z.array(SubscriptionView).describe('further live subscriptions, which are charged as well'),
  next_charge: z
    .object({ ...money, at: time })
    .nullable()
    .describe('the next charge, VAT included'),
  open_invoice: z
    .object({ ...money, next_attempt: time.nullable().describe('when Stripe charges the card again') })
    .nullable()
    .describe('the unpaid invoice'),
  card: z.object({ brand: z.string(), last4: z.string(), expires: z.string() }).nullable(),
  invoices: z.array(InvoiceView).nullable(),
});
export type BillingView = z.infer<typeof BillingView>;

/** `GET account/api/billing/buyer`. */
export const BuyerView = z.object({
  kind: z.enum(BUYER_KINDS).nullable().describe('null before the first purchase'),
  po_number: z.string().nullable(),
  invoice_email: z.string().nullable().describe("null: invoices go to the account's address"),
});
export type BuyerView = z.infer<typeof BuyerView>;

const lines = z.array(z.object({ description: z.string(), amount: z.int() })).describe('they add up to the amount');
const chosen = {
  plan: z.enum(['personal', 'starter', 'scale']),
  interval: z.enum(['month', 'year']),
  quantity: z.int(),
};

/** `GET account/api/billing/preview`: Stripe's own preview of a change. All amounts include VAT. */
export const PlanChangePreview = z.object({
  currency: money.currency,
  holds: z.enum(['now', 'period_end']).describe('now: once the amount of today is paid'),
  holds_from: time,
  proration_date: z.int().describe('Unix seconds; sent back to charge exactly these amounts'),
  today: z.object({ amount: z.int(), lines }).describe('charged on confirmation'),
  next: z.object({ amount: z.int(), at: time, lines }).describe('the next invoice'),
  then: z.object({ amount: z.int(), interval: chosen.interval }).describe('the price from then on'),
});
export type PlanChangePreview = z.infer<typeof PlanChangePreview>;

/** `GET account/api/billing/plan`: the live subscription, and what is about to happen to it. */
export const PlanView = z.object({
  stripe: z.enum(['ok', 'unavailable']),
  subscription: z
    .object({
      status: z.string(),
      product: z.string(),
      plan: chosen.plan.nullable(),
      interval: chosen.interval,
      quantity: z.int(),
      current_period_end: time.nullable(),
      cancel_at: time.nullable().describe('when it ends; nothing more is charged'),
      withdraw_until: z.iso.date().nullable().describe('the last day to withdraw; null if there is none'),
    })
    .nullable(),
  scheduled: z
    .object({ ...chosen, at: time })
    .nullable()
    .describe('the change that holds at the end of the period'),
  waiting: z
    .object({ ...money, ...chosen, until: time.nullable(), page_url: z.string().nullable() })
    .nullable()
    .describe('the change that holds once its invoice is paid, on the page of `page_url`'),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  price: z
    .object({ amount: z.int().describe('of one unit, without VAT'), currency: money.currency })
    .nullable()
    .describe('what the subscription costs, which may differ from the catalogue'),
});
export type PlanView = z.infer<typeof PlanView>;

/** `POST account/api/billing/change`. */
export const PlanChangeResult = z.object({
  outcome: z.enum([
    'changed', // the new limits hold
    'scheduled', // they hold at the end of the period
    'unpaid', // they hold once the invoice is paid on the page of `plan.waiting`
    'differs', // nothing was changed: the amounts are no longer those that were shown
  ]),
  preview: PlanChangePreview.nullable().describe('the present amounts, if they differ'),
  plan: PlanView,
});
export type PlanChangeResult = z.infer<typeof PlanChangeResult>;

/** A row of `GET admin/api/billing/flagged`: `what` happened, and what the admin should do (`todo`). */
export const FlaggedRow = z.object({
  alert_id: z
    .uuid()
    .nullable()
    .describe('id of an alert, which an admin can resolve; null for a flag, which disappears with its cause'),
  kind: z.string(),
  what: z.string(),
  todo: z.string(),
  subject: z.string(),
  stripe_url: z.string().nullable().describe("page in Stripe's dashboard; null with the Stripe emulator"),
  user: z.object({ id: z.uuid(), email: z.string().nullable() }).nullable(),
  since: time,
});
export type FlaggedRow = z.infer<typeof FlaggedRow>;

/** `GET admin/api/billing/flagged`. */
export const FlaggedListView = z.object({ flagged: z.array(FlaggedRow), total: z.int() });

/** A row of `GET admin/api/billing/users/{id}`. */
export const AdminSubscriptionRow = z.object({
  stripe_subscription_id: z.string(),
  stripe_customer_id: z.string(),
  stripe_url: z.string().nullable().describe("page in Stripe's dashboard; null with the Stripe emulator"),
  status: z.string(),
  product: z.string(),
  interval: z.string(),
  quantity: z.int(),
  flags: z.array(z.string()).describe('oddities that an admin must check'),
  public_key: z.string().nullable(),
  current_period_end: time.nullable(),
  cancel_at: time.nullable(),
  ended_at: time.nullable(),
  started_at: time,
  synced_at: time.describe('when it was last read from Stripe'),
});
export type AdminSubscriptionRow = z.infer<typeof AdminSubscriptionRow>;

/** `GET admin/api/billing/users/{id}`. */
export const AdminSubscriptionListView = z.object({ subscriptions: z.array(AdminSubscriptionRow) });
