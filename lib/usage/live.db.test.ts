import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { HOUR, MINUTE } from '#lib/base/time.ts';
import { anonymousContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUsageRows } from '#lib/testing/factories.ts';
import { rankKeysByUsage } from './ranking/rank-keys.ts';
import { getLiveNumbers, readLiveNumbers } from './live.ts';

const NOW = new Date('2026-11-23T10:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

/** A key with this number of requests in the last 24 hours. */
async function ranked(store: Db, requests: number, lastUsedAt: Date | null, hits = 0) {
  const { id } = await createKeyRow(store, { lastUsedAt });
  await store.rankedUsage.update({ where: { keyId: id }, data: { requests, hits } });
}

test('sums the keys of the last 24 hours, and counts the hosts that report', () =>
  inRollback(async (store) => {
    const ctx = anonymousContext(store, { now: NOW });
    await createServerRow(store, { lastSeenAt: ago(MINUTE) });
    await createServerRow(store, { lastSeenAt: ago(2 * HOUR) });
    await createServerRow(store, { lastSeenAt: ago(MINUTE), removedAt: NOW });
    await createServerRow(store);
    await ranked(store, 86_400, ago(HOUR), 30_000);
    await ranked(store, 43_200, ago(23 * HOUR), 2_400);
    await ranked(store, 999_999, ago(25 * HOUR));
    await ranked(store, -1, null);
    expect(await readLiveNumbers(ctx)).toEqual({
      live: {
        requests_last_day: 129_600,
        requests_per_second: 1.5,
        hit_rate: 0.25,
        storage_hosts: 1,
        at: ago(MINUTE).toISOString(),
      },
    });
  }));

test('counts each request of a rotated key once, with its matches', () =>
  inRollback(async (store) => {
    const { server } = await createServerRow(store, { lastSeenAt: ago(MINUTE) });
    const fresh = await createKeyRow(store, { lastUsedAt: ago(HOUR) });
    const old = await createKeyRow(store, { replacedById: fresh.id, worksUntil: NOW, lastUsedAt: ago(HOUR) });
    for (const [key, checked, hits] of [
      [old.id, 600, 60],
      [fresh.id, 400, 40],
    ] as const)
      await createUsageRows(store, { key, server: server.id }, [{ bucket: ago(HOUR), checked, hits, errors: 0 }]);
    await rankKeysByUsage(systemContext(store, { now: NOW }));
    expect((await readLiveNumbers(anonymousContext(store, { now: NOW }))).live).toMatchObject({
      requests_last_day: 1000,
      hit_rate: 0.1,
    });
  }));

test('returns null without a reporting host, or without requests', () =>
  inRollback(async (store) => {
    const ctx = anonymousContext(store, { now: NOW });
    await ranked(store, 86_400, ago(HOUR));
    expect(await readLiveNumbers(ctx)).toEqual({ live: null });
    await createServerRow(store, { lastSeenAt: ago(MINUTE) });
    await store.rankedUsage.updateMany({ data: { requests: 0 } });
    expect(await readLiveNumbers(ctx)).toEqual({ live: null });
  }));

test('reads again after five minutes, and immediately after a failure', () =>
  inRollback(async (store) => {
    const at = (ms: number) => anonymousContext(store, { now: new Date(NOW.getTime() + ms) });
    await createServerRow(store, { lastSeenAt: ago(MINUTE) });
    await ranked(store, 100, ago(HOUR));
    const down = { ...at(0), db: {} as Db };
    await expect(getLiveNumbers(down)).rejects.toThrow();
    const requests = async (ms: number) => (await getLiveNumbers(at(ms))).live?.requests_last_day;
    expect(await requests(0)).toBe(100);
    await ranked(store, 50, ago(HOUR));
    expect(await requests(5 * MINUTE - 1)).toBe(100);
    expect(await requests(5 * MINUTE)).toBe(150);
  }));
