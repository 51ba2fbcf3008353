import type { Admin, Context, Member } from '#lib/context.ts';
import { Prisma } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';
import { IS_USABLE } from '#lib/fuzzy-keys/usable-key.ts';
import { readPrepared } from '#lib/prepared.ts';
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
  keys: (Parameters<typeof reportPlan>[1][number] & { id: number })[];
};

/** The caller's plan, key and limit, in one statement (P6). */
export async function getUserStatus(ctx: Context<Member>): Promise<UserStatusView> {
  const found = await findStatus(ctx, ctx.actor.userId);
  if (!found) throw new DomainError('unauthenticated', 'Please log in.');
  return found.status;
}

/** The row id of the key that the caller's status shows; null if the status shows no key. */
export async function findOwnKeyId(ctx: Context<Member>): Promise<number | null> {
  return (await findStatus(ctx, ctx.actor.userId))?.keyId ?? null;
}

/** A user's status, and the user's row in the admin list. Throws `not_found`. */
export async function getUserDetails(ctx: Context<Admin>, id: string): Promise<UserDetailsView> {
  const found = await findStatus(ctx, id);
  if (!found) throw noSuchUser();
  return { ...found.status, user: await getAdminUser(ctx.db, id) };
}

/** The row id of the key that a user's status shows; null if the status shows no key. Throws `not_found`. */
export async function getKeyIdOf(ctx: Context<Admin>, userId: string): Promise<number | null> {
  const found = await findStatus(ctx, userId);
  if (!found) throw noSuchUser();
  return found.keyId;
}

/** A user's status, and the row id of the key that it shows; null for an unknown user. */
async function findStatus(
  { db }: Context,
  userId: string,
): Promise<{ status: UserStatusView; keyId: number | null } | null> {
  const statement = Prisma.sql`
    SELECT u.email, u.is_admin, u.daily_limit, u.custom_key,
      (SELECT coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'product', s.product_name, 'plan', s.plan,
                'quantity', s.quantity, 'started_at', s.started_at)), '[]')
         FROM subscriptions s WHERE s.user_id = u.id) AS subscriptions,
      (SELECT coalesce(json_agg(json_build_object('id', k.id, 'subscription_id', k.subscription_id, 'public_key', k.public_key,
                'quantity', k.quantity, 'usable', ${IS_USABLE},
                'forbidden_flags', r.forbidden_flags || k.forbidden_flags) ORDER BY k.id), '[]')
         FROM fuzzy_keys k JOIN ranks r ON r.rank = k.rank WHERE k.user_id = u.id) AS keys
    FROM users u WHERE u.id = ${userId}::uuid`;
  const [row] = await readPrepared<StatusRow>(db, statement);
  if (!row) return null;
  const { email, is_admin, daily_limit, custom_key, subscriptions, keys } = row;
  const reported = reportPlan(subscriptions, keys, custom_key);
  const keyId = keys.find(({ public_key }) => public_key === reported.plan.key)?.id ?? null;
  return { status: { ...reported, usage_limit: usageLimitOf(daily_limit, subscriptions), email, is_admin }, keyId };
}
