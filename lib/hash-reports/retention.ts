import { transaction, type Context, type System } from '#lib/base/context.ts';
import { TEXTS_KEPT_MS } from './schema.ts';
import { settleReports } from './settle.ts';

const BATCH = 500;

/**
 * Empties the texts of reports that were judged 90 days ago, and ends reports that waited for a host which was taken
 * out of service. Returns how many reports it changed.
 */
export async function tidyReports(ctx: Context<System>): Promise<number> {
  const { db, now } = ctx;
  const before = new Date(now.getTime() - TEXTS_KEPT_MS);
  const texts = { note: '', evidence: '', question: null, answer: null, reason: null };
  const due = await db.hashReport.findMany({
    where: {
      decidedAt: { lt: before },
      OR: [
        { note: { not: '' } },
        { evidence: { not: '' } },
        { question: { not: null } },
        { answer: { not: null } },
        { reason: { not: null } },
      ],
    },
    take: BATCH,
    select: { id: true },
  });
  const emptied = await db.hashReport.updateMany({ where: { id: { in: due.map(({ id }) => id) } }, data: texts });
  const stuck = await db.hashReport.findMany({
    where: { state: 'removing' },
    distinct: ['digest'],
    take: BATCH,
    select: { digest: true },
  });
  if (!stuck.length) return emptied.count;
  const digests = stuck.map(({ digest }) => digest);
  return emptied.count + (await transaction(ctx, (tx) => settleReports(tx, digests)));
}
