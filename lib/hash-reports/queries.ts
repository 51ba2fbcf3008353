import type { Context, Member, UsageReader } from '#lib/base/context.ts';
import type { Db, Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { assertMayReport } from './look-up.ts';
import { type ReportListView, ReportState, type ReportView } from './views.ts';

const MOST_REPORTS = 100;

export type ReportRow = Prisma.HashReportGetPayload<object>;

/** The caller's reports, the newest first. */
export async function listOwnReports({ db, actor, now }: Context<Member>): Promise<ReportListView> {
  const rows = await db.hashReport.findMany({
    where: { accountId: actor.accountId },
    orderBy: { id: 'desc' },
    take: MOST_REPORTS,
  });
  return { reports: await toReportViews(db, rows, now) };
}

/** One report of the caller. Throws `not_found`, and `forbidden` for a token that may not report. */
export async function getOwnReport(ctx: Context<Member | UsageReader>, id: string): Promise<ReportView> {
  await assertMayReport(ctx);
  const row = await ctx.db.hashReport.findFirst({ where: { id, accountId: ctx.actor.accountId } });
  if (!row) throw notFound();
  return toReportView(ctx.db, row, ctx.now);
}

export const notFound = () => new DomainError('not_found', 'This report does not exist.');

export async function toReportView(db: Db, row: ReportRow, now: Date): Promise<ReportView> {
  const [view] = await toReportViews(db, [row], now);
  if (!view) throw notFound();
  return view;
}

/** The reports as their reporters see them, in the same order. */
export async function toReportViews(db: Db, rows: readonly ReportRow[], now: Date): Promise<ReportView[]> {
  const removals = await db.hashRemoval.findMany({
    where: { reportId: { in: rows.map(({ id }) => id) } },
    orderBy: { server: { name: 'asc' } },
    select: { reportId: true, removedAt: true, server: { select: { name: true, removedAt: true } } },
  });
  const refusals = await db.hashRefusal.findMany({
    where: { digest: { in: rows.map(({ digest }) => digest) }, liftedAt: null, until: { gt: now } },
    select: { digest: true, until: true },
  });
  return rows.map((row) => {
    const own = removals.filter(({ reportId }) => reportId === row.id);
    // a host that was taken out of service before it answered is not waited for
    const hosts = own.filter(({ removedAt, server }) => removedAt !== null || server.removedAt === null);
    const refused = refusals.find(({ digest }) => digest === row.digest);
    return {
      ...{ id: row.id, digest: row.digest, state: ReportState.parse(row.state), note: row.note },
      created_at: row.createdAt.toISOString(),
      decided_at: row.decidedAt?.toISOString() ?? null,
      ...{ reason: row.reason, question: row.question, answer: row.answer },
      hosts: hosts.map(({ server, removedAt }) => ({
        server: server.name,
        removed_at: removedAt?.toISOString() ?? null,
      })),
      host_count: hosts.length,
      removed_count: hosts.filter(({ removedAt }) => removedAt !== null).length,
      stays_away_until: refused?.until.toISOString() ?? null,
    };
  });
}
