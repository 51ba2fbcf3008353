import { expect } from '@playwright/test';
import type { LooseStack } from './loose-stack.ts';

/** A retry's pause may have grown to half a minute. */
const PATIENCE_MS = 90_000;

/** Waits until the jobs that `condition` (SQL on pgboss.job) picks are done, also by another worker than had them first (R29). */
export const settleJobs = (stack: LooseStack, condition: string): Promise<void> =>
  allAreDone(stack, condition, PATIENCE_MS);

/** Waits until these jobs are done by those who have them. */
export const allAreDone = (stack: LooseStack, condition: string, timeout: number): Promise<void> =>
  noneIs(['created', 'retry', 'active'], stack, condition, timeout);

async function noneIs(states: string[], { query }: LooseStack, condition: string, timeout: number): Promise<void> {
  const found = `SELECT 1 FROM pgboss.job WHERE ${condition} AND state::text = ANY ($1)`;
  await expect.poll(async () => (await query(found, states)).length, { timeout }).toBe(0);
}
