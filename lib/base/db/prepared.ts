import type { QueryResult, QueryResultRow } from 'pg';
import { type Db, isTransaction, nameOf, pool, PREPARED, Prisma } from './db.ts';

/**
 * Reads with a prepared statement, which PostgreSQL plans once per connection. For reads that every request makes (P5,
 * P6). The statement's text must never change. Outside a transaction this bypasses Prisma, whose overhead took most of
 * a token request's time.
 */
export const readPrepared = async <R extends QueryResultRow>(db: Db, statement: Prisma.Sql): Promise<R[]> =>
  isTransaction(db) ? db.$queryRaw<R[]>(marked(statement)) : (await send<R>(statement)).rows;

/** Writes with a prepared statement. Returns the number of rows. */
export const writePrepared = async (db: Db, statement: Prisma.Sql): Promise<number> =>
  isTransaction(db) ? db.$executeRaw(marked(statement)) : ((await send(statement)).rowCount ?? 0);

const send = <R extends QueryResultRow>({ text, values }: Prisma.Sql): Promise<QueryResult<R>> =>
  pool().query<R>({ name: nameOf(text), text, values });

/** In a transaction, Prisma prepares the statements that begin with `PREPARED` (`statementName` in lib/base/db/db.ts). */
const marked = (statement: Prisma.Sql): Prisma.Sql => Prisma.sql`${Prisma.raw(PREPARED)} ${statement}`;
