import { recordAudit } from '#lib/audit/audit.ts';
import type { Context, Member } from '#lib/context.ts';
import { DomainError } from '#lib/errors.ts';
import { countAgainst } from './rate-limit.ts';

/** Notes that somebody asked for what only admins may (S81); at most twenty an hour of one person, so that nobody fills the trail. */
export async function recordRefusal(ctx: Context<Member>, request: Request): Promise<void> {
  try {
    await countAgainst('refusal_account', ctx.actor.userId);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'rate_limited') return;
    throw error;
  }
  const call = `${request.method} ${new URL(request.url).pathname}`.slice(0, 300);
  await recordAudit(ctx, 'access.refused', null, { call });
}
