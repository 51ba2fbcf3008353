import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { ARGON2 } from '#lib/auth/passwords/password-hash.ts';
import { closeDb, db, type Db } from '#lib/base/db/db.ts';
import { closeQueue } from '#lib/jobs/queue.ts';
import { onCluster, urlOf } from './cluster.ts';
import { ADMIN_SESSION } from './context.ts';
import { useTestEnvironment } from './environment.ts';

// Importing this file gives the test file its own database, which is dropped at the end. FILE_COPY copies the files of
// the template; the default writes each page through the log, which takes several times as long.
const { template } = inject('postgres');
const name = `test_${randomBytes(8).toString('hex')}`;
await onCluster(`CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`);
useTestEnvironment({ DATABASE_URL: urlOf(name) });
// Tests make thousands of hashes; lib/auth/passwords/password-hash.alone.test.ts checks the real parameters.
Object.assign(ARGON2, { memoryCost: 256, timeCost: 2 });

await storeAdminSession();

afterAll(async () => {
  await closeQueue();
  await closeDb();
  await onCluster(`DROP DATABASE ${name} WITH (FORCE)`);
});

/** Runs `test` in a transaction that never commits. */
export async function inRollback(test: (db: Db) => Promise<void>): Promise<void> {
  const end = new Error('intentional rollback');
  const run = db().$transaction(
    async (tx) => {
      await test(tx);
      throw end;
    },
    { timeout: 30_000, maxWait: 30_000 }, // a busy machine may start it late
  );
  await run.catch((error: unknown) => {
    if (error !== end) throw error;
  });
}

/** Stores the session of `adminContext`. Its user has no row, so foreign keys are not checked. */
async function storeAdminSession(): Promise<void> {
  const client = new pg.Client(urlOf(name));
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO sign_in_sessions (id, token_hash, user_id, auth_time, expires_at, last_seen_at)
     VALUES ($1, $2, $3, '9999-01-01', '9999-01-01', '9999-01-01')`,
    [ADMIN_SESSION.id, randomBytes(32), ADMIN_SESSION.userId],
  );
  await client.end();
}
