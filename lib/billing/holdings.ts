import { ownedAccount } from '#lib/accounts/acting-for.ts';
import type { Admin, Context, Member } from '#lib/base/context.ts';
import { Prisma, type Db } from '#lib/base/db/db.ts';
import { readPrepared } from '#lib/base/db/prepared.ts';
import { DomainError } from '#lib/base/errors.ts';
import { IS_USABLE } from '#lib/fuzzy-keys/usable-key.ts';
import { noSuchUser } from '#lib/users/admin-user.ts';
import { choosePlan, type CountingPlan } from './counting-plan.ts';
import { usageLimitOf, type UsageLimit } from './limit.ts';
import type { BillingInterval, PlanName } from './plan.ts';

/** One of our rows of `subscriptions`, as it was last read from Stripe. Times are ISO 8601. */
export type HeldSubscription = {
  id: string;
  stripe_subscription_id: string;
  status: string;
  product: string;
  /** null for a price that is not in the catalogue */
  plan: PlanName | null;
  interval: BillingInterval;
  quantity: number;
  started_at: string;
  current_period_end: string | null;
  cancel_at: string | null;
  ended_at: string | null;
  /** the first payment is pending: no key yet */
  awaits_payment: boolean;
  flags: string[];
};

export type HeldKey = {
  id: number;
  subscription_id: string | null;
  public_key: string;
  quantity: number;
  /** its own requests per second for one unit */
  rate: number | null;
  usable: boolean;
  /** those of the key and those of its rank */
  forbidden_flags: number[];
};

/** What an account has: the plan that counts, its key and its limit; and who asks. */
export type Holdings = CountingPlan<HeldSubscription, HeldKey> & {
  email: string | null;
  isAdmin: boolean;
  stripeCustomerId: string | null;
  limit: UsageLimit;
};

type Row = {
  account_id: string | null;
  email: string | null;
  is_admin: boolean;
  daily_limit: number | null;
  custom_key: string | null;
  stripe_customer_id: string | null;
  subscriptions: HeldSubscription[];
  keys: HeldKey[];
};

/** What an account has, in one statement (P6), for one of its members; null for an unknown account. */
export async function findHoldings(db: Db, accountId: string, userId: string = accountId): Promise<Holdings | null> {
  const from = Prisma.sql`accounts a LEFT JOIN users u ON u.id = ${userId}::uuid WHERE a.id = ${accountId}::uuid`;
  const [row] = await readPrepared<Row>(db, selectFrom(from));
  return row ? toHoldings(row) : null;
}

/** What each of many accounts has, by its id, in one statement. */
export async function listHoldings(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Holdings>> {
  const from = Prisma.sql`accounts a LEFT JOIN users u ON u.id = a.id WHERE a.id = ANY(${accountIds}::uuid[])`;
  const rows = await db.$queryRaw<Row[]>(selectFrom(from));
  return new Map(rows.flatMap((row) => (row.account_id === null ? [] : [[row.account_id, toHoldings(row)]])));
}

/** The subscriptions that Stripe continues to charge: live, and not cancelled. The one that counts comes first. */
export const chargedOf = ({ subscription, isLive, others }: Holdings): HeldSubscription[] =>
  [...(subscription && isLive ? [subscription] : []), ...others].filter(({ cancel_at: cancelAt }) => cancelAt === null);

function toHoldings(row: Row): Holdings {
  const chosen = choosePlan(row.subscriptions, row.keys, row.custom_key);
  const { email, is_admin: isAdmin, stripe_customer_id: stripeCustomerId } = row;
  return { ...chosen, email, isAdmin, stripeCustomerId, limit: usageLimitOf(row.daily_limit, chosen) };
}

/** What the caller's account has. Throws `unauthenticated` if the account was deleted. */
export async function holdingsOf({ db, actor }: Context<Member>): Promise<Holdings> {
  const found = await findHoldings(db, actor.accountId, actor.userId);
  if (!found) throw new DomainError('unauthenticated', 'Please log in.');
  return found;
}

/** What the account has that an admin means who speaks of a user (`ownedAccount`). Throws `not_found`. */
export async function holdingsOfUser({ db }: Context<Admin>, userId: string): Promise<Holdings> {
  const from = Prisma.sql`users u LEFT JOIN accounts a ON a.id = ${ownedAccount(Prisma.sql`u.id`)}
    WHERE u.id = ${userId}::uuid`;
  const [row] = await readPrepared<Row>(db, selectFrom(from));
  if (!row) throw noSuchUser();
  return toHoldings(row);
}

const selectFrom = (from: Prisma.Sql) => Prisma.sql`
  SELECT a.id::text AS account_id, u.email, coalesce(u.is_admin, false) AS is_admin, a.daily_limit, a.custom_key, a.stripe_customer_id,
    (SELECT coalesce(json_agg(json_build_object('id', s.id, 'stripe_subscription_id', s.stripe_subscription_id,
              'status', s.status, 'product', s.product_name, 'plan', s.plan, 'interval', s.interval,
              'quantity', s.quantity, 'started_at', s.started_at, 'current_period_end', s.current_period_end,
              'cancel_at', s.cancel_at, 'ended_at', s.ended_at, 'awaits_payment', s.awaits_payment,
              'flags', s.flags)), '[]')
       FROM subscriptions s WHERE s.user_id = a.id) AS subscriptions,
    (SELECT coalesce(json_agg(json_build_object('id', k.id, 'subscription_id', k.subscription_id, 'public_key', k.public_key,
              'quantity', k.quantity, 'rate', k.rate, 'usable', ${IS_USABLE},
              'forbidden_flags', r.forbidden_flags || k.forbidden_flags) ORDER BY k.id), '[]')
       FROM fuzzy_keys k JOIN ranks r ON r.rank = k.rank WHERE k.user_id = a.id) AS keys
  FROM ${from}`;
