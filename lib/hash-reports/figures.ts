import type { Context } from '#lib/base/context.ts';
import { toLines } from '#lib/base/text/csv.ts';
import { DAY } from '#lib/base/time.ts';
import type { FiguresView } from './views.ts';

const DAYS = 90;

type Row = {
  date: string | null;
  reports: number;
  answered: number;
  median: number | null;
  removed: number;
  kept: number;
};

/** The reports of the last 90 days in UTC, today included. */
export async function getFigures({ db, now }: Pick<Context, 'db' | 'now'>): Promise<FiguresView> {
  const dates = Array.from({ length: DAYS }, (_, n) => dateOf(now.getTime() - (DAYS - 1 - n) * DAY));
  const [from = '', to = ''] = [dates[0], dates.at(-1)];
  const rows = await db.$queryRaw<Row[]>`
    SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, count(*)::int AS reports,
      count(answered_at)::int AS answered,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM answered_at - created_at)))::int AS median,
      count(*) FILTER (WHERE state IN ('removing', 'removed', 'gone'))::int AS removed,
      count(*) FILTER (WHERE state = 'kept')::int AS kept
    FROM hash_reports WHERE created_at >= ${new Date(`${from}T00:00:00Z`)} AND created_at < ${new Date(Date.parse(`${to}T00:00:00Z`) + DAY)}
    GROUP BY ROLLUP (1)`;
  const figuresOf = (date: string | null) => {
    const row = rows.find((found) => found.date === date);
    return {
      reports: row?.reports ?? 0,
      answered: row?.answered ?? 0,
      median_seconds: row?.median ?? null,
      removed: row?.removed ?? 0,
    };
  };
  const total = rows.find(({ date }) => date === null);
  const judged = (total?.removed ?? 0) + (total?.kept ?? 0);
  return {
    ...{ from, to, ...figuresOf(null) },
    share_removed: judged && total ? Math.round((total.removed / judged) * 1000) / 1000 : null,
    days: dates.map((date) => ({ date, ...figuresOf(date) })),
  };
}

/** A row for each day. */
export function figuresCsv({ days }: FiguresView): Response {
  const rows = days.map((day) => [day.date, day.reports, day.answered, day.median_seconds, day.removed]);
  const columns = ['date', 'reports', 'answered', 'median_seconds', 'removed'];
  return new Response(toLines([columns, ...rows]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="report-figures.csv"',
    },
  });
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
