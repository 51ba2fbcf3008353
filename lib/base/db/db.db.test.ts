import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionOptions, JOBS, PatientClient, VISITORS } from '#lib/base/db/connection.ts';
import { useVisitorTimeouts, closeDb, db, inTransaction, pool } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { isUnreachable } from '#lib/http/answers/error-response.ts';
import { createReadiness } from '#server/readiness.ts';
import '#lib/testing/database.ts';
import { createRelay } from '#lib/testing/relay.ts';

/** Long enough for an ordinary statement on a busy machine, which the limit applies to, too. */
const STATEMENT_MS = 1500;
/** The server's limit, plus the half second that the client waits on top. */
const UNANSWERED_MS = STATEMENT_MS + 500;

let relay: Awaited<ReturnType<typeof createRelay>>;
let holder: pg.Client;
beforeAll(async () => {
  const own = process.env.DATABASE_URL ?? '';
  relay = await createRelay(own);
  Object.assign(process.env, { DATABASE_URL: relay.url, DATABASE_STATEMENT_MS: String(STATEMENT_MS) });
  useVisitorTimeouts();
  holder = new pg.Client({ connectionString: own });
  await holder.connect();
  await holder.query('CREATE TABLE notes (text text)');
});
beforeEach(async () => {
  relay.mend();
  await holder.query('TRUNCATE notes');
  await db().$queryRaw`SELECT 1`;
});
afterAll(async () => {
  await holder.end();
  await closeDb();
  relay.close();
});

/** Runs `call`. Returns its error, or null, and its duration in milliseconds. */
async function ending(call: () => Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const from = performance.now();
  const error = await call().then(
    () => null,
    (thrown: unknown) => thrown ?? 'nothing',
  );
  return { error, ms: performance.now() - from };
}
const write = (tx: Pick<ReturnType<typeof db>, '$executeRaw'>, text: string) =>
  tx.$executeRaw`INSERT INTO notes VALUES (${text})`;
const notes = async () => (await holder.query<{ text: string }>('SELECT text FROM notes')).rows.map(({ text }) => text);

const CALLS: [what: string, call: () => Promise<unknown>][] = [
  ['a statement', () => db().$queryRaw`SELECT 2 AS answer`],
  ['a statement on the pool', () => pool().query('SELECT 2 AS answer')],
  ['the start of a transaction', () => inTransaction(db(), async () => 1)],
];

test.each(CALLS)('reports an outage if %s gets no answer, and closes the connection (R9)', async (_what, call) => {
  const before = pool().totalCount;
  relay.cut();
  const { error, ms } = await ending(call);
  expect(isUnreachable(error), String(error)).toBe(true);
  expect(ms).toBeGreaterThan(UNANSWERED_MS - 50);
  await expect.poll(() => pool().totalCount).toBe(before - 1);
  relay.mend();
  expect(await db().$queryRaw`SELECT 3 AS answer`).toEqual([{ answer: 3 }]);
});

test('rolls back a transaction that gets no answer, and answers later statements correctly (R9)', async () => {
  const { error } = await ending(() =>
    inTransaction(db(), async (tx) => {
      await write(tx, 'before');
      relay.cut();
      await write(tx, 'while it is cut');
    }),
  );
  expect(isUnreachable(error), String(error)).toBe(true);
  relay.mend();
  const answers = await Promise.all([4, 5, 6].map((n) => db().$queryRaw`SELECT ${n}::int AS answer`));
  expect(answers).toEqual([[{ answer: 4 }], [{ answer: 5 }], [{ answer: 6 }]]);
  await expect.poll(notes).toEqual([]);
});

test('can use the whole pool again after many unanswered statements (R9)', async () => {
  relay.cut();
  const size = env().DATABASE_POOL;
  const calls = Array.from({ length: 2 * size }, (_, n) =>
    n % 2 ? inTransaction(db(), (tx) => write(tx, 'lost')) : db().$queryRaw`SELECT 1`,
  );
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
  relay.mend();
  const all = Array.from({ length: size }, () => inTransaction(db(), (tx) => tx.$queryRaw`SELECT pg_sleep(0.1)::text`));
  await Promise.all(all);
  expect([pool().waitingCount, pool().totalCount <= size]).toEqual([0, true]);
});

