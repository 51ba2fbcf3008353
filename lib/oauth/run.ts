import type { QueryResultRow } from 'pg';
import { pool, type Prisma } from '#lib/db.ts';

/**
 * Runs a statement of the provider's hot path on the pool itself: a token request makes eight of them, and Prisma's own
 * work around each was most of their time (P5).
 */
export async function run<R extends QueryResultRow>(statement: Prisma.Sql): Promise<{ rows: R[]; count: number }> {
  const { rows, rowCount } = await pool().query<R>({ text: statement.text, values: statement.values });
  return { rows, count: rowCount ?? 0 };
}
