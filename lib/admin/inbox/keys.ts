import { firstOwnerOf } from '#lib/accounts/recipients.ts';
import { usagePercent } from '#lib/base/daily-limit.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { isLiveStatus } from '#lib/billing/plan.ts';
import { STANDS, stillNeeds } from '#lib/fuzzy-keys/console/filters.ts';
import { DAILY_LIMIT } from '#lib/fuzzy-keys/console/key-rows.ts';
import { countKeysNeeding } from '#lib/fuzzy-keys/console/list.ts';
import type { Attention } from '#lib/fuzzy-keys/schema.ts';
import { hasNotEnded } from '#lib/fuzzy-keys/usable-key.ts';
import { fittingChange } from '#lib/billing/fitting-plan.ts';
import { type Bought, type Found, idsOf, MOST_READ, type Source } from './found.ts';
import { planText } from './subscriptions.ts';

type Row = {
  keyId: number;
  description: string;
  lastUsedAt: Date | null;
  userId: string | null;
  email: string | null;
  hasOwnLimit: boolean;
  stripeId: string | null;
  status: string | null;
  plan: Bought['plan'];
  interval: Bought['interval'] | null;
  quantity: number | null;
  product: string | null;
  requests: number;
  networks: number;
  overSince: Date | null;
  limit: number | null;
};

const ID = /^\d{1,9}$/;

/** Keys that need this attention by the rule of the list of keys, the busiest first. Ended keys have no standing for long. */
const sourceOf = (
  attention: Attention,
  toEntry: (row: Row) => Pick<Found, 'kind' | 'since' | 'occurrence'> & Partial<Found>,
): Source => ({
  find: async (ctx, which) => {
    const { ids, isOnly } = idsOf(which, ID);
    const rowIds = ids.map(Number);
    const rows = await ctx.db.$queryRaw<Row[]>`
      SELECT k.id AS "keyId", k.description, k.last_used_at AS "lastUsedAt", u.id::text AS "userId", u.email,
        a.daily_limit IS NOT NULL AS "hasOwnLimit", s.stripe_subscription_id AS "stripeId",
        s.status, s.plan, s.interval, s.quantity, s.product_name AS product,
        o.requests, o.networks, o.over_since AS "overSince", ${DAILY_LIMIT} AS limit
      FROM (SELECT o.key_id, o.requests, o.networks, o.over_since FROM usage_standings o
          WHERE ${STANDS[attention]}
            AND ${isOnly ? Prisma.sql`o.key_id = ANY(${rowIds}::int[])` : Prisma.sql`o.key_id <> ALL(${rowIds}::int[])`}
          ORDER BY o.requests DESC, o.key_id DESC LIMIT ${2 * MOST_READ}) o
        JOIN fuzzy_keys k ON k.id = o.key_id LEFT JOIN accounts a ON a.id = k.user_id
        LEFT JOIN LATERAL ${firstOwnerOf(Prisma.sql`k.user_id`)} u ON TRUE
        LEFT JOIN subscriptions s ON s.id = k.subscription_id LEFT JOIN ranks rk ON rk.rank = k.rank
      WHERE ${hasNotEnded(ctx.now)} AND ${stillNeeds(attention, ctx.now)}
      ORDER BY o.requests DESC, k.id DESC LIMIT ${MOST_READ}`;
    return rows.map((row): Found => ({
      subject: String(row.keyId),
      name: row.email ?? row.description,
      user: row.userId === null ? null : { id: row.userId, email: row.email },
      plan: row.product === null ? null : planText({ product: row.product, quantity: row.quantity ?? 1 }),
      keyId: row.keyId,
      stripeId: row.stripeId,
      limit: row.limit,
      ...toEntry(row),
    }));
  },
  count: (ctx) => countKeysNeeding(ctx, attention),
});

/** Requests of a day in percent of the limit. */
const percentOf = ({ requests, limit }: Row): number => (limit ? usagePercent(Math.max(0, requests), limit) : 0);

function raiseOf({ plan, interval, quantity, status, hasOwnLimit, requests }: Row) {
  if (!plan || !interval || !quantity || !status || !isLiveStatus(status) || hasOwnLimit) return null;
  return fittingChange({ plan, interval, quantity }, requests);
}

export const OVER = sourceOf('over', (row) => ({
  kind: 'over',
  since: row.overSince,
  occurrence: '',
  severity: percentOf(row),
  percent: percentOf(row),
  raise: raiseOf(row),
}));

export const SILENT = sourceOf('silent', (row) => ({
  kind: 'silent',
  since: row.lastUsedAt,
  occurrence: row.lastUsedAt?.toISOString() ?? '',
}));

export const SPREAD = sourceOf('spread', (row) => ({
  kind: 'spread',
  since: null,
  occurrence: '',
  severity: row.networks,
  networks: row.networks,
}));
