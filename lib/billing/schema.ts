import { z } from 'zod';
import type { AdminUserView } from '#lib/users/schema.ts';
import { MOST_UNITS, type BillingInterval, type PlanName } from './plan.ts';

/** `GET userstatus` (spec §3, decisions §3). */
export type UserStatusView = {
  has_subscription: boolean;
  is_manual: boolean;
  plan: { product: string | null; quantity: number; status: string | null; key: string | null };
  /** requests a day of all units together; null: unlimited (decisions §5) */
  usage_limit: { daily: number | null; source: 'user' | 'plan' | 'none' };
  email: string | null;
  is_admin: boolean;
};

/** `GET admin/api/user/{id}/status`: the limit is the admin's view of it (spec §9). */
export type UserDetailsView = UserStatusView & { user: AdminUserView };

/** What a link to `/buy` asks for. */
export type Purchase = { plan: PlanName; interval: BillingInterval; isTest: boolean };

const flag = z.literal('1').optional();

/** The flags of `/buy` (spec §4, S61): both micro and small, or any other value than 1, is refused. */
export const BuyQuery = z
  .object({ micro: flag, small: flag, yearly: flag, test: flag })
  .refine(({ micro, small }) => !(micro && small), 'Only one plan can be bought at a time.')
  .transform(({ micro, small, yearly, test }): Purchase => ({
    plan: micro ? 'personal' : small ? 'starter' : 'scale',
    interval: yearly ? 'year' : 'month',
    isTest: test === '1',
  }));

/** A plan to change to. */
const plan = z.enum(['personal', 'starter', 'scale']);
const interval = z.enum(['month', 'year']);
const quantity = z.coerce.number().int().min(1).max(MOST_UNITS);

/** `GET account/api/billing/preview`: what a change would cost. */
export const PlanChangeQuery = z.object({ plan, interval, quantity });
export type PlanChangeQuery = z.infer<typeof PlanChangeQuery>;

/** At which step of the billing portal a link to `/billing` begins; without one on its first page. */
export const BillingQuery = z.union([
  z.object({ flow: z.enum(['cancel', 'card', 'pay']) }),
  PlanChangeQuery.extend({ flow: z.literal('change') }),
  z.object({ flow: z.never().optional() }).transform(() => ({ flow: null })),
]);
export type PortalVisit = { flow: null } | { flow: 'cancel' | 'card' | 'pay' } | ({ flow: 'change' } & PlanChangeQuery);

/** An amount in the smallest unit of its currency, as Stripe counts. */
export type Money = { amount: number; currency: string };

/** `GET account/api/billing`. Times are ISO 8601 UTC. What only Stripe knows is null while it does not answer. */
export type BillingView = {
  /** `none`: no customer of Stripe's; `unknown`: Stripe does not know the customer */
  stripe: 'ok' | 'unavailable' | 'none' | 'unknown';
  is_manual: boolean;
  subscription: {
    status: string;
    product: string;
    plan: PlanName | null;
    interval: BillingInterval;
    quantity: number;
    current_period_end: string | null;
    /** it ends then, and nothing more is charged */
    cancel_at: string | null;
    ended_at: string | null;
    awaits_payment: boolean;
  } | null;
  /** the next charge, VAT included */
  next_charge: (Money & { at: string }) | null;
  /** what has not been paid; `next_attempt` is when the card is asked again */
  open_invoice: (Money & { next_attempt: string | null }) | null;
  card: { brand: string; last4: string; expires: string } | null;
  invoices: InvoiceView[] | null;
};
export type InvoiceView = Money & {
  number: string;
  created: string;
  status: string;
  pdf_url: string | null;
  page_url: string | null;
};

/** `GET account/api/billing/preview`: Stripe's own preview of a change. `due_now` is charged at once, else with the next invoice. */
export type PlanChangePreview = Money & {
  tax: number;
  at: string;
  due_now: boolean;
  lines: { description: string; amount: number }[];
};

/** Why an admin must look (lib/billing/alerts.ts). */
export type AlertKind =
  | 'dispute'
  | 'refund'
  | 'livemode'
  | 'paid_after_deletion'
  | 'unknown_buyer'
  | 'finalization_failed'
  | 'missing_at_stripe';

/** A row of `GET admin/api/billing/flagged`: `what` happened and what `todo`. */
export type FlaggedRow = {
  /** of an alert: it can be marked as dealt with; null: it goes away when its cause does */
  alert_id: string | null;
  kind: string;
  what: string;
  todo: string;
  subject: string;
  stripe_url: string;
  user: { id: string; email: string | null } | null;
  since: string;
};

/** A row of `GET admin/api/billing/users/{id}`. */
export type AdminSubscriptionRow = {
  stripe_subscription_id: string;
  stripe_customer_id: string;
  stripe_url: string;
  status: string;
  product: string;
  interval: string;
  quantity: number;
  flags: string[];
  public_key: string | null;
  current_period_end: string | null;
  cancel_at: string | null;
  ended_at: string | null;
  started_at: string;
  synced_at: string;
};

export const AlertId = z.object({ id: z.uuid() });
export const UserId = z.object({ id: z.uuid() });
/** `POST admin/api/billing/sync`. */
export const SyncInput = z.object({ subscription: z.string().regex(/^sub_[A-Za-z0-9_]{3,250}$/) });
export type SyncInput = z.infer<typeof SyncInput>;
