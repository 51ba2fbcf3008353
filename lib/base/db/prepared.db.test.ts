import { afterAll, expect, test } from 'vitest';
import { closeDb, db, inTransaction, Prisma } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import '#lib/testing/database.ts';
import { readPrepared } from './prepared.ts';

afterAll(closeDb);

/** How many statements the connection has prepared of this text after `readPrepared` ran it. */
async function preparedAfter(text: string): Promise<number> {
  return inTransaction(db(), async (tx) => {
    await readPrepared(tx, Prisma.sql`SELECT ${Prisma.raw(`'${text}'`)} AS text`);
    const found = await tx.$queryRaw<
      object[]
    >`SELECT 1 AS one FROM pg_prepared_statements WHERE statement LIKE ${`%'${text}'%`} AND name <> ''`;
    return found.length;
  });
}

test('prepares statements on a direct connection to PostgreSQL, and none behind a pooler', async () => {
  expect(await preparedAfter('direct')).toBe(1);
  env().DATABASE_POOLER = true;
  try {
    expect(await preparedAfter('pooled')).toBe(0);
  } finally {
    env().DATABASE_POOLER = false;
  }
});
