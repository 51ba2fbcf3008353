import pg from 'pg';

/** How long a process waits for PostgreSQL, in milliseconds. */
export type Patience = {
  /** for a free connection, or a new one */
  connect: number;
  /** for a lock that somebody else holds */
  lock: number;
  /** for one statement; the server ends it then */
  statement: number;
};

/** Somebody waits for the answer: with these three every call is refused within 5 s (R19, R29). */
export const VISITORS: Patience = { connect: 2000, lock: 2000, statement: 2500 };
/** Jobs and commands walk through whole tables. */
export const JOBS: Patience = { connect: 10_000, lock: 30_000, statement: 300_000 };

/** How much later than the server the client gives a statement up: then the server is frozen, or cut off. */
const GRACE_MS = 500;
/** The server ends a transaction whose client says nothing for so long, and frees its locks. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;

/** The options of pg for a connection that gives up in time. An address that names one of them wins. */
export const connectionOptions = (connectionString: string, { connect, lock, statement }: Patience) => ({
  connectionString,
  connectionTimeoutMillis: connect,
  lock_timeout: lock,
  statement_timeout: statement,
  query_timeout: statement + GRACE_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
});

/** Lets the statements of this transaction run, and wait for locks, so many milliseconds; `PatientClient` reads it, too. */
export const allowStatements = (milliseconds: number): string =>
  `SELECT set_config('statement_timeout', '${milliseconds}', true), set_config('lock_timeout', '${milliseconds}', true)`;
const ALLOWED = /^SELECT set_config\('statement_timeout', '(\d+)', true\)/;
const TRANSACTION_ENDS = /^(COMMIT|ROLLBACK)$/;

/**
 * A client of pg for transactions. It ends its connection when a statement got no answer in time: pg itself would put the
 * next statement behind the lost one. And it sends one statement after the other: Prisma asks for the relations of a row
 * all at once, which pg warns of and its next version refuses.
 */
export class PatientClient extends pg.Client {
  private allowed: number | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, this, args);
    const inTurn = (...args: unknown[]): unknown => {
      const [statement, ...rest] = args;
      if (!isStatement(statement) || rest.length) return send(...args); // of the pool itself, which waits for each
      const answer = this.last.then(() => send(this.withPatience(statement)));
      this.last = answer.catch((error: unknown) => isUnanswered(error) && void this.end());
      return answer;
    };
    this.query = inTurn as typeof this.query;
  }

  private withPatience(statement: Statement): Statement & { query_timeout?: number } {
    const allowed = ALLOWED.exec(statement.text)?.[1];
    if (allowed) this.allowed = Number(allowed) + GRACE_MS;
    if (TRANSACTION_ENDS.test(statement.text)) this.allowed = undefined;
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
