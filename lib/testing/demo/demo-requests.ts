import type { Db } from '#lib/base/db/db.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { limitOf } from '#lib/fuzzy-keys/limit.ts';
import { createUsageRows } from '#lib/testing/factories.ts';
import { pseudonymOf } from '#lib/testing/sources.ts';
import type { SERVERS } from './demo-samples.ts';
import { daysAgo, now } from './demo-time.ts';
import { demoSamples, type DemoShape } from './demo-usage.ts';

export type DemoServer = (typeof SERVERS)[number] & { id: number; token: string };

type UsedKey = {
  id: number;
  description: string;
  rankId: number;
  quantity: number;
  rate: number | null;
  accountId: string | null;
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
  const account = key.accountId
    ? await tx.account.findUniqueOrThrow({ where: { id: key.accountId }, select: { dailyLimit: true } })
    : null;
  const { rate } = limitOf({ ...key, rank, account });
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
  const asked: Asked = { checked: 0, hits: 0, errors: 0 };
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
    const samples = demoSamples(usage, now);
    await createUsageRows(tx, { key: key.id, server }, samples);
    for (const sample of samples)
      for (const name of ['checked', 'hits', 'errors'] as const) asked[name] += sample[name] ?? 0;
  }
  await tx.fuzzyKey.updateMany({
    where: { id: key.id },
    data: { firstMatchAt: daysAgo(29), firstMatchServerId: servers[0]?.id ?? null },
  });
  await makeSources(tx, key, lastDay, asked);
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

/** For each of these requests a day, a key has one host more. One key has many hosts, as if it were shared. */
const REQUESTS_A_HOST = 60_000;
const SHARED = { description: 'Community mirror', hosts: 14 };
const NAMES = ['mx1', 'mx2', 'backup MX'];

/** The requests of 30 days. */
type Asked = { checked: number; hits: number; errors: number };
type Used = { id: number; description: string; suspendedAt: Date | null; deletedAt: Date | null };

/**
 * Creates the hosts that used a key in the last 30 days, and divides its requests between them, half to the first: the
 * first three have names, and the fourth is silent.
 */
async function makeSources(tx: Db, key: Used, lastDay: number, asked: Asked): Promise<void> {
  const until = key.deletedAt ?? key.suspendedAt ?? now;
  if (until < daysAgo(30)) return;
  const isShared = key.description === SHARED.description;
  const hosts = isShared ? SHARED.hosts : Math.min(8, 1 + Math.floor(lastDay / REQUESTS_A_HOST));
  const parts = 2 - 2 ** (1 - hosts);
  await tx.keySource.createMany({
    data: Array.from({ length: hosts }, (_, index) => {
      const shareOf = (requests: number) => BigInt(Math.round((requests * 2 ** -index) / parts));
      const isSilent = index === 3;
      return {
        keyId: key.id,
        source: pseudonymOf(`source ${key.id} ${index}`),
        network: pseudonymOf(`network ${key.id} ${isShared ? index : Math.floor(index / 2)}`),
        secretId: '5eed5eed',
        name: isShared ? null : (NAMES[index] ?? null),
        ...{ checked: shareOf(asked.checked), hits: shareOf(asked.hits), errors: shareOf(asked.errors) },
        firstSeenAt: new Date(until.getTime() - (30 - 2 * Math.min(index, 10)) * DAY),
        lastSeenAt: new Date(until.getTime() - (isSilent ? 2 * DAY : (index + 1) * MINUTE)),
        isAnnounced: true,
        silenceNotedAt: now,
      };
    }),
  });
}
