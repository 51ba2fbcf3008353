import { firstOwner } from '#lib/accounts/recipients.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { answersOf, findAskedHosts, questionFields } from './look-up.ts';
import { type ReportRow, toReportViews } from './queries.ts';
import type { DeskQuery } from './schema.ts';
import { findRecords } from './standing.ts';
import type { DeskListView, DeskReport } from './views.ts';

const PAGE = 50;
const SIMILAR_MS = 90 * DAY;

/** A page of the desk: open reports from the oldest, done ones from the newest. */
export async function listDesk(ctx: Context<Admin>, { state, cursor }: DeskQuery): Promise<DeskListView> {
  const { db } = ctx;
  const isDone = state === 'done';
  const rows = await db.hashReport.findMany({
    where: {
      state: isDone ? { notIn: ['waiting', 'asked'] } : state,
      ...(cursor && { id: isDone ? { lt: cursor } : { gt: cursor } }),
    },
    orderBy: { id: isDone ? 'desc' : 'asc' },
    take: PAGE + 1,
  });
  const page = rows.slice(0, PAGE);
  return {
    reports: await toDeskReports(ctx, page),
    next_cursor: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    waiting: await db.hashReport.count({ where: { state: 'waiting' } }),
  };
}

/** The reports with what an admin needs to judge them, in the same order. */
export async function toDeskReports({ db, now }: Context<Admin>, rows: readonly ReportRow[]): Promise<DeskReport[]> {
  const views = await toReportViews(db, rows, now);
  const accountIds = [...new Set(rows.map(({ accountId }) => accountId))];
  const records = await findRecords(db, accountIds);
  const accounts = await db.account.findMany({
    where: { id: { in: accountIds } },
    select: { id: true, memberships: firstOwner },
  });
  const questions = await db.storageQuestion.findMany({
    where: { id: { in: rows.flatMap(({ questionId }) => questionId ?? []) } },
    select: questionFields,
  });
  const hosts = await findAskedHosts(db);
  const others = await db.hashReport.groupBy({
    by: ['digest', 'accountId'],
    where: similarTo(rows, now),
    _count: true,
  });
  return rows.flatMap((row, index) => {
    const [view, record] = [views[index], records.get(row.accountId)];
    if (!view || !record) return [];
    const owner = accounts.find(({ id }) => id === row.accountId)?.memberships[0]?.user;
    const same = others.filter(({ digest }) => digest === row.digest);
    return {
      ...view,
      version: row.version,
      reporter: { user_id: owner?.id ?? row.accountId, email: owner?.email ?? null, ...record },
      pasted: row.evidence === '' ? null : row.evidence,
      answers: answersOf(questions.find(({ id }) => id === row.questionId) ?? null, hosts, now),
      similar: {
        reports: same.reduce((sum, { _count }) => sum + _count, 0) - (isSimilar(row, now) ? 1 : 0),
        customers: same.filter(({ accountId }) => accountId !== row.accountId).length,
      },
      hits: null,
    };
  });
}

const since = (now: Date) => new Date(now.getTime() - SIMILAR_MS);
const isSimilar = (row: ReportRow, now: Date) => row.createdAt >= since(now);
const similarTo = (rows: readonly ReportRow[], now: Date): Prisma.HashReportWhereInput => ({
  digest: { in: rows.map(({ digest }) => digest) },
  createdAt: { gte: since(now) },
});
