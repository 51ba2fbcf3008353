import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { FuzzyKeyListQuery, listFuzzyKeys } from '#lib/fuzzy-keys/console/list.ts';
import { SPREAD_NETWORKS } from '#lib/fuzzy-keys/schema.ts';
import { adminContext, serverContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, unique } from '#lib/testing/factories.ts';
import { reportSources } from '#lib/testing/sources.ts';
import { followSources, forgetOldSources } from './follow-sources.ts';

const now = new Date('2026-06-15T12:34:56Z');
const ago = (days: number) => new Date(now.getTime() - days * DAY);
const follow = (db: Db) => followSources(systemContext(db, { now }));

async function setUp(db: Db) {
  const [key, { server }] = [await createKeyRow(db, { description: unique('spread') }), await createServerRow(db)];
  const use = (days: number, count: number, { networks = count, secret_id = '0123abcd', first = 0 } = {}) =>
    reportSources(
      serverContext(db, server.id, { now: ago(days) }),
      Array.from({ length: count }, (_, index) => ({
        key_id: key.keyId,
        of: `${secret_id} ${first + index}`,
        network: `${secret_id} n${first + (index % networks)}`,
      })),
      { secret_id },
    );
  const networks = async () => (await db.rankedUsage.findUniqueOrThrow({ where: { keyId: key.id } })).networks;
  return { key, use, networks };
}

test('counts the networks of the last seven days, not the hosts in them', () =>
  inRollback(async (db) => {
    const { use, networks } = await setUp(db);
    await use(8, 3, { first: 100 });
    await use(1, 40, { networks: 4 });
    await follow(db);
    expect(await networks()).toBe(4);
    await db.keySource.updateMany({ data: { lastSeenAt: ago(8) } });
    await follow(db);
    expect(await networks()).toBe(0);
  }));

test('does not count a network twice after the storage hosts got a new secret', () =>
  inRollback(async (db) => {
    const { use, networks } = await setUp(db);
    await use(2, 6);
    await use(1, 5, { secret_id: 'ffffffff' });
    await follow(db);
    expect(await networks()).toBe(6);
  }));

test('shows admins the keys that were used from more than 10 networks', () =>
  inRollback(async (db) => {
    const { key, use } = await setUp(db);
    const query = FuzzyKeyListQuery.parse({ attention: 'spread', search: key.description });
    const list = async () => (await listFuzzyKeys(adminContext(db, undefined, { now }), query)).keys;
    await use(1, SPREAD_NETWORKS);
    await follow(db);
    expect(await list()).toEqual([]);
    await use(1, 1, { first: 50 });
    await follow(db);
    expect(await list()).toMatchObject([{ description: key.description, networks: 11 }]);
  }));

test('forgets hosts 30 days after their last request, and reports that are too old to be sent again', () =>
  inRollback(async (db) => {
    const { key, use } = await setUp(db);
    await use(31, 3);
    await use(29, 2, { first: 10 });
    await use(31, 1, { first: 20 });
    expect(await forgetOldSources(systemContext(db, { now }))).toEqual({ sources: 4, sourceReports: 2 });
    expect(await db.keySource.count({ where: { keyId: key.id } })).toBe(2);
  }));
