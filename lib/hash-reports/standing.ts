import type { Db } from '#lib/base/db/db.ts';
import type { DeskReport } from './views.ts';

type Record = Pick<DeskReport['reporter'], 'reports' | 'removed' | 'kept' | 'standing'>;

/** The record of each of these reporters. */
export async function findRecords(db: Db, accountIds: readonly string[]): Promise<Map<string, Record>> {
  const counts = await db.hashReport.groupBy({
    by: ['accountId', 'state'],
    where: { accountId: { in: [...accountIds] } },
    _count: true,
  });
  return new Map(
    accountIds.map((accountId) => {
      const countOf = (...states: string[]) =>
        counts
          .filter((row) => row.accountId === accountId && (!states.length || states.includes(row.state)))
          .reduce((sum, row) => sum + row._count, 0);
      const [removed, kept] = [countOf('removing', 'removed', 'gone'), countOf('kept')];
      return [accountId, { reports: countOf(), removed, kept, standing: standingOf({ removed, kept }) }];
    }),
  );
}

/** What earlier judgements say about a reporter. With a poor standing, fewer reports a day are taken. */
export function standingOf({ removed, kept }: { removed: number; kept: number }): Record['standing'] {
  if (kept >= 3 && kept >= 2 * removed) return 'poor';
  return removed + kept < 3 ? 'new' : 'good';
}
