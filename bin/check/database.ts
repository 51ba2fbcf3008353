/** The database, the rights of the app's role, and the schema. */
import path from 'node:path';
import pg from 'pg';
import { connectionOptions } from '#lib/base/db/connection.ts';
import { env } from '#lib/base/settings/env.ts';
import { SECOND } from '#lib/base/time.ts';
import { createReadiness } from '#server/readiness.ts';
import { fail, ok, type Finding } from './line.ts';

const PATIENCE = { connect: 5 * SECOND, lock: 5 * SECOND, statement: 10 * SECOND };

/** Runs `work` with a connection of the app's role. */
export async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionOptions(env().DATABASE_URL, PATIENCE));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const checkDatabase = (): Promise<Finding> =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ role: string; version: string; standby: boolean }>(
      "SELECT current_user AS role, current_setting('server_version') AS version, pg_is_in_recovery() AS standby",
    );
    const [found] = rows;
    if (!found || found.standby) return fail('this server is a standby: DATABASE_URL must lead to the primary');
    return ok(`PostgreSQL ${found.version.split(' ')[0]} as ${found.role}`);
  });

const SCHEMAS = ['public', 'tallies', 'pgboss'];
/** Tables to which the app's role adds no rows, or which it may not change (bin/migrate/grants.ts). */
const READ_ONLY = ['_prisma_migrations'];

/** The app's role can read and write rows, and owns nothing (docs/decisions/0024). */
export async function checkRole(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; owned: boolean; allowed: boolean; role: string }>(
    `SELECT c.relname AS name, current_user AS role, pg_has_role(c.relowner, 'USAGE') AS owned,
         has_table_privilege(c.oid, 'SELECT') AND (c.relname = ANY($2) OR has_table_privilege(c.oid, 'INSERT')) AS allowed
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') AND has_schema_privilege(n.oid, 'USAGE')`,
    [SCHEMAS, READ_ONLY],
  );
  if (!rows.length)
    return fail('there are no tables that this role may use. Run `npm run migrate`, which grants rights');
  const closed = rows.filter(({ allowed }) => !allowed);
  if (closed.length)
    return fail(`${rows[0]?.role} has no rights on ${namesOf(closed)}. Run \`npm run migrate\`, which grants them`);
  const owned = rows.filter((row) => row.owned);
  if (owned.length && env().APP_MODE === 'production')
    return fail(
      `${rows[0]?.role} owns ${namesOf(owned)}, so it could change the audit log. Give the tables to another role`,
    );
  return ok(`can read and write ${rows.length} tables${owned.length ? '' : ' and owns none'}`);
}

const namesOf = (rows: readonly { name: string }[]) =>
  `${rows.length} tables (${rows
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')}${rows.length > 3 ? ', …' : ''})`;

const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');

export async function checkMigrations(): Promise<Finding> {
  const readiness = createReadiness(env().DATABASE_URL, MIGRATIONS);
  const problems = await readiness.findProblems().finally(() => readiness.close());
  if (problems.includes('database')) return fail('the table of migrations cannot be read. Run `npm run migrate`');
  if (problems.includes('migrations'))
    return fail('the schema is older than this release. Run `npm run migrate`, then start the processes again');
  if (problems.includes('signing_keys'))
    return fail('there are no signing keys yet: the first web process creates them. Start one');
  return ok('the schema and the signing keys are those of this release');
}
