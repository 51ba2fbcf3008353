import { z } from 'zod';
import { oneLine, trimmed } from '#lib/base/text/text.ts';
import { Email } from '#lib/email-address/schema.ts';
import { MOST_UNITS, type BillingInterval, type PlanName } from './plan.ts';

const WRONG_UNITS = `The quantity must be a number from 1 to ${MOST_UNITS}.`;

/** What a link to `/buy` asks for. `quantity` is left out for one unit; the buyer may change it at Stripe. */
export type Purchase = { plan: PlanName; interval: BillingInterval; isTest: boolean; quantity?: number };

const flag = z.literal('1', 'An option of this link must be 1, or be left out.').optional();
const units = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, { error: WRONG_UNITS, abort: true })
  .transform(Number)
  .pipe(z.number().max(MOST_UNITS, WRONG_UNITS));
const toUnits = (count = 1) => count > 1 && { quantity: count };

/**
 * The flags of `/buy`, and its quantity. Refuses unknown flags, values other than 1, and micro together with small
 * (S61).
 */
export const BuyQuery = z
  .strictObject(
    { micro: flag, small: flag, yearly: flag, test: flag, quantity: units.optional() },
    'This link has an option that we do not know.',
  )
  .refine(({ micro, small }) => !(micro && small), 'This link names two plans. Please choose one.')
  .transform(({ micro, small, yearly, test, quantity: count }): Purchase => ({
    plan: micro ? 'personal' : small ? 'starter' : 'scale',
    interval: yearly ? 'year' : 'month',
    isTest: test === '1',
    ...toUnits(count),
  }));

/** The flags of the link that asks for a purchase. */
export const toBuyFlags = ({ plan, interval, isTest, quantity: count }: Purchase): Record<string, string> => ({
  ...(plan === 'personal' && { micro: '1' }),
  ...(plan === 'starter' && { small: '1' }),
  ...(interval === 'year' && { yearly: '1' }),
  ...(isTest && { test: '1' }),
  ...(count !== undefined && { quantity: String(count) }),
});

/** The plans that a subscription can change to. */
const plan = z.enum(['personal', 'starter', 'scale']);
const interval = z.enum(['month', 'year']);

const bought = { plan, interval, test: flag, quantity: units.optional() };
type Bought = { plan: PlanName; interval: BillingInterval; test?: '1' | undefined; quantity?: number | undefined };
const toPurchase = ({ test, quantity: count, ...chosen }: Bought): Purchase => ({
  ...chosen,
  isTest: test === '1',
  ...toUnits(count),
});

/** `POST buy/form`: what was chosen on /buy/choose. */
export const BuyInput = z.object(bought).transform(toPurchase);

/** The most characters of a custom field on Stripe's invoices (https://docs.stripe.com/api/customers/update). */
export const LONGEST_PO = 140;

/** Who buys. */
export const BUYER_KINDS = ['company', 'private'] as const;

const emptyIsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);
const invoiceDetails = {
  po_number: z.preprocess(emptyIsNull, oneLine(LONGEST_PO).nullable().default(null)),
  invoice_email: z.preprocess(emptyIsNull, Email.nullable().default(null)),
};

/** `PUT account/api/billing/buyer`: what is printed on invoices, and where they go instead of the account's address. */
export const InvoiceDetailsInput = z.object(invoiceDetails);
export type InvoiceDetailsInput = z.infer<typeof InvoiceDetailsInput>;

/** The refusal of a purchase that does not say who buys. */
export const WHO_BUYS = 'Please choose who buys.';
const buyer = { kind: z.enum(BUYER_KINDS, WHO_BUYS), ...invoiceDetails, begin: flag };
/** A private buyer asks for the key at once: otherwise the seller would wait for the end of the right to withdraw. */
const isAsked = ({ kind, begin }: { kind: string; begin?: '1' | undefined }) => kind === 'company' || begin === '1';
const NOT_ASKED = { path: ['begin'], message: 'Please ask for the key at once: we cannot sell it otherwise.' };

