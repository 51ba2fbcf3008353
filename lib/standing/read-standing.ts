import { holdingsOf, type Holdings } from '#lib/billing/holdings.ts';
import type { Context, Member } from '#lib/context.ts';
import { DAY, HOUR } from '#lib/time.ts';
import { recentWindow } from '#lib/usage/buckets.ts';
import { findChains } from '#lib/usage/chains.ts';
import { countsOf } from '#lib/usage/own.ts';
import { findLastRequest } from '#lib/usage/queries.ts';
import { requestsOf } from '#lib/usage/limit.ts';
import { findSilentKeys } from '#lib/usage/silence.ts';
import { sumUsage } from '#lib/usage/sums.ts';
import { fittingChange } from './fitting-plan.ts';
import { FORECAST_HOURS, reachesLimitAt } from '#lib/usage/graphs/forecast.ts';
import { standingOf } from './standing.ts';
import type { StandingView } from './views.ts';

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
