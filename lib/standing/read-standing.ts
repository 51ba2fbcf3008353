import type { Context, Member } from '#lib/base/context.ts';
import { NEAR_PERCENT } from '#lib/base/promises.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { fittingChange } from '#lib/billing/fitting-plan.ts';
import { type Holdings, holdingsOf } from '#lib/billing/holdings.ts';
import { isLiveStatus } from '#lib/billing/plan.ts';
import { findSilentKeys } from '#lib/usage/alerts/silence.ts';
import { recentWindow } from '#lib/usage/buckets.ts';
import { findChains } from '#lib/usage/chains.ts';
import { FORECAST_HOURS, reachesLimitAt } from '#lib/usage/graphs/forecast.ts';
import { requestsOf } from '#lib/usage/limit.ts';
import { countsOf } from '#lib/usage/own.ts';
import { findLastRequest } from '#lib/usage/queries.ts';
import { sumUsage } from '#lib/usage/sums.ts';
import type { Standing, StandingView } from './views.ts';

/** A key that has not been used for this long is silent, however busy it was before. */
const LONG_SILENT_MS = 7 * DAY;

/** The caller's most urgent state, with its figures, and the change of plan that would help. */
export async function getStanding(ctx: Context<Member>): Promise<StandingView> {
  const held = await holdingsOf(ctx);
  const { limit, subscription } = held;
  const keyId = held.key?.id ?? null;
  const chain = keyId === null ? [] : ((await findChains(ctx.db, [keyId])).get(keyId) ?? []);
  const sums = await sumUsage(ctx.db, chain, recentWindow(ctx.now, FORECAST_HOURS * HOUR, HOUR));
  const dayOf = (day: number) => countsOf(sums.filter(({ index }) => Math.floor(index / 24) === day));
  const [before, last] = [dayOf(0), dayOf(1)];
  const lastRequest = keyId === null ? null : (await findLastRequest(ctx.db, keyId, ctx.now)).at;
  const hours = Array.from({ length: FORECAST_HOURS }, (_, hour) =>
    sums.filter(({ index }) => index === hour).reduce((total, sum) => total + requestsOf(sum), 0),
  );
  const forecast = limit.daily === null ? null : reachesLimitAt(hours, limit.daily, ctx.now);
  const standing = standingOf({
    status: subscription?.status ?? null,
    hasKey: keyId !== null,
    used: last?.requests ?? null,
    limit: limit.daily,
    willReachLimit: forecast !== null,
    hasRequest: lastRequest !== null,
    isSilent: await isSilent(ctx, keyId, chain, lastRequest),
  });
  const isTight = standing === 'over' || standing === 'near';
  return {
    standing,
    limit,
    last_day: last,
    day_before: before,
    reaches_limit_at: forecast?.toISOString() ?? null,
    last_request_at: lastRequest,
    raise: isTight && limit.source === 'plan' ? raiseOf(held, last?.requests ?? 0) : null,
  };
}

async function isSilent(ctx: Context, keyId: number | null, chain: readonly number[], lastRequest: string | null) {
  if (keyId === null || lastRequest === null) return false;
  if (ctx.now.getTime() - Date.parse(lastRequest) > LONG_SILENT_MS) return true;
  return (await findSilentKeys(ctx, [{ id: keyId }], new Map([[keyId, chain]]))).length > 0;
}

function raiseOf({ subscription, isLive }: Holdings, requests: number) {
  if (!isLive || !subscription?.plan) return null;
  const { plan, interval, quantity } = subscription;
  return fittingChange({ plan, interval, quantity }, requests);
}

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
