import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { Prisma, PrismaClient } from '#generated/prisma/client.ts';
import { log } from '#lib/base/log.ts';
import { processState } from '#lib/base/process-state.ts';
import { env } from '#lib/base/settings/env.ts';
import { MINUTE } from '#lib/base/time.ts';
import {
  allowStatements,
  connectionOptions,
  JOBS,
  PatientClient,
  PrimaryClient,
  VISITORS,
  type Patience,
} from './connection.ts';

/** What a query runs on: the Prisma client or one of its transactions. */
export type Db = Prisma.TransactionClient;
export { Prisma };

const shared = processState<{ pool: pg.Pool; prisma: PrismaClient; patience: Patience }>('database');

/** The process's connection pool. */
export const pool = (): pg.Pool => (shared.pool ??= createPool());

/** Sets the limits for requests instead of those for jobs (R19, R29). Call it before the first statement. */
export const useVisitorTimeouts = (): void => void (shared.patience = VISITORS);

/** The limits of this process: those for jobs, unless it serves requests. `DATABASE_STATEMENT_MS` takes precedence. */
function patience(): Patience {
  const { DATABASE_STATEMENT_MS } = env();
  const usual = shared.patience ?? JOBS;
  return DATABASE_STATEMENT_MS ? { ...usual, statement: DATABASE_STATEMENT_MS } : usual;
}

/** Connection options of this process, for clients outside the pool such as the job queue's. */
export const databaseConnection = () => connectionOptions(env().DATABASE_URL, patience());

/** The class of the connections. A pooler repeats what the first server it reached has said, so it hides a standby. */
export const databaseClient = () => (env().DATABASE_POOLER ? PatientClient : PrimaryClient);

/** The process's Prisma client, on `pool`. */
export const db = (): PrismaClient =>
  (shared.prisma ??= new PrismaClient({ adapter: new PrismaPg(pool(), { statementNameGenerator: statementName }) }));

/** Prefix of the statements that Prisma is to prepare (lib/base/db/prepared.ts). */
export const PREPARED = '/* prepared */';
const statementName = ({ sql }: { sql: string }) => (sql.startsWith(PREPARED) ? nameOf(sql) : '');

/**
 * A statement's name. It is a hash of the text, because the process's two module graphs share the connections. Behind a
 * pooler it is empty, so that nothing is prepared: the next transaction may have another connection.
 */
export function nameOf(text: string): string {
  if (env().DATABASE_POOLER) return '';
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

const names = new Map<string, string>();

/** Closes the process's connections; the next use opens new ones. */
export async function closeDb(): Promise<void> {
  const { pool: open, prisma } = shared;
  delete shared.pool;
  delete shared.prisma;
  await prisma?.$disconnect();
  if (open && !open.ended) await open.end();
}

function createPool(): pg.Pool {
  const created = new pg.Pool({
    ...databaseConnection(),
    Client: databaseClient(),
    max: env().DATABASE_POOL,
    idleTimeoutMillis: 10 * MINUTE, // long, because opening a connection takes 10 ms or more
  });
  // An idle connection that breaks is replaced on next use. Without a listener its error would end the process.
  created.on('error', (error) => log().warn({ err: error }, 'idle database connection lost'));
  return created;
}

/**
 * Runs `work` in a new transaction, or in a savepoint if `db` already is a transaction, so that verbs nest and a failed
 * inner verb leaves the outer one usable. A new transaction is given up after `timeout` milliseconds; a `timeout` above
 * the statement limit applies to each of its statements, too.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>, timeout?: number): Promise<T> {
  if (isClient(db))
    return db.$transaction(patiently(work, timeout), { timeout: timeout ?? 20_000, maxWait: patience().connect });
  const name = `sp_${++savepoints}`;
  await db.$executeRawUnsafe(`SAVEPOINT ${name}`);
  try {
    const result = await work(db);
    await db.$executeRawUnsafe(`RELEASE SAVEPOINT ${name}`);
    return result;
  } catch (error) {
    await db.$executeRawUnsafe(`ROLLBACK TO SAVEPOINT ${name}`);
    throw error;
  }
}

function patiently<T>(work: (tx: Db) => Promise<T>, timeout = 0): (tx: Db) => Promise<T> {
  if (timeout <= patience().statement) return work;
  return async (tx) => {
    await tx.$executeRawUnsafe(allowStatements(timeout));
    return work(tx);
  };
}

let savepoints = 0;

/** True for a transaction. Its client has no `$connect`; both kinds of client have `$transaction`. */
export const isTransaction = (db: Db): boolean => !('$connect' in db && typeof db.$connect === 'function');

const isClient = (db: Db): db is PrismaClient => '$transaction' in db && typeof db.$transaction === 'function';

/** Takes the advisory lock of this name and holds it until the transaction ends. */
export async function lockInTransaction(tx: Db, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** True if a write violated a unique constraint. The error is Prisma's or pg's. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'P2002' || error.code === '23505');

/** Finds an SQLSTATE in the message, where Prisma puts it if it has no error code for it. */
const hasSqlState = (error: unknown, code: string): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.message.includes(`\`${code}\``);

/** True if a statement waited too long for a lock that another transaction holds. */
export const isLockTimeout = (error: unknown): boolean => hasSqlState(error, '55P03');

/**
 * True if the transaction was ended because of a deadlock or conflict; it may be retried. The error is Prisma's, the
 * driver's (where a transaction begins or ends) or pg's.
 */
export const isDeadlock = (error: unknown): boolean =>
  CONFLICTS.some((code) => hasSqlState(error, code)) ||
  (isDriverAdapterError(error) && error.cause.kind === 'TransactionWriteConflict') ||
  (error instanceof Error && 'code' in error && [...CONFLICTS, 'P2034'].includes(String(error.code)));

/** Deadlock, and a statement that was in the way of replication or of another transaction. */
const CONFLICTS = ['40P01', '40001'];

const TRIES = 3;

/** Runs `work`, which must be able to run again, up to three times if it ends in a deadlock. */
export async function afterDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isDeadlock(error)) throw error;
    }
  }
}

/** True if a number did not fit into its column. */
export const isOutOfRange = (error: unknown): boolean => hasSqlState(error, '22003');

/** Escapes the wildcards of a text for LIKE and ILIKE. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
