/** P13: the measurements of admin-users at 10 million users, or at as many as FILL_SECONDS allow. */
import pg from 'pg';
import type { Stack } from '#dev/tests/test-stack.ts';
import { makeManyUsers } from '#lib/testing/demo/many-users.ts';
import type { Row } from '../results.ts';
import { fillSeconds, setting } from '../settings.ts';
import { timed } from '../tools/admin-calls.ts';
import { logInAsAdmin } from '../tools/admin-login.ts';
import { measureConsole } from '../tools/console-lists.ts';
import { useMemory } from '../tools/server-settings.ts';
import { measureLists } from './admin-users.ts';

const USERS = setting('USERS', 10_000_000);
/** Rebuilding the indexes takes about as long as filling the tables. */
const FILL_SECONDS = fillSeconds(270);

export async function fill(databaseUrl: string): Promise<void> {
  const started = performance.now();
  await useMemory(databaseUrl);
  const users = await makeManyUsers(databaseUrl, USERS, FILL_SECONDS);
  console.log(`${users} users created in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

export async function measure(stack: Stack): Promise<Row[]> {
  const { DATABASE_URL = '', BASE_URL = '' } = stack.coordinates;
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM users');
    const users = rows[0]?.n ?? 0;
    const { cookie } = await logInAsAdmin(stack);
    const ask = (path: string) => timed(`${BASE_URL}${path}`, cookie);
    // First, because it also warms up, and continues after a refused request.
    const lists = await measureConsole(ask, client, users);
    return [...(await measureLists(stack, users, 120)), ...lists];
  } finally {
    await client.end();
  }
}
