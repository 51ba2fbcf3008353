import { expect, test } from 'vitest';
import { Prisma } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUsageRows } from '#lib/testing/factories.ts';
import { eachBatchOfUsedKeys } from './used-keys.ts';

const since = new Date('2026-06-10T00:00:00Z');
const later = new Date(since.getTime() + 2 * DAY);

test('yields recently used keys, rotated keys, and those that match the extra condition', () =>
  inRollback(async (db) => {
    const { server } = await createServerRow(db);
    const key = async (name: string, fields: Parameters<typeof createKeyRow>[1] = {}) =>
      (await createKeyRow(db, { description: name, ...fields })).id;
    const [used] = [await key('used', { lastUsedAt: later }), await key('used before', { lastUsedAt: since })];
    const [counted, wanted] = [await key('counted', { lastUsedAt: null }), await key('wanted')];
    await createUsageRows(db, { key: counted, server: server.id }, [{ bucket: later, checked: 0, hits: 0, errors: 0 }]);
    const fresh = await key('fresh');
    const old = await key('replaced', { replacedById: fresh });
    const far = await key('in the next span', { id: fresh + 20_000, lastUsedAt: later });
    const batches: number[][] = [];
    const isWanted = Prisma.sql`k.id = ${wanted}`;
    for await (const ids of eachBatchOfUsedKeys(systemContext(db), since, isWanted)) batches.push(ids);
    expect(batches.flat().toSorted((a, b) => a - b)).toEqual([used, counted, wanted, fresh, old, far]);
    expect(batches.length).toBeGreaterThan(1);
  }));
