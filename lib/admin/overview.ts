import type { Admin, Context } from '#lib/base/context.ts';
import { settingRefusals } from '#lib/base/log.ts';
import { env } from '#lib/base/settings/env.ts';
import { HOUR } from '#lib/base/time.ts';
import { getLeaving } from '#lib/billing/overview/leaving.ts';
import { getPastDue } from '#lib/billing/overview/past-due.ts';
import { getRevenueFigures, RevenueQuery } from '#lib/billing/revenue/revenue-figures.ts';
import type { RevenueFigure } from '#lib/billing/revenue/views.ts';
import { countKeysNeeding } from '#lib/fuzzy-keys/console/list.ts';
import type { Counted } from '#lib/http/list-query.ts';
import { countFailedJobs } from '#lib/jobs/queries.ts';
import { readOperation, type OperationState } from '#lib/operation/state.ts';
import { listSilentServers } from '#lib/storage/queries.ts';

/** What needs an admin now. Money is in pence. */
export type Attention = {
  pastDue: { subscriptions: number; monthlyPence: number };
  overLimit: Counted;
  silentKeys: Counted;
  /** keys that may be shared */
  spreadKeys: Counted;
  /** names of the silent storage servers */
  silentServers: string[];
  failedJobs: Counted;
};

/** What the console's first page shows. */
export type Overview = Attention & {
  currency: string;
  /** the days of this month until today, in UTC */
  from: string;
  to: string;
  figures: RevenueFigure[];
  /** subscriptions that were cancelled for a later day */
  leaving: { subscriptions: number; monthlyPence: number };
  operation: Pick<OperationState, 'workers' | 'queues' | 'mail' | 'backup_s' | 'is_archive_failing'>;
  /** outside production nothing needs a backup */
  needsBackup: boolean;
  /** causes for which this web process refused something in the last hour, because of a setting */
  refusals: string[];
};

/** Revenue of this month, and what needs an admin now. */
export async function getOverview(ctx: Context<Admin>): Promise<Overview> {
  const query = RevenueQuery.parse({});
  const [revenue, leaving, attention, operation] = await Promise.all([
    getRevenueFigures(ctx, query),
    getLeaving(ctx, query.currency),
    getAttention(ctx),
    readOperation(ctx.db),
  ]);
  const recent = settingRefusals().filter(({ lastAt }) => ctx.now.getTime() - lastAt < HOUR);
  return {
    ...{ ...revenue, leaving, ...attention, operation },
    needsBackup: env().APP_MODE === 'production',
    refusals: recent.map(({ cause }) => cause),
  };
}

/** What needs an admin now. Reads no usage data: a job ranks the keys every ten minutes. */
export async function getAttention(ctx: Context<Admin>): Promise<Attention> {
  const query = RevenueQuery.parse({});
  const [pastDue, overLimit, silentKeys, spreadKeys, silentServers, failedJobs] = await Promise.all([
    getPastDue(ctx, query.currency),
    countKeysNeeding(ctx, 'over'),
    countKeysNeeding(ctx, 'silent'),
    countKeysNeeding(ctx, 'spread'),
    listSilentServers(ctx),
    countFailedJobs(ctx),
  ]);
  return { pastDue, overLimit, silentKeys, spreadKeys, silentServers, failedJobs };
}
