import type { Admin, Context } from '#lib/base/context.ts';
import { settingRefusals } from '#lib/base/log.ts';
import { env } from '#lib/base/settings/env.ts';
import { HOUR } from '#lib/base/time.ts';
import { getLeaving } from '#lib/billing/overview/leaving.ts';
import { getPastDue } from '#lib/billing/overview/past-due.ts';
import { listRevenueMonths, type RevenueMonth } from '#lib/billing/revenue/months.ts';
import { getRevenueFigures, RevenueQuery } from '#lib/billing/revenue/revenue-figures.ts';
import type { RevenueFigure } from '#lib/billing/revenue/views.ts';
import type { Counted } from '#lib/http/list-query.ts';
import { readOperation, type OperationState } from '#lib/operation/state.ts';
import { listSilentServers } from '#lib/storage/queries.ts';
import { type HostHours, listHostHours } from '#lib/usage/host-hours.ts';
import { getSignUps, type SignUpDay } from '#lib/users/sign-ups.ts';
import { countEntries, findPutAside } from './inbox/find-entries.ts';
import type { InboxKind } from './inbox/schema.ts';

/** What needs an admin now, without what admins have put aside in the inbox. Money is in pence. */
export type Attention = {
  pastDue: { subscriptions: number; monthlyPence: number };
  overLimit: Counted;
  silentKeys: Counted;
  /** keys that may be shared */
  spreadKeys: Counted;
  /** names of the silent storage servers */
  silentServers: string[];
  failedJobs: Counted;
  /** subscriptions that were cancelled for a later day */
  leaving: { subscriptions: number; monthlyPence: number };
  /** open alerts and flags */
  billing: Counted;
};

/** What the console's first page shows beside the inbox. */
export type Overview = {
  currency: string;
  /** the days of this month until today, in UTC */
  from: string;
  to: string;
  figures: RevenueFigure[];
  months: RevenueMonth[];
  hosts: HostHours;
  signUps: SignUpDay[];
  operation: Pick<OperationState, 'workers' | 'queues' | 'mail' | 'backup_s' | 'is_archive_failing'>;
  /** outside production nothing needs a backup */
  needsBackup: boolean;
  /** causes for which this web process refused something in the last hour, because of a setting */
  refusals: string[];
};

/** Revenue, usage, sign-ups and operation in figures and pictures. What needs an admin is in the inbox. */
export async function getOverview(ctx: Context<Admin>): Promise<Overview> {
  const query = RevenueQuery.parse({});
  const [revenue, months, hosts, signUps, operation] = await Promise.all([
    getRevenueFigures(ctx, query),
    listRevenueMonths(ctx, query.currency),
    listHostHours(ctx),
    getSignUps(ctx),
    readOperation(ctx.db),
  ]);
  const recent = settingRefusals().filter(({ lastAt }) => ctx.now.getTime() - lastAt < HOUR);
  return {
    ...{ ...revenue, months, hosts, signUps, operation },
    needsBackup: env().APP_MODE === 'production',
    refusals: recent.map(({ cause }) => cause),
  };
}

/**
 * What needs an admin now: what the inbox lists, all of it. Reads no usage data: a job ranks the keys every ten minutes.
 */
export async function getAttention(ctx: Context<Admin>): Promise<Attention> {
  const { currency } = RevenueQuery.parse({});
  const putAside = await findPutAside(ctx, currency);
  const [counts, pastDue, leaving, silentServers] = await Promise.all([
    countEntries(ctx, putAside),
    getPastDue(ctx, currency),
    getLeaving(ctx, currency),
    listSilentServers(ctx),
  ]);
  const isHidden = (kind: InboxKind) => putAside.filter(({ entry }) => entry.kind === kind).map(({ entry }) => entry);
  const moneyOf = (kind: InboxKind, all: number) =>
    Math.max(0, all - isHidden(kind).reduce((sum, { monthlyPence }) => sum + monthlyPence, 0));
  const hiddenServers = isHidden('hosts').map(({ name }) => name);
  return {
    pastDue: { subscriptions: counts.past_due.total, monthlyPence: moneyOf('past_due', pastDue.monthlyPence) },
    leaving: { subscriptions: counts.leaving.total, monthlyPence: moneyOf('leaving', leaving.monthlyPence) },
    overLimit: counts.over,
    silentKeys: counts.silent,
    spreadKeys: counts.spread,
    billing: counts.billing,
    failedJobs: counts.jobs,
    silentServers: silentServers.filter((name) => !hiddenServers.includes(name)),
  };
}
