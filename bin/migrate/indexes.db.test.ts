import pg from 'pg';
import { expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { buildIndexes } from './indexes.ts';

const INDEXES = 'prisma/indexes.sql';

const isValid = async (name: string) =>
  (
    await db().$queryRaw<{ valid: boolean }[]>`
      SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass(${name})`
  )[0]?.valid;

test('builds a missing index without blocking writers, and only once when started several times (R13)', async () => {
  await db().$executeRaw`DROP INDEX users_last_seen_idx`;
  const writer = new pg.Client({ connectionString: env().DATABASE_URL });
  await writer.connect();
  await writer.query('BEGIN');
  await writer.query("UPDATE ranks SET emoji = emoji; UPDATE users SET notes = ''");
  const building = Promise.all(Array.from({ length: 3 }, () => buildIndexes(env().DATABASE_URL, INDEXES)));
  await expect.poll(() => isValid('users_last_seen_idx')).toBe(false); // the build has started and waits for the writer
  await createUserRow(db()); // a build that blocked writers would deadlock here, because it waits for the COMMIT below
  await writer.query('COMMIT');
  await writer.end();
  expect((await building).toSorted()).toEqual([0, 0, 1]);
  expect(await isValid('users_last_seen_idx')).toBe(true);
});

test('rebuilds an index that an interrupted build left invalid', async () => {
  await db().$executeRaw`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'users_blocked_idx'::regclass`;
  expect(await buildIndexes(env().DATABASE_URL, INDEXES)).toBe(1);
  expect(await isValid('users_blocked_idx')).toBe(true);
  expect(await buildIndexes(env().DATABASE_URL, INDEXES)).toBe(0);
});
