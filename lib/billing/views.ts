import { z } from 'zod';
import { AdminUserView } from '#lib/users/views.ts';

/** `GET userstatus` (spec §3, decisions §3). */
export const UserStatusView = z.object({
  has_subscription: z.boolean().describe('active, past due or on trial, or a key that an admin gave'),
  is_manual: z.boolean().describe('the key was given by an admin, without a subscription at Stripe'),
  plan: z.object({
    product: z.string().nullable(),
    quantity: z.int(),
    status: z.string().nullable().describe("Stripe's word for the subscription"),
    key: z.string().nullable().describe('the public key, while it works'),
    forbidden_flags: z.array(z.int()).describe('lists that are hidden from the key: 1 is bulk, 8 premium'),
  }),
  usage_limit: z.object({
    daily: z.int().nullable().describe('requests a day of all units together; null: unlimited'),
    emails: z.int().nullable().describe('emails a day, nominally: an email may be asked of two storages'),
    source: z.enum(['user', 'plan', 'none']),
  }),
  email: z.string().nullable(),
  is_admin: z.boolean(),
});
export type UserStatusView = z.infer<typeof UserStatusView>;

/** `GET admin/api/user/{id}/status`. */
export const UserDetailsView = UserStatusView.extend({ user: AdminUserView });
export type UserDetailsView = z.infer<typeof UserDetailsView>;

/** An amount as Stripe counts. */
const money = {
  amount: z.int().describe("in the currency's smallest unit, VAT included"),
  currency: z.string().describe('ISO 4217, lower case'),
};
const time = z.iso.datetime();

export const InvoiceView = z.object({
  ...money,
  number: z.string(),
  created: time,
  status: z.string(),
  pdf_url: z.string().nullable(),
  page_url: z.string().nullable(),
});
export type InvoiceView = z.infer<typeof InvoiceView>;

/** `GET account/api/billing`. Times are ISO 8601 UTC. What only Stripe knows is null while it does not answer. */
export const BillingView = z.object({
  stripe: z
    .enum(['ok', 'unavailable', 'none', 'unknown'])
    .describe("none: no customer of Stripe's; unknown: Stripe does not know the customer"),
  is_manual: z.boolean(),
  subscription: z
    .object({
      status: z.string(),
      product: z.string(),
      plan: z.enum(['personal', 'starter', 'scale']).nullable(),
      interval: z.enum(['month', 'year']),
      quantity: z.int(),
      current_period_end: time.nullable(),
      cancel_at: time.nullable().describe('it ends then, and nothing more is charged'),
      ended_at: time.nullable(),
      awaits_payment: z.boolean(),
    })
    .nullable(),
  next_charge: z
    .object({ ...money, at: time })
    .nullable()
    .describe('the next charge, VAT included'),
  open_invoice: z
    .object({ ...money, next_attempt: time.nullable().describe('when the card is asked again') })
    .nullable()
    .describe('what has not been paid'),
  card: z.object({ brand: z.string(), last4: z.string(), expires: z.string() }).nullable(),
  invoices: z.array(InvoiceView).nullable(),
});
export type BillingView = z.infer<typeof BillingView>;

/** `GET account/api/billing/preview`: Stripe's own preview of a change. */
export const PlanChangePreview = z.object({
  ...money,
  tax: z.int(),
  at: time,
  due_now: z.boolean().describe('it is charged at once, else with the next invoice'),
  lines: z.array(z.object({ description: z.string(), amount: z.int() })),
});
export type PlanChangePreview = z.infer<typeof PlanChangePreview>;

/** A row of `GET admin/api/billing/flagged`: `what` happened and what `todo`. */
export const FlaggedRow = z.object({
  alert_id: z
    .uuid()
    .nullable()
    .describe('of an alert: it can be marked as dealt with; null: it goes away when its cause does'),
  kind: z.string(),
  what: z.string(),
  todo: z.string(),
  subject: z.string(),
  stripe_url: z.string().nullable().describe("in Stripe's dashboard; null for the local stand-in"),
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
  stripe_url: z.string().nullable().describe("in Stripe's dashboard; null for the local stand-in"),
  status: z.string(),
  product: z.string(),
  interval: z.string(),
  quantity: z.int(),
  flags: z.array(z.string()).describe('what an admin must look at'),
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
