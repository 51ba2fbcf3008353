import { warnOncePerMinute } from '#lib/base/log.ts';
import { processState } from '#lib/base/process-state.ts';

/**
 * Why a webhook was refused: signed by Stripe, but our clock is wrong (`time`) or we do not understand it (`body`);
 * signed with another secret than ours (`secret`); not signed at all, so not from Stripe (`unsigned`).
 */
export type RefusalReason = 'time' | 'secret' | 'body' | 'unsigned';

const shared = processState<{ counts: Record<RefusalReason, number> }>('refused webhooks');
const counts = (): Record<RefusalReason, number> => (shared.counts ??= { time: 0, secret: 0, body: 0, unsigned: 0 });

/**
 * Counts a refused webhook, and logs it once a minute, but for one without a signature. A stranger can send any of
 * them, so a line alone does not prove that a setting is wrong.
 */
export function countRefusal(reason: RefusalReason, requestId: string): void {
  counts()[reason] += 1;
  if (reason !== 'unsigned') warnOncePerMinute(`stripe_webhook_${reason}`, { requestId });
}

/** How many webhooks this process has refused, by reason. */
export const refusedWebhooks = (): readonly [RefusalReason, number][] =>
  Object.entries(counts()) as [RefusalReason, number][];
