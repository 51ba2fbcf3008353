import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryResultRow } from 'pg';
import { sha256 } from '#lib/crypto.ts';
import { pool, type Db, type Prisma } from '#lib/db.ts';

/**
 * Runs a statement of the provider's hot path directly on the pool, prepared once for each connection: Prisma's
 * overhead and planning each statement anew took most of a token request's time (P5).
 */
export async function run(statement: Prisma.Sql): Promise<{ rows: QueryResultRow[]; count: number }> {
  const tx = transactions.getStore();
  if (tx) return { rows: [], count: await tx.$executeRaw(statement) };
  const { text, values } = statement;
  const { rows, rowCount } = await pool().query<QueryResultRow>({ name: nameOf(text), text, values });
  return { rows, count: rowCount ?? 0 };
}

const transactions = new AsyncLocalStorage<Db>();

/** Runs the work with the provider's writes in the transaction `tx`. The work must not read from the provider's store. */
export const writeInTransaction = <T>(tx: Db, work: () => Promise<T>): Promise<T> => transactions.run(tx, work);

/** A name derived from the text, because the two module graphs of the process share the connections. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `oauth_${Buffer.from(sha256(text)).toString('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

const names = new Map<string, string>();
