/** Builds missing indexes without blocking reads or writes (R13). */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

type Index = { name: string; statement: string };

const LOCK = "hashtext('build indexes')";

/**
 * Builds the missing indexes of a file in the form of prisma/indexes.sql. Safe to repeat and to run concurrently: one run
 * builds, the others wait. Returns how many indexes it built.
 */
export async function buildIndexes(url: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await missing(client, file)).length) return 0;
    // Polls: a session blocked in pg_advisory_lock is in a transaction, and CREATE INDEX CONCURRENTLY would wait for
    // that transaction.
    while (!(await first<{ got: boolean }>(client, `SELECT pg_try_advisory_lock(${LOCK}) AS got`))?.got)
      await sleep(100);
    const toBuild = await missing(client, file);
    for (const { name, statement } of toBuild) {
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`); // an interrupted build leaves an invalid index
      await client.query(statement);
    }
    return toBuild.length;
  } finally {
    await client.end();
  }
}

async function missing(client: pg.Client, file: string): Promise<Index[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indisvalid',
  );
  const there = new Set(rows.map(({ name }) => name));
  return wanted(file).filter(({ name }) => !there.has(name));
}

function wanted(file: string): Index[] {
  const text = readFileSync(file, 'utf8');
  const statements = text.replaceAll(/^--.*$/gm, '').split(';');
  return statements.flatMap((part) => {
    const statement = part.trim();
    const name = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+) ON /.exec(statement)?.[1];
    if (statement && !name) throw new Error(`${file}: not a CREATE INDEX CONCURRENTLY statement: ${statement}`);
    return name ? [{ name, statement }] : [];
  });
}

const first = async <T extends pg.QueryResultRow>(client: pg.Client, text: string) =>
  (await client.query<T>(text)).rows[0];
