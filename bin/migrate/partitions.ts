import pg from 'pg';
import { LOCK_MS } from './try-again.ts';

/**
 * The worker creates partitions every night. A year of them in advance lets reports be stored even if the worker does
 * not run. Audit events of a month without a partition are stored anyway.
 */
export async function makePartitions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${LOCK_MS}`);
    await client.query(
      `SELECT ensure_usage_partition((date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month') AT TIME ZONE 'UTC')
       FROM generate_series(0, 12) n`,
    );
    // A restored backup may be older than the partitions of the audit log.
    const { rowCount } = await client.query(
      "SELECT 1 WHERE to_regprocedure('ensure_audit_partition(timestamptz)') > 0",
    );
    if (rowCount) await client.query("SELECT ensure_audit_partition(now() + interval '3 months')");
  } finally {
    await client.end();
  }
}
