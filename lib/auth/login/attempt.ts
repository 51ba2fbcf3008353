import { recordRefusedLogin } from '#lib/auth/session/login-refusal.ts';
import type { Context } from '#lib/base/context.ts';
import { addressGroup } from '#lib/http/client-address.ts';
import { giveBack, limited, tryToCount, tryToCountAll, type Limited } from '#lib/http/rate-limit.ts';

/**
 * Runs one authentication attempt. It counts against each limit before it runs, so that simultaneous attempts cannot
 * exceed a limit. An attempt that succeeds or throws no longer counts afterwards; only failures do. Returns the result
 * of `prove`. Throws `rate_limited`, which `recordLimit` writes to the audit log.
 */
export async function countedTry(
  ctx: Context,
  userId: string | null,
  limits: readonly Limited[],
  prove: () => Promise<boolean>,
): Promise<boolean> {
  const reached = await tryToCountAll(limits);
  if (reached) {
    await recordLimit(ctx, userId, reached);
    throw await limited(...reached);
  }
  let isRight: boolean | undefined;
  try {
    isRight = await prove();
    return isRight;
  } finally {
    if (isRight !== false) await giveBack(limits);
  }
}

/** Records a reached login limit in the audit log, once per window, so that a flood cannot fill the log (S81). */
export async function recordLimit(ctx: Context, userId: string | null, [limit, subject]: Limited): Promise<void> {
  if (!(await tryToCount('refused_login', `${limit} ${addressGroup(subject)}`))) return;
  await recordRefusedLogin(ctx, userId, 'rate_limited', { limit });
}
