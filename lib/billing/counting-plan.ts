import { isLiveStatus } from './plan.ts';

type SubscriptionFacts = { id: string; status: string; started_at: string };
type KeyFacts = {
  subscription_id: string | null;
  public_key: string;
  /** works, and was not replaced by a rotation */
  usable: boolean;
};

/** The plan that counts for a user: the one answer to "what does this customer have". */
export type CountingPlan<S, K> = {
  /** null for a manual key alone, and for a user who never bought */
  subscription: S | null;
  isLive: boolean;
  /** the usable key that goes with the plan */
  key: K | null;
  /** the plan is live, and its key was switched off by an admin */
  isKeyOff: boolean;
  /** further live subscriptions, the oldest first: charged, but they decide nothing */
  others: S[];
};

/**
 * Chooses the plan that counts, by the first rule that fits (docs/product.md):
 *
 * 1. The oldest live subscription whose key works, with that key.
 * 2. The oldest live subscription, with a usable manual key: an admin made the key for a separate price.
 * 3. The oldest live subscription, without a key.
 * 4. A usable manual key: the custom key before the newest.
 * 5. The newest ended subscription.
 *
 * `keys` are in the order of creation.
 */
export function choosePlan<S extends SubscriptionFacts, K extends KeyFacts>(
  subscriptions: readonly S[],
  keys: readonly K[],
  customKey: string | null,
): CountingPlan<S, K> {
  const oldestFirst = subscriptions.toSorted(
    (a, b) => Date.parse(a.started_at) - Date.parse(b.started_at) || (a.id < b.id ? -1 : 1),
  );
  const usable = keys.filter((key) => key.usable);
  const keyOf = ({ id }: S) => usable.find(({ subscription_id }) => subscription_id === id);
  const live = oldestFirst.filter(({ status }) => isLiveStatus(status));
  const counting = live.find(keyOf) ?? live[0];
  const manuals = usable.filter(({ subscription_id }) => subscription_id === null);
  const manual = manuals.find(({ public_key }) => public_key === customKey) ?? manuals.at(-1) ?? null;
  if (counting) {
    const others = live.filter((other) => other !== counting);
    const key = keyOf(counting) ?? manual;
    const isKeyOff = key === null && keys.some(({ subscription_id }) => subscription_id === counting.id);
    return { subscription: counting, isLive: true, key, isKeyOff, others };
  }
  const subscription = manual ? null : (oldestFirst.at(-1) ?? null);
  return { subscription, isLive: false, key: manual, isKeyOff: false, others: [] };
}
