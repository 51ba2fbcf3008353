/** The plans that are sold through Stripe (decisions §5). */
export type PlanName = 'personal' | 'starter' | 'scale';
/** Stripe's word for how often a price recurs. */
export type BillingInterval = 'month' | 'year';

/** What a plan is at Stripe, in the portal, and at the fuzzy storage. */
export type Plan = {
  name: PlanName;
  /** name of the Stripe product */
  product: string;
  /** requests a day for one unit */
  dailyRequests: number;
  /** of its keys: the rank, and requests per second for one unit */
  rank: number;
  rate: number;
  /** flags hidden from its keys: [1] is "no bulk service" */
  forbiddenFlags: number[];
};

/** The most units that can be bought without talking to us. */
export const MOST_UNITS = 100;

const DAY_SECONDS = 86_400;

export const PLANS: Readonly<Record<PlanName, Plan>> = {
  personal: {
    name: 'personal',
    product: 'Personal usage',
    dailyRequests: 4000,
    rank: 20,
    rate: 4000 / DAY_SECONDS,
    forbiddenFlags: [1],
  },
  starter: {
    name: 'starter',
    product: 'Premium access (small)',
    dailyRequests: 60_000,
    rank: 50,
    rate: 60_000 / DAY_SECONDS,
    forbiddenFlags: [],
  },
  scale: {
    name: 'scale',
    product: 'Premium access',
    dailyRequests: 200_000,
    rank: 75,
    rate: 200_000 / DAY_SECONDS,
    forbiddenFlags: [],
  },
};

/** The lookup key that finds a plan's price at Stripe. */
export const lookupKey = (plan: PlanName, interval: BillingInterval) =>
  `${plan}_${interval === 'year' ? 'yearly' : 'monthly'}`;

/** The plan a lookup key names; null for any other price. */
export function planOfLookupKey(key: string | null): Plan | null {
  const name = key?.match(/^(personal|starter|scale)_(monthly|yearly)$/)?.[1];
  return name ? PLANS[name as PlanName] : null;
}

/** Statuses of Stripe that count as a subscription (spec §4). */
export const LIVE_STATUSES: readonly string[] = ['active', 'past_due', 'trialing'];
export const isLiveStatus = (status: string): boolean => LIVE_STATUSES.includes(status);

/** Statuses of Stripe from which nothing comes back to life; every other may still cost money. */
export const ENDED_STATUSES: readonly string[] = ['canceled', 'incomplete_expired'];
export const isEndedStatus = (status: string): boolean => ENDED_STATUSES.includes(status);

/** What a subscription's status means for its key (decisions §8). */
export function keyStateOf(status: string): 'on' | 'suspended' | 'deleted' {
  if (isLiveStatus(status)) return 'on';
  return status === 'canceled' ? 'deleted' : 'suspended';
}

/** What an admin is to know of a key that comes back (decisions §8); null when its subscription is live, or there is none. */
export const restoredKeyNotice = (subscriptionStatus: string | null): string | null =>
  subscriptionStatus === null || isLiveStatus(subscriptionStatus)
    ? null
    : `The subscription of this key is ${subscriptionStatus}: the key works again now, until billing hears of that subscription and takes it off again.`;
