/** The app's rights in a database that another role owns (docs/decisions/0024-the-app-owns-no-table.md). */
import pg from 'pg';
import { databasePasswordProblem } from '#lib/base/settings/secret-problem.ts';

/** The app's role in a local database. */
export const APP_ROLE = 'premium_app';

/** Revokes rights on tables that the app may only read, or only read and add rows to. */
const NARROWER = `
  REVOKE UPDATE, DELETE ON audit_events, revenue_movements FROM app;
  REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM app`;
const RIGHTS = `
  GRANT USAGE ON SCHEMA public, tallies, pgboss TO app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, tallies, pgboss TO app;
  GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA public, pgboss TO app;
  GRANT EXECUTE ON FUNCTION ensure_usage_partition(timestamptz), drop_usage_partition(text),
    ensure_audit_partition(timestamptz), forget_audit_origins(timestamptz) TO app;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public, tallies, pgboss GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO app;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public, pgboss GRANT SELECT, USAGE ON SEQUENCES TO app`;

/**
 * Grants the role of `appUrl` its rights on the migrated database of `ownerUrl`, including rights on future tables.
 * Safe to repeat while the app runs. Does nothing if both are the same role.
 */
export async function grantToApp(ownerUrl: string, appUrl: string): Promise<void> {
  const app = roleOf(appUrl);
  if (app === roleOf(ownerUrl)) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const statements = `${RIGHTS};${NARROWER}`.replaceAll(/\b(TO|FROM) app\b/g, `$1 ${pg.escapeIdentifier(app)}`);
    // One transaction: at no moment does the app have more rights than at the end.
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('grants')); ${statements}; COMMIT`);
  } finally {
    await client.end();
  }
}

/** Creates a login role, or sets its password. Needs a superuser. */
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

/** The URL of the same database for another role. */
export function urlFor(url: string, role: string, password: string): string {
  const target = new URL(url);
  Object.assign(target, { username: role, password });
  return target.href;
}

/**
 * The URLs of one database for its owner and for the app. Throws a text for the operator: production needs two roles,
 * with passwords that are not published. Elsewhere one role may be both.
 */
export function databaseRoles(source: Readonly<Record<string, string | undefined>>): { owner: string; app: string } {
  const app = source.DATABASE_URL;
  if (!app) throw new Error('DATABASE_URL is missing.');
  const owner = source.MIGRATE_DATABASE_URL || app;
  const isProduction = (source.APP_MODE || source.NODE_ENV) === 'production';
  if (isProduction && roleOf(owner) === roleOf(app))
    throw new Error('MIGRATE_DATABASE_URL: its role owns the tables and must differ from the role of DATABASE_URL.');
  for (const [name, url] of [['MIGRATE_DATABASE_URL', owner] as const, ['DATABASE_URL', app] as const]) {
    const problem = isProduction && databasePasswordProblem(url);
    if (problem) throw new Error(`${name}: ${problem}`);
  }
  return { owner, app };
}

const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);
