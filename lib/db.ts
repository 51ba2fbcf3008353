import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from '#generated/prisma/client.ts';
import { allowStatements, connectionOptions, JOBS, PatientClient, VISITORS, type Patience } from './connection.ts';
import { env } from './env.ts';
import { log } from './log.ts';

/** Everything a query needs: the client itself or a transaction of it. */
export type Db = Prisma.TransactionClient;
export { Prisma };

const globals = globalThis as { pool?: pg.Pool; prisma?: PrismaClient; patience?: Patience };

/** The process's one pool of connections. Next's bundle and server.ts share it through globalThis. */
export const pool = (): pg.Pool => (globals.pool ??= createPool());

/** Makes this process wait for the database no longer than a visitor does; to be called before the first statement (R19, R29). */
export const answerVisitors = (): void => void (globals.patience = VISITORS);

/** How long this process waits for the database: as jobs do, unless it answers visitors. `DATABASE_STATEMENT_MS` wins. */
function patience(): Patience {
  const { DATABASE_STATEMENT_MS } = env();
  const usual = globals.patience ?? JOBS;
  return DATABASE_STATEMENT_MS ? { ...usual, statement: DATABASE_STATEMENT_MS } : usual;
}

/** How this process connects to its database: for clients beside the pool, such as the job queue's. */
export const databaseConnection = () => connectionOptions(env().DATABASE_URL, patience());

/** The process's one client, on `pool`. */
export const db = (): PrismaClient =>
  (globals.prisma ??= new PrismaClient({ adapter: new PrismaPg(pool(), { statementNameGenerator: statementName }) }));

/** What begins so is planned once a connection, and not at each call: the few statements that every request makes (P6). */
const PREPARED = '/* prepared */';
const statementName = ({ sql }: { sql: string }) =>
  sql.startsWith(PREPARED) ? createHash('sha256').update(sql).digest('base64url') : '';

/** Ends the process's connections; the next use opens new ones. */
export async function closeDb(): Promise<void> {
  const { pool: open, prisma } = globals;
  delete globals.pool;
  delete globals.prisma;
  await prisma?.$disconnect();
  if (open && !open.ended) await open.end();
}

function createPool(): pg.Pool {
  const created = new pg.Pool({
    ...databaseConnection(),
    Client: PatientClient,
    max: env().DATABASE_POOL,
    idleTimeoutMillis: 10 * 60_000, // a connection costs 10 ms and more to make: one that a burst opened stays for the next
  });
  // A connection that breaks while idle is replaced on next use; without a listener it would end the process.
  created.on('error', (error) => log().warn({ err: error }, 'an idle connection to the database ended'));
  return created;
}

/**
 * Runs `work` in one transaction: a new one, or, when `db` already is one, a savepoint of it, so that verbs nest and
 * a failed inner verb leaves the outer one usable. A new one is given up after `timeout` milliseconds; one that is asked
 * for also lets each of its statements take so long.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>, timeout?: number): Promise<T> {
  if (isClient(db)) return db.$transaction(patiently(work, timeout), { timeout: timeout ?? 20_000, maxWait: 2000 });
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

const isClient = (db: Db): db is PrismaClient => '$transaction' in db && typeof db.$transaction === 'function';

/** Serialises everything that names the same lock, until the transaction ends. */
export async function lockInTransaction(tx: Db, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** True when a write broke a UNIQUE rule. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** PostgreSQL's own code of an error; Prisma gives it in words when it has no code of its own for it. */
const hasSqlState = (error: unknown, code: string): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.message.includes(`\`${code}\``);

/** True when two transactions waited for each other, and this one was ended: it may be tried again. */
export const isDeadlock = (error: unknown): boolean =>
  hasSqlState(error, '40P01') || (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2034');

/** True when a number did not fit into its column. */
export const isOutOfRange = (error: unknown): boolean => hasSqlState(error, '22003');

/** A text for LIKE and ILIKE, its own wildcards meaning themselves. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
