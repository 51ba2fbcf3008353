import { expect, test } from 'vitest';
import { inBatches, type Rest } from './batches.ts';

test.each([
  { ids: [], batches: [] },
  { ids: [0], batches: [[0]] },
  { ids: [0, 2], batches: [[0, 2]] },
  { ids: [0, 2, 3, 7, 9], batches: [[0, 2], [3, 7], [9]] },
])('yields the rows $ids once each, two at a time', async ({ ids, batches }) => {
  const read = async ({ id: { gt } = { gt: -1 } }: Rest<number>, take: number) =>
    ids
      .filter((id) => id > gt)
      .slice(0, take)
      .map((id) => ({ id }));
  const found: number[][] = [];
  for await (const rows of inBatches(read, 2)) found.push(rows.map(({ id }) => id));
  expect(found).toEqual(batches);
});
