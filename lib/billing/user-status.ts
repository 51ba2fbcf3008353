import { isLiveStatus } from './plan.ts';
import type { UserStatusView } from './views.ts';

type SubscriptionFacts = { id: string; status: string; product: string; quantity: number; started_at: string };
type KeyFacts = {
  subscription_id: string | null;
  public_key: string;
  quantity: number;
  usable: boolean;
  /** those of the key and those of its rank */
  forbidden_flags: number[];
};

/**
 * Chooses the plan that a status reports: the newest live subscription; else a manual key, the custom key before the
 * newest; else the newest ended subscription. `keys` are in the order of creation; `usable` ones work and were not
 * replaced by a rotation.
 */
export function reportPlan(
  subscriptions: SubscriptionFacts[],
  keys: KeyFacts[],
  customKey: string | null,
): Omit<UserStatusView, 'email' | 'is_admin' | 'usage_limit'> {
  const live = liveSubscription(subscriptions);
  const manuals = keys.filter(({ subscription_id, usable }) => subscription_id === null && usable);
  const manual = manuals.find(({ public_key }) => public_key === customKey) ?? manuals.at(-1);
  const ended = newestFirst(subscriptions)[0];
  if (live) {
    const key = keys.find(({ subscription_id, usable }) => subscription_id === live.id && usable);
    const { product, quantity, status } = live;
    return { has_subscription: true, is_manual: false, plan: { product, quantity, status, ...keyPart(key) } };
  }
  if (manual) {
    const { quantity } = manual;
    const plan = { product: null, quantity, status: 'active', ...keyPart(manual) };
    return { has_subscription: true, is_manual: true, plan };
  }
  const plan = ended
    ? { product: ended.product, quantity: ended.quantity, status: ended.status, ...keyPart() }
    : { product: null, quantity: 0, status: null, ...keyPart() };
  return { has_subscription: false, is_manual: false, plan };
}

const keyPart = (key?: KeyFacts) => ({
  key: key?.public_key ?? null,
  forbidden_flags: [...new Set(key?.forbidden_flags)].toSorted((a, b) => a - b),
});

/** The subscription that a status reports: the newest live one. */
export const liveSubscription = <S extends { status: string; started_at: string }>(
  subscriptions: readonly S[],
): S | undefined => newestFirst(subscriptions).find(({ status }) => isLiveStatus(status));

const newestFirst = <S extends { started_at: string }>(subscriptions: readonly S[]): S[] =>
  subscriptions.toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at));
