import { recordAudit } from '#lib/audit/audit.ts';
import type { Context, Member } from '#lib/base/context.ts';
import { tryToCount } from '#lib/http/rate-limit.ts';

/** Records a refused admin request (S81), at most 20 an hour per user, so that no user can flood the audit log. */
export async function recordRefusal(ctx: Context<Member>, request: Request): Promise<void> {
  if (!(await tryToCount('refusal_account', ctx.actor.userId))) return;
  const path = new URL(request.url).pathname.split('/').map((part) => (PLAIN.test(part) ? part : '…'));
  const call = `${request.method} ${path.join('/')}`.slice(0, 300);
  await recordAudit(ctx, 'access.refused', null, { call });
}

/** Characters of endpoint names, ids and keys. A path segment with any other character is not recorded. */
const PLAIN = /^[\w.-]*$/;
