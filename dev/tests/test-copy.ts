/** Ports, a folder and database access for the copies of the product that tests start. */
import pg from 'pg';
import { freePort } from '../stack/ports.ts';
import { makeTestFolder } from './test-folder.ts';

const PORTS = ['PORT', 'METRICS_PORT', 'PG_PORT', 'INBOX_PORT', 'INBOX_SMTP_PORT', 'STRIPE_PORT'];

/** A free port for each of a copy's programs, by the variable that sets it. */
export const freePorts = async (): Promise<Record<string, string>> =>
  Object.fromEntries(await Promise.all(PORTS.map(async (name) => [name, String(await freePort())] as const)));

/** A folder and ports for a copy that a test starts, and may start again. */
export const reserveCopy = async (name: string) => ({ folder: await makeTestFolder(name), ports: await freePorts() });

/** Connects to a copy's database as the owner of its tables: tests read and lock rows that the app's role may not. */
export function ownerDatabase(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 4 });
  pool.on('error', () => {}); // some tests stop PostgreSQL, which ends idle connections with an error
  return {
    query: async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
      (await pool.query<T>(text, values)).rows,
    end: () => pool.end(),
  };
}