test('reports the database as unavailable after waiting two seconds for a locked table (R29)', async () => {
  const visitors = new pg.Pool({ ...connectionOptions(relay.url, VISITORS), Client: PatientClient });
  await holder.query('BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
  const { error, ms } = await ending(() => visitors.query('SELECT text FROM notes'));
  await holder.query('ROLLBACK');
  await visitors.end();
  expect(isUnreachable(error), String(error)).toBe(true);
  expect(String(error)).toContain('lock timeout');
  expect(ms).toBeGreaterThan(VISITORS.lock - 100);
});

test('answers requests without parallel workers, which jobs keep (P13)', async () => {
  for (const patience of [VISITORS, JOBS]) {
    const client = new PatientClient(connectionOptions(relay.url, patience));
    await client.connect();
    const { rows } = await client.query<{ n: string }>(
      "SELECT current_setting('max_parallel_workers_per_gather') AS n",
    );
    await client.end();
    expect(rows[0]?.n === '0').toBe(patience === VISITORS);
  }
});

test('leaves a server that has become read-only, and writes on the next connection (R9)', async () => {
  const before = pool().totalCount;
  const { error } = await ending(() =>
    inTransaction(db(), async (tx) => {
      await tx.$executeRaw`SET LOCAL transaction_read_only = on`;
      await write(tx, 'on a standby');
    }),
  );
  expect(isUnreachable(error), String(error)).toBe(true);
  expect(String(error)).toContain('25006');
  await expect.poll(() => pool().totalCount).toBe(before - 1);
  await inTransaction(db(), (tx) => write(tx, 'on the primary'));
  expect(await notes()).toEqual(['on the primary']);
});

test('has the server cancel a statement that takes too long', async () => {
  const { error } = await ending(() => inTransaction(db(), (tx) => tx.$queryRaw`SELECT pg_sleep(5)::text`));
  expect(isUnreachable(error), String(error)).toBe(true);
  expect(String(error)).toContain('57014');
  const { rows } = await holder.query(`SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(5)%'
    AND state = 'active' AND pid <> pg_backend_pid()`);
  expect(rows).toEqual([]);
});

test('allows slower statements in a transaction that asked for more time, but not in the next one', async () => {
  const slow = (tx: Pick<ReturnType<typeof db>, '$queryRaw'>) =>
    tx.$queryRaw`SELECT pg_sleep(${(UNANSWERED_MS + 300) / 1000})::text AS slept`;
  expect(await inTransaction(db(), slow, 20_000)).toEqual([{ slept: '' }]);
  expect(isUnreachable((await ending(() => inTransaction(db(), slow))).error)).toBe(true);
});

test('checks readiness on a separate connection, fails while the database is cut off, and recovers (R9)', async () => {
  const readiness = createReadiness(relay.url, 'prisma/migrations');
  try {
    const taken = Promise.allSettled(
      Array.from({ length: env().DATABASE_POOL }, () => db().$queryRaw`SELECT pg_sleep(1)::text`),
    );
    expect(await readiness.findProblems()).toEqual(['signing_keys']); // answers even while the pool is exhausted
    await taken;
    relay.cut();
    const answers = await Promise.all(Array.from({ length: 20 }, () => readiness.findProblems()));
    expect(answers).toEqual(answers.map(() => ['database']));
    relay.mend();
    await expect.poll(() => readiness.findProblems()).toEqual(['signing_keys']);
  } finally {
    await readiness.close();
  }
});

test('sends parallel statements on one connection one at a time, each with its own answer', async () => {
  const warnings: string[] = [];
  const listen = ({ message }: Error) => warnings.push(message);
  process.on('warning', listen);
  const client = await pool().connect();
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => client.query<{ n: number }>({ text: 'SELECT $1::int AS n', values: [n] })),
  );
  client.release();
  process.off('warning', listen);
  expect(answers.map(({ rows }) => rows)).toEqual([1, 2, 3, 4, 5].map((n) => [{ n }]));
  expect(warnings).toEqual([]);
});
