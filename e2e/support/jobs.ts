import { expect } from '@playwright/test';
import type { DetachedStack } from './stacks/detached-stack.ts';

type Database = Pick<DetachedStack, 'query'>;

/** Long enough for a retry, which may be delayed by half a minute. */
const PATIENCE_MS = 90_000;

/** Waits until the jobs of `condition` (SQL on pgboss.job) are done, by whichever worker takes them over (R29). */
export const settleJobs = (stack: Database, condition: string): Promise<void> =>
  allAreDone(stack, condition, PATIENCE_MS);

/** Waits until the jobs of `condition` are done. Fails after `timeout` milliseconds. */
export const allAreDone = (stack: Database, condition: string, timeout: number): Promise<void> =>
  noneIs(['created', 'retry', 'active'], stack, condition, timeout);

async function noneIs(states: string[], { query }: Database, condition: string, timeout: number): Promise<void> {
  const found = `SELECT 1 FROM pgboss.job WHERE ${condition} AND state::text = ANY ($1)`;
  await expect.poll(async () => (await query(found, states)).length, { timeout }).toBe(0);
}
