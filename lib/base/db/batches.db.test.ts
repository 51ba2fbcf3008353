import { expect, test } from 'vitest';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { inBatches, type Rest } from './batches.ts';

test.each([{ sizes: [] }, { sizes: [1] }, { sizes: [2] }, { sizes: [2, 2, 1] }])(
  'yields each row once, in batches of $sizes',
  ({ sizes }) =>
    inRollback(async (db) => {
      const { id: userId } = await createUserRow(db);
      const ids: number[] = [];
      for (const size of sizes)
        for (let n = 0; n < size; n++) ids.push((await createKeyRow(db, { accountId: userId })).id);
      const read = (rest: Rest<number>, take: number) =>
        db.fuzzyKey.findMany({ where: { accountId: userId, ...rest }, orderBy: { id: 'asc' }, take });
      const batches: number[][] = [];
      for await (const rows of inBatches(read, 2)) batches.push(rows.map(({ id }) => id));
      expect(batches.flat()).toEqual(ids);
      expect(batches.map(({ length }) => length)).toEqual(sizes);
    }),
);
