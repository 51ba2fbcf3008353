import type { Context } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import type { RunListView } from '#lib/billing/revenue/views.ts';
import type { RunName } from '#lib/billing/schema.ts';

/** The most entries that a stored report keeps of a list. The count of the list stays exact. */
const MOST_NAMED = 100;

/** Stores when a billing check ran and what it found, in place of the check's previous run. */
export async function noteRun(ctx: Context, name: RunName, report: Report): Promise<void> {
  const named = Object.entries(report).map(([key, value]) => [key, Array.isArray(value) ? shorten(value) : value]);
  const run = { ranAt: ctx.now, report: Object.fromEntries(named) as Prisma.InputJsonObject };
  await ctx.db.billingRun.upsert({ where: { name }, create: { name, ...run }, update: run });
}

/** The findings of a run: counts and lists. */
export type Report = Record<string, number | boolean | string[]>;

const shorten = (names: readonly string[]) => ({ count: names.length, names: names.slice(0, MOST_NAMED) });

export const findRun = (ctx: Context, name: RunName) => ctx.db.billingRun.findUnique({ where: { name } });

/** The last run of each check, by name. */
export async function listRuns(ctx: Context): Promise<RunListView> {
  const runs = await ctx.db.billingRun.findMany({ orderBy: { name: 'asc' } });
  return { runs: runs.map(({ name, ranAt, report }) => toView(name, ranAt, report as Stored)) };
}

type Stored = Record<string, number | boolean | { count: number; names: string[] }>;

const toView = (name: string, ranAt: Date, report: Stored): RunListView['runs'][number] => ({
  name: name as RunName,
  ran_at: ranAt.toISOString(),
  found: Object.entries(report).map(([what, value]) =>
    typeof value === 'object' ? { what, ...value } : { what, count: Number(value), names: [] },
  ),
});
