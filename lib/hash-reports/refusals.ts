import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { type Db, lockInTransaction, type Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { withoutAddresses } from '#lib/email-address/in-text.ts';
import { findAskedHosts } from './look-up.ts';
import { type LiftInput, type RefusalQuery, REFUSED_MS } from './schema.ts';
import type { RefusalListView, RefusalView } from './views.ts';

const PAGE = 50;

/** The refusals whose digest begins with `q`, the latest change first, and which version each host applies. */
export async function listRefusals({ db }: Context<Admin>, { q, cursor }: RefusalQuery): Promise<RefusalListView> {
  const rows = await db.hashRefusal.findMany({
    where: { ...(q && { digest: { startsWith: q } }), ...(cursor && { version: { lt: cursor } }) },
    orderBy: { version: 'desc' },
    take: PAGE + 1,
  });
  const page = rows.slice(0, PAGE);
  const said = await db.hashHost.findMany();
  return {
    refusals: page.map(toView),
    next_cursor: rows.length > PAGE ? String(page.at(-1)?.version) : null,
    version: await versionOf(db),
    hosts: (await findAskedHosts(db)).map(({ id, name }) => {
      const host = said.find(({ serverId }) => serverId === id);
      return { server: name, version: host?.version ?? null, error: host?.error ?? null };
    }),
  };
}

/** The version of the list: that of its latest change, 0 without any. */
export const versionOf = async (db: Db): Promise<number> =>
  (await db.hashRefusal.aggregate({ _max: { version: true } }))._max.version ?? 0;

/** Refuses the hash for a year from now on. Needs a transaction. */
export async function refuseHash(tx: Context, digest: string, reportId: string): Promise<void> {
  const version = await nextVersion(tx.db);
  const until = new Date(tx.now.getTime() + REFUSED_MS);
  const data = { version, since: tx.now, until, reportId, liftedAt: null };
  await tx.db.hashRefusal.upsert({ where: { digest }, create: { digest, ...data }, update: data });
}

/** Lets hosts learn the hash again. Throws `not_found`, and `conflict` for a refusal that has ended. */
export async function liftRefusal(ctx: Context<Admin>, digest: string, { reason }: LiftInput): Promise<RefusalView> {
  return transaction(ctx, async (tx) => {
    const version = await nextVersion(tx.db);
    const { count } = await tx.db.hashRefusal.updateMany({
      where: { digest, liftedAt: null, until: { gt: tx.now } },
      data: { version, liftedAt: tx.now },
    });
    const row = await tx.db.hashRefusal.findUnique({ where: { digest } });
    if (!row) throw new DomainError('not_found', 'This hash is not refused.');
    if (!count) throw new DomainError('conflict', 'This refusal has already ended.');
    await recordAudit(tx, 'hash_refusal.lifted', digest, { version, reason: withoutAddresses(reason) });
    return toView(row);
  });
}

/** Held until the transaction ends, so that versions become visible in their order: agents ask for what is newer. */
async function nextVersion(db: Db): Promise<number> {
  await lockInTransaction(db, 'hash_refusals');
  return (await versionOf(db)) + 1;
}

const toView = (row: Prisma.HashRefusalGetPayload<object>): RefusalView => ({
  digest: row.digest,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  report_id: row.reportId,
  lifted_at: row.liftedAt?.toISOString() ?? null,
});
