import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { requeue } from './queue.ts';
import type { RunQueueAgainInput } from './schema.ts';

/**
 * Runs a failed or failing job again. Throws `not_found` for an unknown id, or if another admin was quicker (R4).
 */
export async function runJobAgain(ctx: Context<Admin>, id: string): Promise<{ run_again: number }> {
  return transaction(ctx, async (tx) => {
    const count = await requeue(tx.db, { ids: [id] });
    if (!count) throw new DomainError('not_found', 'This job has not failed, or no longer exists.');
    await recordAudit(tx, 'job.run_again', id);
    return { run_again: count };
  });
}

/** Runs all failed and failing jobs of a queue again. */
export async function runQueueAgain(
  ctx: Context<Admin>,
  { queue }: RunQueueAgainInput,
): Promise<{ run_again: number }> {
  return transaction(ctx, async (tx) => {
    const count = await requeue(tx.db, { sourceName: queue });
    if (count) await recordAudit(tx, 'job.run_again', null, { queue, count });
    return { run_again: count };
  });
}
