import type { Db } from '#lib/db.ts';
import { limitOf } from '#lib/fuzzy-keys/limit.ts';
import { createUsageRows } from '#lib/testing/factories.ts';
import type { SERVERS } from './demo-samples.ts';
import { makeSources } from './demo-sources.ts';
import { now } from './demo-time.ts';
import { demoSamples, type DemoShape } from './demo-usage.ts';

export type DemoServer = (typeof SERVERS)[number] & { id: number; token: string };

type UsedKey = {
  id: number;
  description: string;
  rankId: number;
  quantity: number;
  rate: number | null;
  userId: string | null;
  suspendedAt: Date | null;
  deletedAt: Date | null;
};

/** Makes usage for a key. `load` is the daily usage as a share of the limit. */
export async function makeUsage(
  tx: Db,
  key: UsedKey,
  load: number,
  servers: DemoServer[],
  shape: DemoShape,
): Promise<void> {
  if (load === 0) return;
  const rank = await tx.rank.findUniqueOrThrow({ where: { rank: key.rankId } });
  const user = key.userId
    ? await tx.user.findUniqueOrThrow({ where: { id: key.userId }, select: { dailyLimit: true } })
    : null;
  const { rate } = limitOf({ ...key, rank, user });
  await makeRequests(tx, key, load * (rate ?? 1) * 86_400 * key.quantity, servers, shape);
}

export async function makeRequests(
  tx: Db,
  key: UsedKey,
  lastDay: number,
  servers: DemoServer[],
  { growth, isSteady, quietHours }: DemoShape = {},
): Promise<void> {
  await checkReferences(tx, false);
  for (const { id: server, name, share, gaps } of servers) {
    const until = key.deletedAt ?? key.suspendedAt;
    const usage = {
      name: `${key.description} ${name}`,
      lastDay: lastDay * share,
      until,
      gaps,
      growth,
      isSteady,
      quietHours,
    };
    await createUsageRows(tx, { key: key.id, server }, demoSamples(usage, now));
  }
  await makeSources(tx, key, lastDay);
  await checkReferences(tx, true);
}

/**
 * Turns foreign key checks on or off: nine tenths of the time would go into checking the key and server of each point.
 * Needs a superuser; for other roles the checks stay on.
 */
async function checkReferences(tx: Db, isOn: boolean): Promise<void> {
  await tx.$queryRaw`SELECT set_config('session_replication_role', ${isOn ? 'origin' : 'replica'}, true)
    WHERE has_parameter_privilege('session_replication_role', 'SET')`;
}
