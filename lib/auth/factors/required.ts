import { factorFields, hasFactor } from '#lib/accounts/members.ts';
import { FACTOR_REFUSAL } from '#lib/accounts/roles.ts';
import type { Context, Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { hasTwoFactors } from './two-factors.ts';

/**
 * For a person of whom one of their accounts requires a second factor, whichever this session acts for: throws
 * `forbidden` if the login proved one factor only. Who has no factor yet may set one up (`settingUp`).
 */
export async function assertRequiredFactor(ctx: Context<Member>, { settingUp = false } = {}): Promise<void> {
  const { userId } = ctx.actor;
  const required = { userId, account: { twoFactorFrom: { lte: ctx.now } } };
  if (!(await ctx.db.membership.count({ where: required }))) return;
  if (await hasProvedTwo(ctx)) return;
  if (settingUp && !hasFactor(await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: factorFields })))
    return;
  throw new DomainError('forbidden', FACTOR_REFUSAL);
}

/** Whether the caller's login proved two factors. */
export async function hasProvedTwo({ db, actor: { userId, sessionId } }: Context<Member>): Promise<boolean> {
  const session = await db.signInSession.findFirst({ where: { id: sessionId, userId }, select: { amr: true } });
  return hasTwoFactors(session?.amr ?? []);
}
