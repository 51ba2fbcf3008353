import { isLiveStatus } from '#lib/billing/plan.ts';
import type { FuzzyKeyRow, KeyState, KeyType } from './views.ts';

/** The facts that decide, together with the time, whether a key works. */
export type StateFacts = {
  deletedAt: Date | null;
  suspendedAt: Date | null;
  /** end of a rotated key's grace period */
  worksUntil: Date | null;
  account: { blockedAt: Date | null } | null;
};

/** When a key ended, by deletion or at the end of its grace period; null if it has not ended. */
export const endOfKey = (
  { deletedAt, worksUntil }: Omit<StateFacts, 'account' | 'suspendedAt'>,
  now: Date,
): Date | null => deletedAt ?? (worksUntil && worksUntil <= now ? worksUntil : null);

/**
 * A key's state at `now`: the one rule for storage, repository, console and status. A key is suspended while its owner
 * is blocked.
 */
export function keyState(key: StateFacts, now: Date): KeyState {
  if (endOfKey(key, now)) return 'deleted';
  return key.suspendedAt || key.account?.blockedAt ? 'suspended' : 'on';
}

/**
 * `stripe` if the description contains "stripe" and a subscription id; otherwise `user` with an email, else `manual`.
 */
export const keyType = ({ description, email }: { description: string; email: string | null }): KeyType =>
  hasStripeMarker(description) && description.includes('sub_') ? 'stripe' : email !== null ? 'user' : 'manual';

/** `isReplaced`: a rotation has put another key in its place. */
type Facts = { state: KeyState; isReplaced: boolean };

/**
 * Whether a key can be changed: it must be neither deleted (S51) nor replaced, because a replaced key follows its
 * successor.
 */
export const canEdit = ({ state, isReplaced }: Facts): boolean => state !== 'deleted' && !isReplaced;

/** Whether mail depends on a key: it works, and it was paid for or sent requests in the last days. */
export const isInUse = ({
  state,
  requests,
  subscription_status: status,
}: Pick<FuzzyKeyRow, 'state' | 'requests' | 'subscription_status'>): boolean =>
  state === 'on' && ((requests ?? 0) > 0 || (status !== null && isLiveStatus(status)));

/** Whether a key can be assigned to a user, because it has neither owner nor email. */
export const canAssign = (key: Facts & { email: string | null; accountId: string | null }): boolean =>
  canEdit(key) && key.email === null && key.accountId === null;

/**
 * Whether a key can be rotated: it must work and not be external, because we have no private half of an external key.
 */
export const canRotate = (key: Facts & { isExternal: boolean }): boolean =>
  key.state === 'on' && !key.isReplaced && !key.isExternal;

/** Whether a deleted key can be restored: not if it was replaced. */
export const canRestore = ({ state, isReplaced }: Facts): boolean => state === 'deleted' && !isReplaced;

/** list.ts counts Stripe keys by the same rule. */
const hasStripeMarker = (description: string): boolean => description.toLowerCase().includes('stripe');
