import { isLiveStatus } from '#lib/billing/plan.ts';
import { NEAR_PERCENT } from '#lib/promises.ts';
import type { Standing } from './views.ts';

export type Facts = {
  /** Stripe's status of the subscription that the user's status reports; null without a subscription */
  status: string | null;
  hasKey: boolean;
  /** requests of the most recent 24 hours; null without a report */
  used: number | null;
  /** requests a day; null means unlimited */
  limit: number | null;
  willReachLimit: boolean;
  hasRequest: boolean;
  isSilent: boolean;
};

/** Statuses of a subscription that can still become live, but has no working key now. */
const HELD: readonly string[] = ['unpaid', 'paused', 'incomplete'];

/** The most urgent state that applies to a user. */
export function standingOf(facts: Facts): Standing {
  const { status, hasKey, used, limit } = facts;
  if (status !== null && HELD.includes(status)) return 'unpaid';
  if (status === 'past_due') return 'past_due';
  if (!hasKey || (status !== null && !isLiveStatus(status))) return 'none';
  if (limit !== null && used && used >= limit) return 'over';
  if (facts.isSilent) return 'silent';
  const isNear = limit !== null && used !== null && used * 100 >= limit * NEAR_PERCENT && used > 0;
  if (isNear || facts.willReachLimit) return 'near';
  return facts.hasRequest ? 'fine' : 'waiting';
}