/** Who buys. */
export const BuyerInput = z.object(buyer).refine(isAsked, NOT_ASKED);
export type BuyerInput = z.infer<typeof BuyerInput>;

/** `POST buy/details/form`: who buys what. */
export const BuyDetailsInput = z
  .object({ ...bought, ...buyer })
  .refine(isAsked, NOT_ASKED)
  .transform(({ plan: name, interval: every, test, quantity: count, ...who }) => ({
    purchase: toPurchase({ plan: name, interval: every, test, quantity: count }),
    buyer: who,
  }));

/** `GET account/api/billing/preview`: what a change would cost. */
export const PlanChangeQuery = z.object({ plan, interval, quantity: units });
export type PlanChangeQuery = z.infer<typeof PlanChangeQuery>;

/** `POST account/api/billing/change`: a change, and the amounts that were shown for it. */
export const PlanChangeInput = z.object({
  plan,
  interval,
  quantity: z.int().min(1).max(MOST_UNITS),
  proration_date: z.int().min(0).describe('that of the preview'),
  today: z.int().describe('the amount due today that the preview showed'),
  then: z.int().describe('the later amount that the preview showed'),
});
export type PlanChangeInput = z.infer<typeof PlanChangeInput>;

/** Stripe's reasons for a cancellation. */
export const CANCEL_REASONS = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'customer_service',
  'too_complex',
  'low_quality',
  'other',
] as const;

/** What customers choose from, and what the operator reads. */
export const CANCEL_REASON_TEXTS: Readonly<Record<(typeof CANCEL_REASONS)[number], string>> = {
  too_expensive: 'It costs too much',
  missing_features: 'Something is missing',
  switched_service: 'I use something else now',
  unused: 'I do not use it',
  customer_service: 'The support did not help',
  too_complex: 'It is too complicated',
  low_quality: 'It does not filter well enough',
  other: 'Another reason',
};

/** `POST account/api/billing/cancel`. */
export const CancelInput = z.object({ reason: z.enum(CANCEL_REASONS).optional(), comment: trimmed(500).optional() });
export type CancelInput = z.infer<typeof CancelInput>;

/** The step of the billing portal that a link to `/billing` opens; by default its first page. */
export const BillingQuery = z.union([
  z.object({ flow: z.enum(['cancel', 'card', 'pay']) }),
  PlanChangeQuery.extend({ flow: z.literal('change') }),
  z.object({ flow: z.never().optional() }).transform(() => ({ flow: null })),
]);
export type PortalVisit = { flow: null } | { flow: 'cancel' | 'card' | 'pay' } | ({ flow: 'change' } & PlanChangeQuery);

/** Why an alert was raised (lib/billing/sync/alerts.ts). */
export type AlertKind =
  | 'dispute'
  | 'dispute_closed'
  | 'refund'
  | 'livemode'
  | 'paid_after_deletion'
  | 'unknown_buyer'
  | 'finalization_failed'
  | 'missing_at_stripe'
  | 'owed_after_end'
  | 'paid_after_end'
  | 'price_missing';

export const AlertId = z.object({ id: z.uuid() });
export const UserId = z.object({ id: z.uuid() });
/** `POST admin/api/billing/sync`. */
export const SyncInput = z.object({ subscription: z.string().regex(/^sub_[A-Za-z0-9_]{3,250}$/) });
export type SyncInput = z.infer<typeof SyncInput>;

/** What a movement of the revenue ledger means for the customer. */
export const MOVEMENT_KINDS = ['new', 'expansion', 'contraction', 'churn', 'reactivation'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** The billing checks whose last run is stored. */
export const RUN_NAMES = ['reconcile', 'sweep', 'verify'] as const;
export type RunName = (typeof RUN_NAMES)[number];
