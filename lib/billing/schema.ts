import { z } from 'zod';
import { trimmed } from '#lib/base/text/text.ts';
import { MOST_UNITS, type BillingInterval, type PlanName } from './plan.ts';

/** What a link to `/buy` asks for. */
export type Purchase = { plan: PlanName; interval: BillingInterval; isTest: boolean };

const flag = z.literal('1', 'A flag of this link must be 1, or be left out.').optional();

/** The flags of `/buy`. Refuses unknown flags, values other than 1, and micro together with small (S61). */
export const BuyQuery = z
  .strictObject({ micro: flag, small: flag, yearly: flag, test: flag }, 'This link has an unknown flag.')
  .refine(({ micro, small }) => !(micro && small), 'Only one plan can be bought at a time.')
  .transform(({ micro, small, yearly, test }): Purchase => ({
    plan: micro ? 'personal' : small ? 'starter' : 'scale',
    interval: yearly ? 'year' : 'month',
    isTest: test === '1',
  }));

/** The flags of the link that asks for a purchase. */
export const toBuyFlags = ({ plan, interval, isTest }: Purchase): Record<string, '1'> => ({
  ...(plan === 'personal' && { micro: '1' }),
  ...(plan === 'starter' && { small: '1' }),
  ...(interval === 'year' && { yearly: '1' }),
  ...(isTest && { test: '1' }),
});

/** The plans that a subscription can change to. */
const plan = z.enum(['personal', 'starter', 'scale']);
const interval = z.enum(['month', 'year']);
const quantity = z.coerce.number().int().min(1).max(MOST_UNITS);

/** `POST buy/form`: what was chosen on /buy/choose. */
export const BuyInput = z
  .object({ plan, interval, test: flag })
  .transform(({ test, ...chosen }): Purchase => ({ ...chosen, isTest: test === '1' }));

/** `GET account/api/billing/preview`: what a change would cost. */
export const PlanChangeQuery = z.object({ plan, interval, quantity });
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
