/** How many rows a job holds at a time. */
const BATCH = 10_000;

/** Prisma's `where` for the rows after the last batch; empty for the first. */
export type Rest<K> = { id?: { gt: K } };

/**
 * Yields all rows of a table in the order of their id, a batch at a time, so that a job's memory does not grow with the
 * table. `read` returns the first `take` rows of the rest.
 */
export async function* inBatches<K extends string | number, T extends { id: K }>(
  read: (rest: Rest<K>, take: number) => Promise<T[]>,
  size = BATCH,
): AsyncGenerator<T[]> {
  for (let rest: Rest<K> | null = {}; rest;) {
    const rows: T[] = await read(rest, size);
    const last = rows.at(-1);
    if (last) yield rows;
    rest = last && rows.length === size ? { id: { gt: last.id } } : null;
  }
}
