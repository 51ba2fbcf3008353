import type { CANCEL_REASONS } from '#lib/billing/schema.ts';
import type { BillingInterval, PlanName } from '#lib/billing/plan.ts';

/** Prefixes of made-up Stripe ids, which neither Stripe nor its emulator knows. */
export const DEMO_STRIPE_PREFIXES = { customer: 'cus_demo_', subscription: 'sub_demo_' } as const;

/** The email address of a sample user. */
export const demoEmail = (name: string) => `${name}@demo.example`;

/**
 * A sample user. `load` is the usage of the last 24 hours as a share of the limit, 0 for an unused key; `growth` the
 * share of it gained in the last 30 days; `isSteady` means no drop at weekends; the requests stopped `quietHours` ago.
 */
export type DemoPerson = {
  name: string;
  state?: 'unverified' | 'blocked';
  /** default: long ago, the first of the list first */
  signedUpDaysAgo?: number;
  hasNoEmail?: true;
  dailyLimit?: number;
  country?: string;
  notes?: string;
  bought?: {
    plan: PlanName;
    interval: BillingInterval;
    quantity?: number;
    status?: string;
    endedDaysAgo?: number;
    /** cancelled yesterday for the end of the period, with this reason of Stripe's */
    leaves?: (typeof CANCEL_REASONS)[number];
    /** the terms of the subscription before its last change */
    before?: { plan?: PlanName; interval?: BillingInterval; quantity?: number; untilDaysAgo: number };
    paused?: { fromDaysAgo: number; untilDaysAgo: number };
  };
  /** a key from an admin, without a subscription */
  given?: { rank: number; quantity?: number; isExternal?: true };
  load?: number;
  growth?: number;
  isSteady?: true;
  quietHours?: number;
};

/** A sample user for every state that a subscriber can be in. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { name: 'verified' },
  { name: 'unverified', state: 'unverified', signedUpDaysAgo: 2 },
  { name: 'blocked', state: 'blocked', bought: { plan: 'starter', interval: 'month' }, load: 0.2 },
  { name: 'personal-monthly', bought: { plan: 'personal', interval: 'month' }, load: 0.35 },
  { name: 'personal-yearly', country: 'FR', bought: { plan: 'personal', interval: 'year' }, load: 0.5 },
  { name: 'starter-monthly', bought: { plan: 'starter', interval: 'month' }, load: 0.45 },
  {
    name: 'starter-yearly',
    country: 'US',
    bought: { plan: 'starter', interval: 'year', before: { interval: 'month', untilDaysAgo: 15 } },
    load: 0.6,
  },
  {
    name: 'scale-monthly',
    bought: { plan: 'scale', interval: 'month', quantity: 2, before: { quantity: 1, untilDaysAgo: 40 } },
    load: 0.55,
  },
  {
    name: 'scale-yearly',
    country: 'NL',
    bought: { plan: 'scale', interval: 'year', paused: { fromDaysAgo: 70, untilDaysAgo: 9 } },
    load: 0.3,
  },
  { name: 'near-limit', bought: { plan: 'personal', interval: 'month', quantity: 2 }, load: 0.94, isSteady: true },
  {
    name: 'over-limit',
    country: 'PL',
    bought: { plan: 'starter', interval: 'month', before: { plan: 'personal', untilDaysAgo: 6 } },
    load: 1.3,
    growth: 0.5,
    isSteady: true,
  },
  {
    name: 'leaving',
    country: 'IT',
    bought: { plan: 'scale', interval: 'month', leaves: 'too_expensive' },
    load: 0.12,
  },
  {
    name: 'leaving-yearly',
    country: 'AT',
    bought: { plan: 'starter', interval: 'year', leaves: 'switched_service' },
    load: 0.2,
  },
  { name: 'silent', bought: { plan: 'starter', interval: 'month' }, load: 0.4, quietHours: 31 },
  { name: 'newcomer', bought: { plan: 'starter', interval: 'month' } },
  { name: 'past-due', country: 'ES', bought: { plan: 'starter', interval: 'month', status: 'past_due' }, load: 0.4 },
  { name: 'unpaid', bought: { plan: 'personal', interval: 'month', status: 'unpaid', endedDaysAgo: 3 }, load: 0.3 },
  { name: 'canceled', bought: { plan: 'scale', interval: 'month', status: 'canceled', endedDaysAgo: 10 }, load: 0.25 },
  { name: 'canceled-long-ago', bought: { plan: 'personal', interval: 'year', status: 'canceled', endedDaysAgo: 45 } },
  {
    name: 'manual',
    country: 'GB',
    notes: 'Pays by bank transfer, invoice once a year.',
    given: { rank: 90 },
    load: 0.15,
  },
  {
    name: 'manual-limited',
    dailyLimit: 50_000,
    notes: 'Agreed on 50,000 requests a day.',
    given: { rank: 50 },
    load: 0.7,
  },
  { name: 'external-key', notes: 'Brought a key from another storage.', given: { rank: 0, isExternal: true } },
  { name: 'without-email', hasNoEmail: true, notes: 'Known to us by the key alone.', given: { rank: 75 }, load: 0.1 },
  ...[28, 25, 24, 24, 19, 17, 12, 11, 11, 6, 3, 1].map((signedUpDaysAgo, index) => ({
    name: `visitor-${index + 1}`,
    signedUpDaysAgo,
  })),
];

/** A sample key without an owner. `requests` are those of the last 24 hours. */
export type DemoKey = {
  description: string;
  rank: number;
  quantity?: number;
  email?: string;
  isSuspended?: true;
  deletedDaysAgo?: number;
  requests?: number;
};

export const DEMO_KEYS: readonly DemoKey[] = [
  { description: 'Spam trap cluster', rank: 0, requests: 180_000 },
  { description: 'Community mirror', rank: 10, requests: 42_000 },
  { description: 'Trial for Example University', rank: 20, email: 'postmaster@university.example', requests: 9000 },
  { description: 'Conference demo', rank: 50, isSuspended: true },
  { description: 'Research partner', rank: 75, quantity: 3, requests: 240_000 },
  { description: 'Hosting reseller', rank: 90, email: 'abuse@reseller.example', requests: 610_000 },
  { description: 'Trial that ended', rank: 20, deletedDaysAgo: 6, requests: 4000 },
  { description: 'Retired gateway', rank: 50, deletedDaysAgo: 60 },
];
