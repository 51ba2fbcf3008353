import { readdirSync } from 'node:fs';
import pg from 'pg';
import { connectionOptions } from '#lib/base/db/connection.ts';
import { databaseClient } from '#lib/base/db/db.ts';
import { SIGNING_ALGORITHMS } from '#lib/oauth/algorithms.ts';

/** Load balancers poll every second or two. */
const LIMIT_MS = 2000;

type Readiness = {
  /** What keeps this process from serving; empty when ready. Answers within 2 s, even if the database does not. */
  findProblems: () => Promise<string[]>;
  close: () => Promise<void>;
};

/**
 * Checks the database, its migrations and the signing keys on a separate connection, so that a full pool does not make
 * the process unready. Concurrent checks share one answer.
 */
export function createReadiness(connectionString: string, migrationsDir: string): Readiness {
  const patience = { connect: LIMIT_MS, lock: LIMIT_MS, statement: LIMIT_MS };
  const pool = new pg.Pool({ ...connectionOptions(connectionString, patience), Client: databaseClient(), max: 1 });
  pool.on('error', () => {}); // the next check reports it
  const wanted = readdirSync(migrationsDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  let asking: Promise<string[]> | undefined;

  async function ask(): Promise<string[]> {
    const { rows: applied } = await pool.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    const names = new Set(applied.map(({ name }) => name));
    if (wanted.some(({ name }) => !names.has(name))) return ['migrations'];
    const { rows: active } = await pool.query<{ alg: string }>("SELECT alg FROM signing_keys WHERE state = 'active'");
    const isComplete = SIGNING_ALGORITHMS.every((wantedAlg) => active.some(({ alg }) => alg === wantedAlg));
    return isComplete ? [] : ['signing_keys'];
  }
  return {
    findProblems: () => (asking ??= inTime(ask()).finally(() => (asking = undefined))),
    close: () => pool.end(),
  };
}

function inTime(answer: Promise<string[]>): Promise<string[]> {
  return new Promise((resolve) => {
    const away = () => resolve(['database']);
    const limit = setTimeout(away, LIMIT_MS);
    answer.then(resolve, away).finally(() => clearTimeout(limit));
  });
}
