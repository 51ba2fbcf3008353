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
  const path = new URL(request.url).pathname.split('/').map((part) => (PLAIN.test(part) ? part : '…'));
  const call = `${request.method} ${path.join('/')}`.slice(0, 300);
  await recordAudit(ctx, 'access.refused', null, { call });
}

/** What the names of calls, ids and keys are made of. Of anything else that was put into a path nothing is kept. */
const PLAIN = /^[\w.-]*$/;
