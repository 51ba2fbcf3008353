import type { Db } from '#lib/db.ts';
import { pseudonymOf } from '#lib/testing/sources.ts';
import { DAY, MINUTE } from '#lib/time.ts';
import { daysAgo, now } from './demo-time.ts';

/** For each of these requests a day, a key has one host more. One key has many hosts, as if it were shared. */
const REQUESTS_A_HOST = 60_000;
const SHARED = { description: 'Community mirror', hosts: 14 };
const NAMES = ['mx1', 'mx2', 'backup MX'];

type Used = { id: number; description: string; suspendedAt: Date | null; deletedAt: Date | null };

/** Creates the hosts that used a key in the last 30 days: the first three have names, and the fourth is silent. */
export async function makeSources(tx: Db, key: Used, lastDay: number): Promise<void> {
  const until = key.deletedAt ?? key.suspendedAt ?? now;
  if (until < daysAgo(30)) return;
  const isShared = key.description === SHARED.description;
  const hosts = isShared ? SHARED.hosts : Math.min(8, 1 + Math.floor(lastDay / REQUESTS_A_HOST));
  await tx.keySource.createMany({
    data: Array.from({ length: hosts }, (_, index) => {
      const share = 2 ** -index * lastDay * 30;
      const isSilent = index === 3;
      return {
        keyId: key.id,
        source: pseudonymOf(`source ${key.id} ${index}`),
        network: pseudonymOf(`network ${key.id} ${isShared ? index : Math.floor(index / 2)}`),
        secretId: '5eed5eed',
        name: isShared ? null : (NAMES[index] ?? null),
        ...{ checked: BigInt(Math.round(share)), hits: BigInt(Math.round(share / 5)), errors: BigInt(index) },
        firstSeenAt: new Date(until.getTime() - (40 - 3 * Math.min(index, 10)) * DAY),
        lastSeenAt: new Date(until.getTime() - (isSilent ? 2 * DAY : (index + 1) * MINUTE)),
        isAnnounced: true,
        silenceNotedAt: now,
      };
    }),
  });
}
