import pg from 'pg';
import { MINUTE } from '#lib/base/time.ts';

/** How long a process waits for PostgreSQL, in milliseconds. */
export type Patience = {
  /** for a free connection, or a new one */
  connect: number;
  /** for a lock held by another transaction */
  lock: number;
  /** for one statement, before the server cancels it */
  statement: number;
  /** settings of the session, as arguments of the server's command line */
  options?: string;
};

/**
 * For requests: with these limits a request is refused within 5 s when the database hangs (R19, R29). Without parallel
 * workers: for a page of some rows their start takes longer than the work, and each reads rows that the page drops (P13).
 */
export const VISITORS: Patience = {
  connect: 2000,
  lock: 2000,
  statement: 2500,
  options: '-c max_parallel_workers_per_gather=0',
};
/** For jobs and commands, which may scan whole tables. */
export const JOBS: Patience = { connect: 10_000, lock: 30_000, statement: 300_000 };

/** How long after the server's own limit the client gives up: the server is then frozen or unreachable. */
const GRACE_MS = 500;
/** The server ends a session that is idle in a transaction for this long, which frees its locks. */
const IDLE_IN_TRANSACTION_MS = MINUTE;
const KEEP_ALIVE_MS = 10_000;

/** pg options that apply these limits. An option in the connection string takes precedence. */
export const connectionOptions = (connectionString: string, { connect, lock, statement, options }: Patience) => ({
  connectionString,
  ...(options && { options }),
  connectionTimeoutMillis: connect,
  lock_timeout: lock,
  statement_timeout: statement,
  query_timeout: statement + GRACE_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
});

/** SQL that sets the statement and lock timeouts of the current transaction. `PatientClient` parses it, too. */
export const allowStatements = (milliseconds: number): string =>
  `SELECT set_config('statement_timeout', '${milliseconds}', true), set_config('lock_timeout', '${milliseconds}', true)`;
const ALLOWED = /^SELECT set_config\('statement_timeout', '(\d+)', true\)/;
const TRANSACTION_ENDS = /^(COMMIT|ROLLBACK)$/;
/** How lib/customer-view makes its transactions read-only. */
const READS_ONLY = 'SET TRANSACTION READ ONLY';

/**
 * A pg client that closes its connection when a statement times out, because pg would queue the next statement behind
 * the lost one, and when the server turns out to be read-only, so that the next one reaches the primary. It also sends
 * one statement at a time: Prisma loads the relations of a row in parallel; pg warns about this, and its next version
 * refuses it.
 */
export class PatientClient extends pg.Client {
  private allowed: number | undefined;
  /** The app itself made the current transaction read-only, so that says nothing about the server. */
  private isReading = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, this, args);
    const inTurn = (...args: unknown[]): unknown => {
      const [statement, ...rest] = args;
      if (!isStatement(statement) || rest.length) return send(...args); // the pool sends these one at a time
      const answer = this.last.then(() => send(this.withPatience(statement)));
      this.last = answer.catch((error: unknown) => {
        if (isUnanswered(error) || (isReadOnly(error) && !this.isReading)) void this.end();
      });
      return answer;
    };
    this.query = inTurn as typeof this.query;
  }

  private withPatience(statement: Statement): Statement & { query_timeout?: number } {
    const allowed = ALLOWED.exec(statement.text)?.[1];
    if (allowed) this.allowed = Number(allowed) + GRACE_MS;
    if (statement.text === READS_ONLY) this.isReading = true;
    if (TRANSACTION_ENDS.test(statement.text)) [this.allowed, this.isReading] = [undefined, false];
    return this.allowed ? { ...statement, query_timeout: this.allowed } : statement;
  }
}

type Statement = { text: string };
const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  !('submit' in value);
const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';
/** SQLSTATE of a write on a standby, or on a primary that was demoted (read_only_sql_transaction). */
const READ_ONLY = '25006';
const isReadOnly = (error: unknown) => error instanceof Error && 'code' in error && error.code === READ_ONLY;

/**
 * A `PatientClient` that does not connect to a standby, whose rows may be old. PostgreSQL says what it is while a client
 * connects (`in_hot_standby`), so this costs no statement.
 */
export class PrimaryClient extends PatientClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return;
      this.connection.removeAllListeners('readyForQuery'); // often in the same packet, and pg would be connected
      this.connection.stream.destroy(Object.assign(new Error('the server is a standby'), { code: READ_ONLY }));
    });
  }
}

type ParameterStatus = { parameterName: string; parameterValue: string };
