import { may } from '#lib/accounts/roles.ts';
import type { Admin, Context, Member } from '#lib/base/context.ts';
import { getAdminUser } from '#lib/users/admin-user.ts';
import { holdingsOf, holdingsOfUser, type Holdings } from './holdings.ts';
import type { UserDetailsView, UserStatusView } from './views.ts';

/** The caller's plan, key and limit. */
export const getUserStatus = async (ctx: Context<Member>): Promise<UserStatusView> =>
  toMemberStatus(ctx, await holdingsOf(ctx));

/** The status as a member sees it: who may not operate the account does not see its key. */
export function toMemberStatus({ actor }: Context<Member>, held: Holdings): UserStatusView {
  const status = toStatus(held);
  return may(actor.accountRole, 'operate') ? status : { ...status, plan: { ...status.plan, key: null } };
}

/** The row id of the key that the caller's status shows; null if the status shows no key. */
export const findOwnKeyId = async (ctx: Context<Member>): Promise<number | null> =>
  (await holdingsOf(ctx)).key?.id ?? null;

/** A user's status, and the user's row in the admin list. Throws `not_found`. */
export async function getUserDetails(ctx: Context<Admin>, id: string): Promise<UserDetailsView> {
  const held = await holdingsOfUser(ctx, id);
  return { ...toStatus(held), user: await getAdminUser(ctx.db, id) };
}

/** The row id of the key that a user's status shows; null if the status shows no key. Throws `not_found`. */
export const getKeyIdOf = async (ctx: Context<Admin>, userId: string): Promise<number | null> =>
  (await holdingsOfUser(ctx, userId)).key?.id ?? null;

/** A status as the API sends it. */
function toStatus({ subscription, isLive, key, isKeyOff, limit, email, isAdmin }: Holdings): UserStatusView {
  const isManual = key !== null && subscription === null;
  return {
    has_subscription: isLive || isManual,
    is_manual: isManual,
    plan: {
      product: subscription?.product ?? null,
      quantity: subscription?.quantity ?? key?.quantity ?? 0,
      status: isManual ? 'active' : (subscription?.status ?? null),
      key: key?.public_key ?? null,
      ends_at: subscription?.cancel_at && isLive ? new Date(subscription.cancel_at).toISOString() : null,
      key_is_off: isKeyOff,
      forbidden_flags: [...new Set(key?.forbidden_flags)].toSorted((a, b) => a - b),
    },
    usage_limit: limit,
    email,
    is_admin: isAdmin,
  };
}
