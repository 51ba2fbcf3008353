import { DAY, inSeconds } from '#lib/base/time.ts';

/** The plans that are sold through Stripe (docs/product.md). */
export type PlanName = 'personal' | 'starter' | 'scale';
/** The billing interval of a price, as Stripe names it. */
export type BillingInterval = 'month' | 'year';

/** A plan as Stripe, the portal and the fuzzy storage see it. */
export type Plan = {
  name: PlanName;
  /** name of the Stripe product */
  product: string;
  /** requests a day for one unit */
  dailyRequests: number;
  /** rank of its keys */
  rank: number;
  /** requests a second for one unit */
  rate: number;
  /** flags hidden from its keys: [1] is "no bulk service" */
  forbiddenFlags: number[];
};

/** The most units that can be bought without contacting sales. */
export const MOST_UNITS = 100;

const DAY_SECONDS = inSeconds(DAY);

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

/** Whether a change of plan takes the bulk service away. */
export const losesBulk = (from: PlanName, to: PlanName): boolean =>
  PLANS[to].forbiddenFlags.length > PLANS[from].forbiddenFlags.length;

/** A plan's name as people know it: `Starter`. */
export const planLabel = (name: PlanName): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * The plan that a Stripe product is sold as: `Starter` for `Premium access (small)`. A product that is not in the
 * catalogue keeps its name; null gives `Premium`.
 */
export function planTitle(product: string | null): string {
  const plan = Object.values(PLANS).find((candidate) => candidate.product === product);
  return plan ? planLabel(plan.name) : (product ?? 'Premium');
}

/** A Stripe status as people read it: `Past due`. */
export function statusText(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The lookup key that finds a plan's price at Stripe. */
export const lookupKey = (plan: PlanName, interval: BillingInterval) =>
  `${plan}_${interval === 'year' ? 'yearly' : 'monthly'}`;

/** The plan that a lookup key names; null if there is no key or the key is unknown. */
export function planOfLookupKey(key: string | null): Plan | null {
  const name = key?.match(/^(personal|starter|scale)_(monthly|yearly)$/)?.[1];
  return name ? PLANS[name as PlanName] : null;
}

/** The metadata value that marks our objects, because the Stripe account may contain others. */
export const SHOP = 'rspamd-premium';

type Marks = Readonly<Record<string, string>>;
type MarkedPrice = {
  lookup_key: string | null;
  metadata: Marks;
  /** its product, if Stripe sent more than the id */
  product?: string | { metadata: Marks } | { deleted: true };
};

/**
 * The plan of a price; null if neither the price nor its product is in the catalogue. A price whose lookup key moved to
 * a newer price still names its plan in the metadata, so that its subscribers keep their plan. A price that was made in
 * Stripe's dashboard has no marks, and is of its product's plan.
 */
export function planOfPrice({ lookup_key: key, metadata, product }: MarkedPrice): Plan | null {
  if (isOurs(metadata)) return key ? planOfLookupKey(key) : planOfMarks(metadata);
  return planOfLookupKey(key) ?? planOfMarks(marksOf(product));
}

/** The metadata of a product that Stripe sent with its price, unless it is deleted. */
export const marksOf = (product: MarkedPrice['product']): Marks | undefined =>
  typeof product === 'object' && 'metadata' in product ? product.metadata : undefined;

/** Whether the metadata of an object at Stripe marks it as one of our shop. */
export const isOurs = (metadata: Marks | undefined): boolean => metadata?.['shop'] === SHOP;

function planOfMarks(metadata: Marks | undefined): Plan | null {
  const name = metadata?.['plan'];
  return isOurs(metadata) && name && Object.hasOwn(PLANS, name) ? PLANS[name as PlanName] : null;
}

/** Stripe statuses that count as active (docs/product.md). */
export const LIVE_STATUSES: readonly string[] = ['active', 'past_due', 'trialing'];
export const isLiveStatus = (status: string): boolean => LIVE_STATUSES.includes(status);

/** Stripe statuses that are final. A subscription with any other status may still be charged. */
export const ENDED_STATUSES: readonly string[] = ['canceled', 'incomplete_expired'];
export const isEndedStatus = (status: string): boolean => ENDED_STATUSES.includes(status);

/** Neither live nor ended: the key is switched off until billing is settled. */
export const isHeldStatus = (status: string): boolean => !isLiveStatus(status) && !isEndedStatus(status);

/** The state that a key gets from the status of its subscription. */
export function keyStateOf(status: string): 'on' | 'suspended' | 'deleted' {
  if (isLiveStatus(status)) return 'on';
  return status === 'canceled' ? 'deleted' : 'suspended';
}

/** A warning for an admin who restores a key; null if the key has no subscription or a live one. */
export const restoredKeyNotice = (subscriptionStatus: string | null): string | null =>
  subscriptionStatus === null || isLiveStatus(subscriptionStatus)
    ? null
    : `The subscription of this key is ${subscriptionStatus}: the key works again now, until billing hears of that subscription and takes it off again.`;
