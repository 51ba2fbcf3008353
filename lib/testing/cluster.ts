import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A PostgreSQL cluster: its `url` with any database's name, and `template`, a migrated database without
     * connections.
     */
    postgres: { url: string; template: string };
  }
}

/** The URL of a database in the cluster of the tests. */
export function urlOf(database: string): string {
  const target = new URL(inject('postgres').url);
  target.pathname = `/${database}`;
  return target.href;
}

/** Runs a statement that no test database can run itself, such as CREATE DATABASE. */
export async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
