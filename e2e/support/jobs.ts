import { expect } from '@playwright/test';
import { PgBoss } from 'pg-boss';
import { until } from '#local/process.ts';
import type { LooseStack } from './loose-stack.ts';

const PATIENCE_MS = 40_000;

/**
 * Waits until the jobs that `condition` (SQL on pgboss.job) picks are done; those that a worker held when it, or the
 * database, died come back.
 */
export async function settleJobs(stack: LooseStack, condition: string): Promise<void> {
  await noneIs(['created', 'retry'], stack, condition, PATIENCE_MS); // the lost ones stay active
  await returnLostJobs(stack.databaseUrl);
  await allAreDone(stack, condition, PATIENCE_MS);
}

/** Waits until these jobs are done by those who have them. */
export const allAreDone = (stack: LooseStack, condition: string, timeout: number): Promise<void> =>
  noneIs(['created', 'retry', 'active'], stack, condition, timeout);

async function noneIs(states: string[], { query }: LooseStack, condition: string, timeout: number): Promise<void> {
  const found = `SELECT 1 FROM pgboss.job WHERE ${condition} AND state::text = ANY ($1)`;
  await expect.poll(async () => (await query(found, states)).length, { timeout }).toBe(0);
}

/**
 * Gives back the jobs that a worker had in hand when it, or the database, died: as the worker itself does once a minute
 * with those that are two minutes old. A test cannot wait so long.
 */
async function returnLostJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    ...{ connectionString: databaseUrl, max: 1, migrate: false, supervise: false, schedule: false },
    monitorIntervalSeconds: 1,
  });
  boss.on('error', () => {});
  await boss.start();
  const sql = async (text: string) => (await boss.getDb().executeSql(text)).rows.length;
  const isAlive = `SELECT 1 FROM pgboss.job WHERE state = 'active' AND started_on > now() - interval '3 seconds'`;
  await until(async () => (await sql(isAlive)) === 0, 20_000, 50); // what somebody is just doing, nobody else does
  await sql(`UPDATE pgboss.job SET started_on = now() - interval '1 hour' WHERE state = 'active'`);
  await boss.supervise();
  await sql(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
  await boss.stop({ graceful: false });
}
