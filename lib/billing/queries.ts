import type { Admin, Context, Member } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';
import { worksInSql } from '#lib/fuzzy-keys/works-in-sql.ts';
import { getAdminUser, noSuchUser } from '#lib/users/admin-user.ts';
import type { UserDetailsView, UserStatusView } from './views.ts';
import { usageLimitOf, type LimitedSubscription } from './limit.ts';
import { reportPlan } from './user-status.ts';

type StatusRow = {
  email: string | null;
  is_admin: boolean;
  daily_limit: number | null;
  custom_key: string | null;
  subscriptions: (Parameters<typeof reportPlan>[0][number] & LimitedSubscription)[];
  keys: Parameters<typeof reportPlan>[1];
};

/** The caller's plan, key and limit, in one statement (P6). */
export async function getUserStatus(ctx: Context<Member>): Promise<UserStatusView> {
  const status = await findUserStatus(ctx, ctx.actor.userId);
  if (!status) throw new DomainError('unauthenticated', 'Please log in.');
  return status;
}

/** A user's status and row of the admin list, for admins. Throws `not_found`. */
export async function getUserDetails(ctx: Context<Admin>, id: string): Promise<UserDetailsView> {
  const status = await findUserStatus(ctx, id);
  if (!status) throw noSuchUser();
  return { ...status, user: await getAdminUser(ctx.db, id) };
}

/** A user's status; null for an unknown user. */
export async function findUserStatus({ db, now }: Context, userId: string): Promise<UserStatusView | null> {
  const [row] = await db.$queryRaw<StatusRow[]>`/* prepared */
    SELECT u.email, u.is_admin, u.daily_limit, u.custom_key,
      (SELECT coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'product', s.product_name, 'plan', s.plan,
                'quantity', s.quantity, 'started_at', s.started_at)), '[]')
         FROM subscriptions s WHERE s.user_id = u.id) AS subscriptions,
      (SELECT coalesce(json_agg(json_build_object('subscription_id', k.subscription_id, 'public_key', k.public_key,
                'quantity', k.quantity, 'usable', ${worksInSql(now)} AND k.replaced_by_id IS NULL,
                'forbidden_flags', r.forbidden_flags || k.forbidden_flags) ORDER BY k.id), '[]')
         FROM fuzzy_keys k JOIN ranks r ON r.rank = k.rank WHERE k.user_id = u.id) AS keys
    FROM users u WHERE u.id = ${userId}::uuid`;
  if (!row) return null;
  const { email, is_admin, daily_limit, custom_key, subscriptions, keys } = row;
  return {
    ...reportPlan(subscriptions, keys, custom_key),
    usage_limit: usageLimitOf(daily_limit, subscriptions),
    email,
    is_admin,
  };
}
