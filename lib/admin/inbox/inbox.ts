import { ofOwned } from '#lib/accounts/acting-for.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import { DAY } from '#lib/base/time.ts';
import { RevenueQuery } from '#lib/billing/revenue/revenue-figures.ts';
import { floorTo } from '#lib/usage/buckets.ts';
import { requestsOfKeys } from '#lib/usage/overview.ts';
import { countEntries, findEntries, findPutAside, type PutAside, type Weighed } from './find-entries.ts';
import { INBOX_KINDS, type InboxKind, type InboxQuery } from './schema.ts';
import type { InboxEntryView, InboxView } from './views.ts';

/** The most entries of each kind among all, and of one kind alone. */
const MOST_OF_EACH = 10;
const MOST_OF_ONE = 100;
const PICTURE_DAYS = 14;
const JUDGED_DAYS = 7;

/**
 * What needs a decision: the entries with the most money at risk first, then the oldest. Of each kind only the first
 * are read and shown, so that a page has an end; `counts` has them all.
 */
export async function getInbox(ctx: Context<Admin>, { kind, aside, user }: InboxQuery): Promise<InboxView> {
  const { currency } = RevenueQuery.parse({});
  if (user) return inboxOf(ctx, user, currency);
  const kinds = kind ? [kind] : INBOX_KINDS;
  const putAside = await findPutAside(ctx, currency);
  const hidden = (of: InboxKind) => putAside.flatMap(({ entry }) => (entry.kind === of ? entry.subject : []));
  const wanted = kinds.map((each) => ({ kind: each, which: { without: hidden(each) } }));
  const [found, counts] = await Promise.all([
    aside ? [] : findEntries(ctx, wanted, currency),
    countEntries(ctx, putAside),
  ]);
  const chosen = aside ? putAside.flatMap(({ entry }) => (kinds.includes(entry.kind) ? entry : [])) : found;
  const shown = kinds
    .flatMap((each) =>
      chosen
        .filter((entry) => entry.kind === each)
        .toSorted(byRisk)
        .slice(0, kind ? MOST_OF_ONE : MOST_OF_EACH),
    )
    .toSorted(byRisk);
  return {
    entries: await toViews(ctx, shown, putAside),
    counts: INBOX_KINDS.map((each) => ({ kind: each, ...counts[each] })),
    aside: putAside.length,
    currency,
  };
}

/** The entries about one user, found by the ids of the user's rows. */
async function inboxOf(ctx: Context<Admin>, userId: string, currency: string): Promise<InboxView> {
  const ofUser = { where: ofOwned(userId), select: { id: true }, take: MOST_OF_ONE };
  const [subscriptions, keys, alerts] = await Promise.all([
    ctx.db.subscription.findMany({ ...ofUser, orderBy: { id: 'desc' } }),
    ctx.db.fuzzyKey.findMany({ ...ofUser, orderBy: { id: 'desc' } }),
    ctx.db.billingAlert.findMany({ ...ofUser, orderBy: { createdAt: 'desc' } }),
  ]);
  const only = (rows: readonly { id: string | number }[]) => rows.map(({ id }) => String(id));
  const wanted = [
    ...(['past_due', 'leaving'] as const).map((kind) => ({ kind, which: { only: only(subscriptions) } })),
    ...(['over', 'silent', 'spread'] as const).map((kind) => ({ kind, which: { only: only(keys) } })),
    { kind: 'billing' as const, which: { only: only(alerts) } },
  ];
  const [putAside, found] = await Promise.all([findPutAside(ctx, currency), findEntries(ctx, wanted, currency)]);
  const entries = await toViews(ctx, found.toSorted(byRisk), putAside);
  return { entries, counts: [], aside: entries.filter((entry) => entry.put_aside).length, currency };
}

const isSame = (one: Weighed, other: Weighed) => one.kind === other.kind && one.subject === other.subject;

const LAST = '~';
const ageOf = ({ since, ends_at: endsAt }: Weighed): string => since?.toISOString() ?? endsAt ?? LAST;
const byRisk = (one: Weighed, other: Weighed): number =>
  other.monthlyPence - one.monthlyPence ||
  ageOf(one).localeCompare(ageOf(other)) ||
  one.subject.localeCompare(other.subject);

async function toViews(
  ctx: Context<Admin>,
  entries: readonly Weighed[],
  putAside: PutAside,
): Promise<InboxEntryView[]> {
  const keys = [...new Set(entries.flatMap(({ keyId }) => keyId ?? []))];
  const start = floorTo(new Date(ctx.now.getTime() - (PICTURE_DAYS - 1) * DAY), DAY);
  const window = { start, stepMs: DAY, count: PICTURE_DAYS };
  const [requests, names] = await Promise.all([
    requestsOfKeys(
      ctx.db,
      keys.map((id) => ({ id })),
      window,
    ),
    namesOf(ctx, putAside),
  ]);
  return entries.map((entry) => {
    const days = (entry.keyId ? requests.get(entry.keyId) : null) ?? [];
    const { limit = null } = entry;
    const row = putAside.find((each) => isSame(each.entry, entry))?.row;
    return {
      kind: entry.kind,
      subject: entry.subject,
      occurrence: entry.occurrence,
      severity: entry.severity,
      name: entry.name,
      user: entry.user,
      since: entry.since?.toISOString() ?? null,
      monthly_pence: entry.monthlyPence,
      plan: entry.plan ?? null,
      ends_at: entry.ends_at ?? null,
      reason: entry.reason ?? null,
      percent: entry.percent ?? null,
      days_over: entry.kind === 'over' && limit !== null ? daysOver(days, limit) : null,
      networks: entry.networks ?? null,
      jobs: entry.jobs ?? null,
      why: entry.why ?? null,
      todo: entry.todo ?? null,
      alert_id: entry.alert_id ?? null,
      raise: entry.raise ?? null,
      stripe_url: entry.stripe_url ?? null,
      requests: days.every((day) => day === null) ? [] : days,
      limit,
      put_aside: row
        ? {
            id: row.id,
            by: names.get(row.by) ?? row.by,
            at: row.at.toISOString(),
            until: row.until?.toISOString() ?? null,
          }
        : null,
    };
  });
}

/** Of the last whole days, those with more requests than the limit. */
const daysOver = (days: readonly (number | null)[], limit: number): number =>
  days.slice(-JUDGED_DAYS - 1, -1).filter((requests) => requests !== null && requests > limit).length;

/** The email addresses of the admins who put something aside. */
async function namesOf({ db }: Context, putAside: PutAside): Promise<Map<string, string | null>> {
  const ids = [...new Set(putAside.map(({ row }) => row.by))];
  const users = ids.length
    ? await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } })
    : [];
  return new Map(users.map(({ id, email }) => [id, email]));
}
