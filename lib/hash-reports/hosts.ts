import { transaction, type Context, type Server } from '#lib/base/context.ts';
import { SECOND } from '#lib/base/time.ts';
import { versionOf } from './refusals.ts';
import type { HostHashesInput } from './schema.ts';
import { settleReports } from './settle.ts';
import type { HostHashesView } from './views.ts';

const MOST_REFUSALS = 2000;
const MOST_REMOVALS = 200;

/** What changed in the refusals after this version, and which hashes the host still has to remove. */
export async function getHostHashes({ db, now, actor }: Context<Server>, known: number): Promise<HostHashesView> {
  const current = await versionOf(db);
  // a host knows more than a portal that was restored from a backup: it gets everything again
  const from = known > current ? 0 : known;
  const changed =
    from === current
      ? []
      : await db.hashRefusal.findMany({
          where: { version: { gt: from } },
          orderBy: { version: 'asc' },
          take: MOST_REFUSALS,
          select: { digest: true, version: true, until: true, liftedAt: true },
        });
  const removals = await db.hashRemoval.findMany({
    where: { serverId: actor.serverId, removedAt: null },
    distinct: ['digest'],
    orderBy: { reportId: 'asc' },
    take: MOST_REMOVALS,
    select: { digest: true },
  });
  return {
    format: 1,
    version: changed.at(-1)?.version ?? from,
    is_complete: changed.length < MOST_REFUSALS,
    refusals: changed.map(({ digest, until, liftedAt }) => [
      digest,
      liftedAt === null && until > now ? Math.floor(until.getTime() / SECOND) : 0,
    ]),
    remove: removals.map(({ digest }) => digest),
  };
}

/** Stores which hashes a host has removed; the first report of each counts. Ends the reports that waited for it. */
export async function recordHostHashes(
  ctx: Context<Server>,
  { version, error, removed }: HostHashesInput,
): Promise<{ status: 'ok' }> {
  const { serverId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    const { db, now } = tx;
    const host = { version, error, seenAt: now };
    await db.hashHost.upsert({ where: { serverId }, create: { serverId, ...host }, update: host });
    if (!removed.length) return;
    const digests = removed.map(({ digest }) => digest);
    await db.$queryRaw`
      SELECT 1 AS locked FROM hash_reports WHERE state = 'removing' AND digest = ANY(${digests}) ORDER BY id FOR UPDATE`;
    for (const { digest, was_stored: wasStored } of removed)
      await db.hashRemoval.updateMany({
        where: { serverId, digest, removedAt: null },
        data: { removedAt: now, wasStored },
      });
    await settleReports(tx, digests);
  });
  return { status: 'ok' };
}
