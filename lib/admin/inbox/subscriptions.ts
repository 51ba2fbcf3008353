import { withQuantity } from '#lib/base/text/format.ts';
import { firstOwnerOf } from '#lib/accounts/recipients.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { readTallies } from '#lib/base/tallies.ts';
import { isLeaving } from '#lib/billing/overview/leaving.ts';
import { planTitle } from '#lib/billing/plan.ts';
import { CANCEL_REASONS } from '#lib/billing/schema.ts';
import { stripeUrl } from '#lib/billing/stripe/stripe-url.ts';
import { type Bought, type Found, idsOf, MOST_READ, type Reader, type Source, type Which } from './found.ts';

type Row = Bought & {
  subject: string;
  userId: string;
  email: string | null;
  stripeId: string;
  customerId: string;
  since: Date | null;
  cancelAt: Date | null;
  keyId: number | null;
};

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function isWanted(which: Which): Prisma.Sql {
  const { ids, isOnly } = idsOf(which, ID);
  return isOnly ? Prisma.sql`s.id = ANY(${ids}::uuid[])` : Prisma.sql`s.id <> ALL(${ids}::uuid[])`;
}

/** Subscriptions that match, those with the most units first. */
const rowsOf = (ctx: Reader, condition: Prisma.Sql, which: Which) => ctx.db.$queryRaw<Row[]>`
  SELECT s.id::text AS subject, u.id::text AS "userId", u.email, s.stripe_subscription_id AS "stripeId",
    s.stripe_customer_id AS "customerId", s.plan, s.interval, s.quantity, s.product_name AS product,
    coalesce(s.status_since, s.current_period_end
      - CASE s.interval WHEN 'year' THEN interval '1 year' ELSE interval '1 month' END) AS since,
    s.cancel_at AS "cancelAt", k.id AS "keyId"
  FROM (SELECT * FROM subscriptions s WHERE ${condition} AND ${isWanted(which)}
      ORDER BY s.quantity DESC, s.id LIMIT ${MOST_READ}) s
    LEFT JOIN LATERAL ${firstOwnerOf(Prisma.sql`s.user_id`)} u ON TRUE LEFT JOIN fuzzy_keys k ON k.subscription_id = s.id`;

/** `Starter`, or `Scale × 3`. */
export const planText = ({ product, quantity }: Pick<Bought, 'product' | 'quantity'>): string =>
  withQuantity(planTitle(product), quantity);

const commonOf = (row: Row) => ({
  subject: row.subject,
  name: row.email ?? 'No Email',
  user: { id: row.userId, email: row.email },
  plan: planText(row),
  stripeId: row.stripeId,
  keyId: row.keyId,
});

/**
 * Subscriptions whose last payment failed. Without the time of the failure, it is that of the period, which is when
 * Stripe tries to charge.
 */
export const PAST_DUE: Source = {
  find: async (ctx, which) =>
    (await rowsOf(ctx, Prisma.sql`s.status = 'past_due'`, which)).map((row): Found => ({
      ...commonOf(row),
      kind: 'past_due',
      since: row.since,
      occurrence: row.since?.toISOString() ?? '',
      stripe_url: stripeUrl(row.customerId),
    })),
  count: async ({ db }) => ({ total: (await readTallies(db))('subscriptions past_due'), total_is_capped: false }),
};

/**
 * The reason that the customer gave with the cancellation that still holds, by Stripe's id. Its words are only at Stripe,
 * because the audit log holds no text that a user typed.
 */
async function reasonsOf({ db }: Reader, rows: readonly Row[]): Promise<Map<string, Found['reason']>> {
  const told = await db.$queryRaw<{ stripeId: string; reason: string | null }[]>`
    SELECT DISTINCT ON (data->>'subscription') data->>'subscription' AS "stripeId", data->>'reason' AS reason
    FROM audit_events
    WHERE target_id = ANY(${[...new Set(rows.map(({ userId }) => userId))]}::text[])
      AND action IN ('subscription.cancelled', 'subscription.resumed')
    ORDER BY data->>'subscription', at DESC, id DESC`;
  return new Map(told.map(({ stripeId, reason }) => [stripeId, CANCEL_REASONS.find((known) => known === reason)]));
}

/** Subscriptions that were cancelled and still run. */
export const LEAVING: Source = {
  find: async (ctx, which) => {
    const rows = await rowsOf(ctx, isLeaving, which);
    const reasons = await reasonsOf(ctx, rows);
    return rows.map((row): Found => ({
      ...commonOf(row),
      kind: 'leaving',
      since: null,
      occurrence: row.cancelAt?.toISOString() ?? '',
      ends_at: row.cancelAt?.toISOString() ?? null,
      reason: reasons.get(row.stripeId) ?? null,
      stripe_url: stripeUrl(row.stripeId),
    }));
  },
  count: async ({ db }) => {
    const [row] = await db.$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM subscriptions s WHERE ${isLeaving}`;
    return { total: row?.n ?? 0, total_is_capped: false };
  },
};
