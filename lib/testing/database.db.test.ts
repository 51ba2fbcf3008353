import { expect, test } from 'vitest';
import { db, inTransaction } from '#lib/base/db/db.ts';
import { inRollback } from './database.ts';
import { createUserRow } from './factories.ts';

test('inRollback leaves nothing behind, even after an inner transaction', async () => {
  let id = '';
  await inRollback(async (tx) => {
    id = (await inTransaction(tx, (inner) => createUserRow(inner))).id;
    expect(await tx.user.count({ where: { id } })).toBe(1);
    expect(await db().user.count({ where: { id } })).toBe(0);
  });
  expect(await db().user.count({ where: { id } })).toBe(0);
});

test('inRollback rethrows the error of a failed test', async () => {
  await expect(inRollback(() => Promise.reject(new Error('red')))).rejects.toThrow('red');
});
