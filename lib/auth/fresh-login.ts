import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/context.ts';
import { DomainError, invalidField } from '#lib/errors.ts';
import { verifyPassword } from '#lib/users/password-hash.ts';
import { countedTry } from './attempt.ts';
import { auditedBrowser } from './device-name.ts';
import type { LogInAgainInput } from './schema.ts';
import { useSecondFactor } from './second-factor.ts';

const FRESH_MS = 10 * 60 * 1000;

/** Throws `reauthentication_required` when the login behind this session is older than ten minutes (decisions §4). */
export async function assertFreshLogin(ctx: Context<Member>): Promise<void> {
  const session = await ctx.db.signInSession.findFirst({
    where: { id: ctx.actor.sessionId, userId: ctx.actor.userId },
    select: { authTime: true },
  });
  if (!session || ctx.now.getTime() - session.authTime.getTime() > FRESH_MS)
    throw new DomainError('reauthentication_required', 'Please confirm that it is you.');
}

/**
 * Proves again who is at the keyboard: the password, and a code where two-factor is on; the session's login is then
 * fresh. Throws `invalid` for a wrong password or code, because the session itself is good, and `rate_limited`.
 */
export async function logInAgain(ctx: Context<Member>, { password, code }: LogInAgainInput): Promise<void> {
  const { userId, sessionId } = ctx.actor;
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, passwordHash: true, totpEnabledAt: true, totpSecretSealed: true, totpLastStep: true },
  });
  const matches = await countedTry(ctx, userId, [['login_again_account', userId]], () =>
    verifyPassword(user.passwordHash, password, ctx.ip),
  );
  if (!matches) {
    await recordAudit(ctx, 'session.refused', userId, { reason: 'credentials', again: true, ...auditedBrowser(ctx) });
    throw invalidField('password', 'The password is not right.');
  }
  if (user.totpEnabledAt && !code) throw invalidField('code', 'Please enter the code of your authenticator.');
  await transaction(ctx, async (tx) => {
    if (user.totpEnabledAt) await useSecondFactor(tx, user, code ?? '');
    await tx.db.signInSession.updateMany({ where: { id: sessionId, userId }, data: { authTime: ctx.now } });
    await recordAudit(tx, 'session.confirmed', userId, { session: sessionId, ...auditedBrowser(tx) });
  });
}
