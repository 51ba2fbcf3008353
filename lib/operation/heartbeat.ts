import { randomUUID } from 'node:crypto';
import type { Db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { release } from '#lib/base/settings/release.ts';
import { SECOND } from '#lib/base/time.ts';
import { HEARTBEAT_S } from './limits.ts';

/**
 * Says in the database that this worker process runs, now and every ten seconds, and forgets workers that were last
 * seen a day ago. The times are the database's, so that a wrong clock of this host hides nothing. Returns what stops it.
 */
export async function startHeartbeat(db: Db): Promise<() => void> {
  const id = randomUUID();
  const beat = () =>
    writeHeartbeat(db, id).catch((error: unknown) => log().warn({ err: error }, 'heartbeat of the worker not written'));
  await beat();
  const timer = setInterval(() => void beat(), HEARTBEAT_S * SECOND);
  return () => clearInterval(timer);
}

/** Writes one heartbeat; exported for tests. */
export async function writeHeartbeat(db: Db, id: string): Promise<void> {
  const { version, commit } = release();
  await db.$executeRaw`
    WITH old AS (DELETE FROM worker_processes WHERE seen_at < now() - interval '1 day')
    INSERT INTO worker_processes (id, version, commit) VALUES (${id}::uuid, ${version}, ${commit})
    ON CONFLICT (id) DO UPDATE SET seen_at = now()`;
}
