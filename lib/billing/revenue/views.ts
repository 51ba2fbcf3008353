import { z } from 'zod';
import { MOVEMENT_KINDS, RUN_NAMES } from '#lib/billing/schema.ts';
import { time } from '#lib/billing/views.ts';

const pence = z.int().describe("in the currency's smallest unit, before VAT and discounts");
const day = z.iso.date();

/** A figure of `GET admin/api/billing/revenue`; values that do not apply to it are null. */
export const RevenueFigure = z.object({
  name: z.enum(['mrr_start', ...MOVEMENT_KINDS, 'mrr_end', 'customer_churn', 'revenue_churn']),
  definition: z.string(),
  rows: z.record(z.string(), z.string()).describe('query of `GET /admin/api/billing/revenue/movements` for its rows'),
  yearly_pence: pence.nullable(),
  monthly_pence: pence.nullable().describe('a twelfth, rounded once'),
  customers: z.int().nullable().describe('customers who pay, or how many more do than before'),
  share: z.number().nullable().describe('0.05 is 5%'),
});
export type RevenueFigure = z.infer<typeof RevenueFigure>;

/** `GET admin/api/billing/revenue`. */
export const RevenueView = z.object({
  currency: z.string(),
  from: day,
  to: day,
  figures: z.array(RevenueFigure),
  cohorts: z
    .array(
      z.object({
        cohort: z.string().describe('month of the first payment, 2026-11'),
        months: z.array(z.object({ month: z.string(), customers: z.int(), yearly_pence: pence, monthly_pence: pence })),
      }),
    )
    .describe("customers by the month of their first payment, and what they bring in at each month's end"),
});
export type RevenueView = z.infer<typeof RevenueView>;

/** `GET admin/api/billing/revenue/movements`. */
export const MovementListView = z.object({
  movements: z.array(
    z.object({
      id: z.int(),
      at: time,
      kind: z.string(),
      cause: z.string().describe('what changed: purchase, plan, quantity, cancellation_requested, payment_failed, …'),
      yearly_pence: pence,
      currency: z.string(),
      stripe_subscription_id: z.string(),
      user_id: z.uuid(),
      email: z.string().nullable().describe('of the customer now; null after a deletion'),
    }),
  ),
  total: z.int(),
  total_is_capped: z.boolean(),
  next_cursor: z.string().nullable(),
});
export type MovementListView = z.infer<typeof MovementListView>;

/** `GET admin/api/billing/runs`. */
export const RunListView = z.object({
  runs: z.array(
    z.object({
      name: z.enum(RUN_NAMES),
      ran_at: time,
      found: z.array(z.object({ what: z.string(), count: z.int(), names: z.array(z.string()) })),
    }),
  ),
});
export type RunListView = z.infer<typeof RunListView>;
