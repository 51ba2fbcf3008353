/** What the app may do in a database that another role owns (docs/decisions/0024). */
import pg from 'pg';
import { databasePasswordProblem } from '#lib/secret-problem.ts';

/** The role of the app on a machine of its own. */
export const APP_ROLE = 'premium_app';

/** What the app may only read, or only add to. */
const NARROWER = `
  REVOKE UPDATE, DELETE ON audit_events FROM app;
  REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM app`;
const RIGHTS = `
  GRANT USAGE ON SCHEMA public, tallies, pgboss TO app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, tallies, pgboss TO app;
  GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA public, pgboss TO app;
  GRANT EXECUTE ON FUNCTION ensure_usage_partition(timestamptz), drop_usage_partition(text) TO app;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public, tallies, pgboss GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO app;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public, pgboss GRANT SELECT, USAGE ON SEQUENCES TO app`;

/**
 * Gives the role of `appUrl` its rights on the migrated database of `ownerUrl`, now and on what the owner makes later.
 * Safe to repeat while the app runs. Does nothing when both are one role.
 */
export async function grantToApp(ownerUrl: string, appUrl: string): Promise<void> {
  const app = roleOf(appUrl);
  if (app === roleOf(ownerUrl)) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const statements = `${RIGHTS};${NARROWER}`.replaceAll(/\b(TO|FROM) app\b/g, `$1 ${pg.escapeIdentifier(app)}`);
    // One transaction: between two statements nobody has more rights than at the end.
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('grants')); ${statements}; COMMIT`);
  } finally {
    await client.end();
  }
}

/** Makes a role that may log in, or gives it this password. Needs a superuser. */
export async function ensureRole(url: string, name: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    const verb = rowCount ? 'ALTER' : 'CREATE';
    await client.query(`${verb} ROLE ${pg.escapeIdentifier(name)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
}

/** A database's address for another role. */
export function urlFor(url: string, role: string, password: string): string {
  const target = new URL(url);
  Object.assign(target, { username: role, password });
  return target.href;
}

/**
 * The addresses of one database for its owner and for the app. Throws a text for the operator: in production they are two
 * roles, with passwords that nobody knows; elsewhere the app's may own everything.
 */
export function databaseRoles(source: Readonly<Record<string, string | undefined>>): { owner: string; app: string } {
  const app = source.DATABASE_URL;
  if (!app) throw new Error('DATABASE_URL: which database?');
  const owner = source.MIGRATE_DATABASE_URL || app;
  const isProduction = (source.APP_MODE || source.NODE_ENV) === 'production';
  if (isProduction && roleOf(owner) === roleOf(app))
    throw new Error('MIGRATE_DATABASE_URL: the role that owns the tables, another one than that of DATABASE_URL');
  for (const [name, url] of [['MIGRATE_DATABASE_URL', owner] as const, ['DATABASE_URL', app] as const]) {
    const problem = isProduction && databasePasswordProblem(url);
    if (problem) throw new Error(`${name}: ${problem}`);
  }
  return { owner, app };
}

const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);
