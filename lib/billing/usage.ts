import type { Admin, Context, Member } from '#lib/context.ts';
import { periodOf, windowOf } from '#lib/usage/buckets.ts';
import { graphsOf } from '#lib/usage/graph.ts';
import { findLastRequest } from '#lib/usage/queries.ts';
import type { LastRequestView, UsageGraphView } from '#lib/usage/views.ts';
import { noSuchUser } from '#lib/users/admin-user.ts';
import { findUserStatus } from './queries.ts';

/** Usage of the key that the caller's status reports and of those it replaced. Throws `malformed` for a bad period. */
export async function getOwnUsage(ctx: Context<Member>, period: string): Promise<UsageGraphView> {
  const window = windowOf(periodOf(period), 'user', ctx.now);
  return graphsOf(ctx.db, (await reportedKey(ctx, ctx.actor.userId)) ?? null, window);
}

/** The same for any user, for admins. Also throws `not_found`. */
export async function getUserUsage(ctx: Context<Admin>, userId: string, period: string): Promise<UsageGraphView> {
  const window = windowOf(periodOf(period), 'user', ctx.now);
  const keyId = await reportedKey(ctx, userId);
  if (keyId === undefined) throw noSuchUser();
  return graphsOf(ctx.db, keyId, window);
}

/** When the caller's key was last used, which shows that it works. */
export async function getLastRequest(ctx: Context<Member>): Promise<LastRequestView> {
  const keyId = (await reportedKey(ctx, ctx.actor.userId)) ?? null;
  if (keyId === null) return { has_key: false, at: null, server: null };
  return { has_key: true, ...(await findLastRequest(ctx.db, keyId)) };
}

/** Row id of the key that a user's status reports; null without a key, undefined for an unknown user. */
async function reportedKey(ctx: Context, userId: string): Promise<number | null | undefined> {
  const status = await findUserStatus(ctx, userId);
  if (!status) return undefined;
  if (status.plan.key === null) return null;
  const key = await ctx.db.fuzzyKey.findFirst({ where: { publicKey: status.plan.key, userId }, select: { id: true } });
  return key?.id ?? null;
}
