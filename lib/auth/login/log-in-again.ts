import { recordAudit } from '#lib/audit/audit.ts';
import { countingCodes, useSecondFactor } from '#lib/auth/factors/second-factor.ts';
import { verifyPassword } from '#lib/auth/passwords/password-hash.ts';
import type { LogInAgainInput } from '#lib/auth/schema.ts';
import { auditedBrowser } from '#lib/auth/session/device-name.ts';
import { isUnchanged } from '#lib/auth/session/in-flight.ts';
import { recordRefusedLogin } from '#lib/auth/session/login-refusal.ts';
import type { Amr } from '#lib/auth/session/sign-in-session.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { countedTry } from './attempt.ts';

/**
 * Re-authenticates the caller by password, and by code if two-factor is on. The session's login is fresh afterwards, and
 * by these methods.
 * Throws `invalid` for a wrong password or code (not `unauthenticated`, because the session is still valid),
 * `rate_limited`, `conflict` if the login methods have changed in the meantime, and `unauthenticated` if the session
 * has ended.
 */
export async function logInAgain(ctx: Context<Member>, { password, code }: LogInAgainInput): Promise<void> {
  const { userId, sessionId } = ctx.actor;
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      id: true,
      loginEpoch: true,
      passwordHash: true,
      totpEnabledAt: true,
      totpSecretSealed: true,
      totpLastStep: true,
    },
  });
  const matches = await countedTry(ctx, userId, [['login_again_account', userId]], () =>
    verifyPassword(user.passwordHash, password, ctx.ip),
  );
  if (!matches) {
    await recordRefusedLogin(ctx, userId, 'credentials', { again: true });
    throw invalidField('password', 'The password is incorrect.');
  }
  if (user.totpEnabledAt && !code) throw invalidField('code', 'Please enter the code from your authenticator app.');
  const confirm = () =>
    transaction(ctx, async (tx) => {
      if (!(await isUnchanged(tx, user)))
        throw new DomainError('conflict', 'Your account has changed in the meantime. Please try again.');
      if (user.totpEnabledAt) await useSecondFactor(tx, user, code ?? '');
      const where = { id: sessionId, userId };
      const amr: Amr[] = user.totpEnabledAt ? ['pwd', 'otp'] : ['pwd'];
      const { count } = await tx.db.signInSession.updateMany({ where, data: { authTime: ctx.now, amr } });
      if (!count) throw new DomainError('unauthenticated', 'Please log in.');
      await recordAudit(tx, 'session.confirmed', userId, { session: sessionId, ...auditedBrowser(tx) });
    });
  await (user.totpEnabledAt ? countingCodes(userId, confirm) : confirm());
}
