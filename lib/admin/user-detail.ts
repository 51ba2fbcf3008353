import { findOwnedAccount } from '#lib/accounts/acting-for.ts';
import { listAccountsOfUser } from '#lib/accounts/console.ts';
import { deviceName } from '#lib/auth/session/device-name.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { stripeUrl } from '#lib/billing/stripe/stripe-url.ts';
import { listAdminValues } from '#lib/billing/sync/admin-values.ts';
import { selectKeyRows } from '#lib/fuzzy-keys/console/key-rows.ts';
import { SPREAD_NETWORKS } from '#lib/fuzzy-keys/schema.ts';
import { getAdminUser } from '#lib/users/admin-user.ts';
import type { AdminUserDetailView } from '#lib/users/views.ts';
import { listKeyNetworks } from './key-networks.ts';

/** Details of one user for the admin console. Throws `not_found`. */
export async function getUserDetail(ctx: Context<Admin>, id: string): Promise<AdminUserDetailView> {
  const user = await getAdminUser(ctx.db, id);
  const isLive = { userId: id, expiresAt: { gt: ctx.now } };
  const accounts = await listAccountsOfUser(ctx, id);
  const owned = accounts.filter(({ role }) => role === 'owner');
  const { totpEnabledAt, _count, sessions } = await ctx.db.user.findUniqueOrThrow({
    where: { id },
    select: {
      totpEnabledAt: true,
      _count: { select: { passkeys: true, consents: true, sessions: { where: isLive } } },
      sessions: {
        where: isLive,
        orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
        take: 1,
        select: { userAgent: true, ip: true, lastSeenAt: true },
      },
    },
  });
  const [last] = sessions;
  const keys = await selectKeyRows(
    ctx.db,
    ctx.now,
    Prisma.sql`
    WHERE k.user_id = ANY(${owned.map((account) => account.id)}::uuid[]) ORDER BY k.id DESC`,
  );
  const meant = await findOwnedAccount(ctx.db, id);
  const stripeCustomerId = owned.find((account) => account.id === meant)?.stripe_customer_id ?? null;
  const spread = keys.flatMap((key) => (key.networks > SPREAD_NETWORKS ? key.id : []));
  return {
    user,
    stripe_customer_id: stripeCustomerId,
    stripe_urls: urlsOf([
      ...owned.map((account) => account.stripe_customer_id),
      ...user.subscriptions.map((row) => row.stripe_subscription_id),
    ]),
    set_by_admin: await listAdminValues(ctx, id),
    keys,
    networks: Object.fromEntries(await listKeyNetworks(ctx, spread)),
    sessions: {
      count: _count.sessions,
      last: last
        ? { device: deviceName(last.userAgent), ip: last.ip, last_seen_at: last.lastSeenAt.toISOString() }
        : null,
    },
    two_factor: { totp: totpEnabledAt !== null, passkeys: _count.passkeys },
    connected_apps: _count.consents,
    accounts,
  };
}

const urlsOf = (ids: readonly (string | null)[]): Record<string, string> =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const url = id && stripeUrl(id);
      return url ? [[id, url]] : [];
    }),
  );
