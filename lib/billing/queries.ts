import type { Context, Member } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';
import type { UserStatusView } from './schema.ts';
import { reportPlan } from './user-status.ts';

type StatusRow = {
  email: string | null;
  is_admin: boolean;
  subscriptions: Parameters<typeof reportPlan>[0];
  keys: Parameters<typeof reportPlan>[1];
};

/** The caller's plan and key, in one statement (P6). */
export async function getUserStatus(ctx: Context<Member>): Promise<UserStatusView> {
  const [row] = await ctx.db.$queryRaw<StatusRow[]>`
    SELECT u.email, u.is_admin,
      (SELECT coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'product', s.product_name,
                'quantity', s.quantity, 'started_at', s.started_at)), '[]')
         FROM subscriptions s WHERE s.user_id = u.id) AS subscriptions,
      (SELECT coalesce(json_agg(json_build_object('subscription_id', k.subscription_id, 'public_key', k.public_key,
                'quantity', k.quantity, 'usable', k.deleted_at IS NULL AND k.suspended_at IS NULL) ORDER BY k.id), '[]')
         FROM fuzzy_keys k WHERE k.user_id = u.id) AS keys
    FROM users u WHERE u.id = ${ctx.actor.userId}::uuid`;
  if (!row) throw new DomainError('unauthenticated', 'Please log in.');
  return { ...reportPlan(row.subscriptions, row.keys), email: row.email, is_admin: row.is_admin };
}
