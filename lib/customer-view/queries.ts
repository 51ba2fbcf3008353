import { listLogins, listSessions } from '#lib/auth/session/queries.ts';
import { listPasskeys } from '#lib/auth/settings/passkeys.ts';
import { getTwoFactor } from '#lib/auth/settings/two-factor.ts';
import { transaction, type Admin, type Context, type Member } from '#lib/base/context.ts';
import { holdingsOf, type Holdings } from '#lib/billing/holdings.ts';
import { getUserStatus, toStatus } from '#lib/billing/queries.ts';
import { getOwnKey } from '#lib/fuzzy-keys/own-key.ts';
import { listConnectedApps } from '#lib/oauth/clients/connected-apps.ts';
import { getOwnServers } from '#lib/sources/own-servers.ts';
import { getStanding } from '#lib/standing/read-standing.ts';
import { listUsageTokens } from '#lib/usage-tokens/queries.ts';
import { getUsageAlertSettings } from '#lib/usage/alerts/alert-settings.ts';
import { getLastRequest } from '#lib/usage/own.ts';

/** The data of the user's dashboard, without invoices. */
export const getViewedDashboard = (ctx: Context<Admin>, userId: string) =>
  readAsCustomer(ctx, userId, async (as) => {
    const held = await holdingsOf(as);
    const status = toStatus(held);
    const { key } = status.plan;
    const keyId = held.key?.id ?? null;
    return {
      status,
      standing: status.plan.status === null ? null : await getStanding(as),
      lastRequest: await getLastRequest(as, keyId),
      servers: await getOwnServers(as, keyId),
      key: key === null ? null : await getOwnKey(as, key),
      period: periodOf(held),
      apps: (await listConnectedApps(as)).apps,
    };
  });
export type ViewedDashboard = Awaited<ReturnType<typeof getViewedDashboard>>;

/** The user's plan and key, for the pages about usage and setup. */
export const getViewedStatus = (ctx: Context<Admin>, userId: string) => readAsCustomer(ctx, userId, getUserStatus);
export type ViewedStatus = Awaited<ReturnType<typeof getViewedStatus>>;

/** The data of the user's account page: logins, connected apps, tokens and alerts. */
export const getViewedAccount = (ctx: Context<Admin>, userId: string) =>
  readAsCustomer(ctx, userId, async (as) => ({
    status: await getUserStatus(as),
    twoFactor: await getTwoFactor(as),
    ...(await listPasskeys(as)),
    ...(await listSessions(as)),
    ...(await listLogins(as)),
    ...(await listConnectedApps(as)),
    ...(await listUsageTokens(as)),
    alerts: await getUsageAlertSettings(as),
  }));
export type ViewedAccount = Awaited<ReturnType<typeof getViewedAccount>>;

/** An id that no session has, so that none of the user's sessions counts as the current one. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/**
 * Runs the user's own queries in a read-only transaction, where sending an email or calling Stripe throws. Exported for
 * its test.
 */
export async function readAsCustomer<T>(
  ctx: Context<Admin>,
  userId: string,
  read: (as: Context<Member>) => Promise<T>,
): Promise<T> {
  return transaction<Context, T>(ctx, async (tx) => {
    await tx.db.$executeRaw`SET TRANSACTION READ ONLY`;
    const actor: Member = { kind: 'user', userId, role: 'subscriber', sessionId: NO_SESSION };
    return read({ ...tx, actor, mail: refuse, stripe: refuse });
  });
}

function refuse(): never {
  throw new Error('a customer view sends no mail and asks no Stripe');
}

/** When the running period of the user's subscription ends, and whether the plan ends with it. */
function periodOf({ subscription, isLive }: Holdings): { ends_at: string; is_cancelled: boolean } | null {
  if (!isLive) return null;
  const end = subscription?.cancel_at ?? subscription?.current_period_end;
  return end ? { ends_at: new Date(end).toISOString(), is_cancelled: Boolean(subscription?.cancel_at) } : null;
}
