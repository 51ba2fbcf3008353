import { recordAudit } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context.ts';
import { addressGroup } from '#lib/http/client-address.ts';
import { giveBack, limited, tryToCount, type Limited } from '#lib/http/rate-limit.ts';
import { auditedBrowser } from './device-name.ts';

/**
 * Lets somebody try to prove who they are. The try counts against each limit before it is made, so that tries at the same
 * time are not more than the limit; a right one, and one that failed for another reason, is given back. Returns what
 * `prove` does: whether it was right. Throws `rate_limited`, which stands in the trail as told by `recordLimit`.
 */
export async function countedTry(
  ctx: Context,
  userId: string | null,
  limits: readonly Limited[],
  prove: () => Promise<boolean>,
): Promise<boolean> {
  for (const [index, limit] of limits.entries()) {
    if (await tryToCount(...limit)) continue;
    await giveBack(limits.slice(0, index));
    await recordLimit(ctx, userId, limit);
    throw await limited(...limit);
  }
  let isRight: boolean | undefined;
  try {
    isRight = await prove();
    return isRight;
  } finally {
    if (isRight !== false) await giveBack(limits);
  }
}

/** Notes that a limit of logins is reached, once while it lasts: a flood must not fill the trail (S81). */
export async function recordLimit(ctx: Context, userId: string | null, [limit, subject]: Limited): Promise<void> {
  if (!(await tryToCount('refused_login', `${limit} ${addressGroup(subject)}`))) return;
  await recordAudit(ctx, 'session.refused', userId, { reason: 'rate_limited', limit, ...auditedBrowser(ctx) });
}
