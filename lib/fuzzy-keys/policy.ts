import type { KeyState, KeyType } from './views.ts';

/** What decides whether a key works, beside the moment. */
export type StateFacts = {
  deletedAt: Date | null;
  suspendedAt: Date | null;
  /** end of the grace of a rotated key */
  worksUntil: Date | null;
  user: { blockedAt: Date | null } | null;
};

/** When a key ended, by deletion or with its grace; null: it did not. */
export const endOfKey = ({ deletedAt, worksUntil }: Omit<StateFacts, 'user' | 'suspendedAt'>, now: Date): Date | null =>
  deletedAt ?? (worksUntil && worksUntil <= now ? worksUntil : null);

/** Whether a key works at a moment: the one rule for storage, repository, console and status. A blocked owner's key is suspended. */
export function keyState(key: StateFacts, now: Date): KeyState {
  if (endOfKey(key, now)) return 'deleted';
  return key.suspendedAt || key.user?.blockedAt ? 'suspended' : 'on';
}

/** Stripe when the description says so and names a subscription, else by whether there is an email (spec §4). */
export const keyType = ({ description, email }: { description: string; email: string | null }): KeyType =>
  hasStripeMarker(description) && description.includes('sub_') ? 'stripe' : email !== null ? 'user' : 'manual';

/** Of a key: `isReplaced` when a rotation put another in its place. */
type Facts = { state: KeyState; isReplaced: boolean };

/** A deleted key cannot be changed (S51), and one that was replaced follows the key that took its place. */
export const canEdit = ({ state, isReplaced }: Facts): boolean => state !== 'deleted' && !isReplaced;

/** Whether a key can be given to a user: nobody has it yet. */
export const canAssign = (key: Facts & { email: string | null; userId: string | null }): boolean =>
  canEdit(key) && key.email === null && key.userId === null;

/** A key that does not work has nothing to hand over, and the pair of an external one is not ours. */
export const canRotate = (key: Facts & { isExternal: boolean }): boolean =>
  key.state === 'on' && !key.isReplaced && !key.isExternal;

/** Whether a deleted key can come back: not one that was replaced. */
export const canRestore = ({ state, isReplaced }: Facts): boolean => state === 'deleted' && !isReplaced;

/** What the counter of Stripe keys counts (spec §4). */
const hasStripeMarker = (description: string): boolean => description.toLowerCase().includes('stripe');
