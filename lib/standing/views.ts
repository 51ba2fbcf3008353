import { z } from 'zod';
import { FittingChange, UserStatusView } from '#lib/billing/views.ts';
import { UsageCountsView } from '#lib/usage/views.ts';

/** From the most urgent to the least; a user has the first that applies. */
export const STANDINGS = ['unpaid', 'past_due', 'over', 'silent', 'near', 'waiting', 'fine', 'none'] as const;
export type Standing = (typeof STANDINGS)[number];

/** `GET account/api/standing`. */
export const StandingView = z.object({
  standing: z
    .enum(STANDINGS)
    .describe(
      'the first that applies. unpaid: the key is suspended until billing is settled; past_due: a payment failed; ' +
        'over: the limit of the last 24 hours is reached; silent: a busy key has fallen silent; near: 80% of the limit ' +
        'or a forecast to reach it; waiting: no request yet; none: no key',
    ),
  limit: UserStatusView.shape.usage_limit,
  last_day: UsageCountsView.nullable().describe('the most recent 24 hours; null without a report'),
  day_before: UsageCountsView.nullable().describe('the 24 hours before'),
  reaches_limit_at: z.iso
    .datetime()
    .nullable()
    .describe('forecast for the next 24 hours; null: not reached, or already'),
  last_request_at: z.iso.datetime().nullable(),
  raise: FittingChange.nullable().describe('the cheapest change that fits; null if there is none, or none is needed'),
});
export type StandingView = z.infer<typeof StandingView>;
