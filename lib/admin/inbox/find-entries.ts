import type { Admin, Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { monthlyOf } from '#lib/billing/revenue/sums.ts';
import type { Counted } from '#lib/http/list-query.ts';
import { type Found, isPutAside, type Reader, type Source, type Which } from './found.ts';
import { OVER, SILENT, SPREAD } from './keys.ts';
import { BILLING, HOSTS, JOBS } from './operation.ts';
import { INBOX_KINDS, type InboxKind } from './schema.ts';
import { LEAVING, PAST_DUE } from './subscriptions.ts';

const SOURCES: Readonly<Record<InboxKind, Source>> = {
  past_due: PAST_DUE,
  leaving: LEAVING,
  over: OVER,
  silent: SILENT,
  spread: SPREAD,
  billing: BILLING,
  jobs: JOBS,
  hosts: HOSTS,
};

/** An entry with the MRR at risk and how severe it is. */
export type Weighed = Found & { monthlyPence: number; severity: number };

/** Entries of these kinds, with their money. */
export async function findEntries(
  ctx: Reader,
  wanted: readonly { kind: InboxKind; which: Which }[],
  currency: string,
): Promise<Weighed[]> {
  const found = await Promise.all(
    wanted.map(async ({ kind, which }) =>
      'only' in which && !which.only.length ? [] : SOURCES[kind].find(ctx, which),
    ),
  );
  return weigh(ctx, found.flat(), currency);
}

/** Everyone depends on a storage host: without one that answers, all revenue is at risk. */
async function weigh({ db }: Reader, found: readonly Found[], currency: string): Promise<Weighed[]> {
  const subscriptions = found.flatMap(({ stripeId }) => stripeId ?? []);
  const users = found.flatMap(({ stripeId, user }) => (stripeId ? [] : (user?.id ?? [])));
  const all = found.some(({ kind }) => kind === 'hosts');
  const rows = await db.$queryRaw<{ id: string; yearlyPence: number }[]>`
    SELECT stripe_subscription_id AS id, sum(yearly_pence)::float8 AS "yearlyPence" FROM revenue_movements
    WHERE stripe_subscription_id = ANY(${subscriptions}::text[]) AND currency = ${currency} GROUP BY 1
    UNION ALL SELECT user_id::text, sum(yearly_pence)::float8 FROM revenue_movements
    WHERE user_id = ANY(${users}::uuid[]) AND currency = ${currency} GROUP BY 1
    ${all ? Prisma.sql`UNION ALL SELECT '', coalesce(sum(yearly_pence), 0)::float8 FROM tallies.revenue WHERE currency = ${currency}` : Prisma.empty}`;
  const money = new Map(rows.map(({ id, yearlyPence }) => [id, monthlyOf(yearlyPence)]));
  return found.map((entry) => {
    const whose = entry.kind === 'hosts' ? '' : (entry.stripeId ?? entry.user?.id ?? null);
    const monthlyPence = whose === null ? 0 : (money.get(whose) ?? 0);
    return { ...entry, monthlyPence, severity: entry.severity ?? (entry.stripeId ? monthlyPence : 0) };
  });
}

/** Rows of people's work: there are never many. */
const MOST_PUT_ASIDE = 1000;

/** What was put aside and is still there unchanged, each with its row. */
export async function findPutAside(ctx: Context<Admin>, currency: string) {
  const rows = await ctx.db.inboxDismissal.findMany({
    where: { OR: [{ until: null }, { until: { gt: ctx.now } }] },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: MOST_PUT_ASIDE,
  });
  const wanted = INBOX_KINDS.map((kind) => ({
    kind,
    which: { only: rows.flatMap((row) => (row.kind === kind ? row.subject : [])) },
  }));
  const entries = await findEntries(ctx, wanted, currency);
  return entries.flatMap((entry) => {
    const row = rows.find(({ kind, subject }) => kind === entry.kind && subject === entry.subject);
    return row && isPutAside(row, entry, ctx.now) ? [{ entry, row }] : [];
  });
}
export type PutAside = Awaited<ReturnType<typeof findPutAside>>;

/** How many entries of each kind need a decision: all but those that were put aside. Failed jobs count one by one. */
export async function countEntries(ctx: Context<Admin>, putAside: PutAside): Promise<Record<InboxKind, Counted>> {
  const counted = await Promise.all(
    INBOX_KINDS.map(async (kind) => {
      const { total, total_is_capped } = await SOURCES[kind].count(ctx);
      const hidden = putAside
        .filter(({ entry }) => entry.kind === kind)
        .reduce((sum, { entry }) => sum + (entry.jobs ?? 1), 0);
      return [kind, { total: Math.max(0, total - hidden), total_is_capped }] as const;
    }),
  );
  return Object.fromEntries(counted) as Record<InboxKind, Counted>;
}
