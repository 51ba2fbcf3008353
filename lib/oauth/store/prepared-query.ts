import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryResultRow } from 'pg';
import { db, type Db, type Prisma } from '#lib/base/db/db.ts';
import { readPrepared, writePrepared } from '#lib/base/db/prepared.ts';

/** Runs a read for the provider, in the transaction of `writeInTransaction` if there is one. */
export const read = <R extends QueryResultRow>(statement: Prisma.Sql): Promise<R[]> =>
  readPrepared<R>(transactions.getStore() ?? db(), statement);

/**
 * Runs a write for the provider, in the transaction of `writeInTransaction` if there is one. Returns the number of
 * rows.
 */
export const write = (statement: Prisma.Sql): Promise<number> =>
  writePrepared(transactions.getStore() ?? db(), statement);

const transactions = new AsyncLocalStorage<Db>();

/** Runs the work so that the provider's statements are part of the transaction `tx`. */
export const writeInTransaction = <T>(tx: Db, work: () => Promise<T>): Promise<T> => transactions.run(tx, work);
