import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/context.ts';
import { env } from '#lib/env.ts';
import { DomainError } from '#lib/errors.ts';
import { countAgainst } from '#lib/http/rate-limit.ts';
import { queueMail } from '#lib/mail/service.ts';
import { paths } from '#lib/paths.ts';
import { consumeOneTimeToken, createOneTimeToken } from '#lib/users/one-time-token.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { assertAcceptablePassword } from '#lib/users/password-strength.ts';
import { forgetDevices } from './known-device.ts';
import type { ForgotPasswordInput, ResetPasswordInput } from './schema.ts';
import { endEverySession } from './sessions.ts';
import { queuePasswordNotice } from './sign-in-notice.ts';

/** Mails a link that sets a new password, when somebody has this address; says nothing either way (S4). Throws `rate_limited`. */
export async function requestPasswordReset(ctx: Context, { email }: ForgotPasswordInput): Promise<void> {
  await countAgainst('reset_mail_address', ctx.ip ?? '');
  await countAgainst('reset_mail_account', email);
  await transaction(ctx, async (tx) => {
    const user = await tx.db.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) return;
    const token = await createOneTimeToken(tx.db, 'reset_password', { id: user.id, email }, ctx.now);
    await queueMail(tx, email, 'reset_password', { url: env().APP_URL + paths.resetPassword({ email, token }) });
    await recordAudit(tx, 'user.password_reset_requested', user.id);
  });
}

/**
 * Sets a new password by a mailed link, which proves the address, too. All sessions and tokens end, every known browser is
 * forgotten but the one behind the cookie's token `device`, and a notice is mailed (S13). Two-factor and passkeys stay.
 * Throws `weak_password`, `rate_limited`, or `invalid` when the link does not fit.
 */
export async function resetPassword(
  ctx: Context,
  { email, token, password }: ResetPasswordInput,
  device: string | null = null,
): Promise<void> {
  await countAgainst('reset_account', email);
  await assertAcceptablePassword(password, email);
  const passwordHash = await hashPassword(password);
  await transaction(ctx, async (tx) => {
    await tx.db.$queryRaw`SELECT 1 FROM users WHERE email = ${email} FOR NO KEY UPDATE`; // before the link's row, as a deletion takes them
    if (!(await consumeOneTimeToken(tx.db, 'reset_password', email, token, ctx.now)))
      throw new DomainError('invalid', 'This reset link is invalid or has expired. Please request a new one.');
    const user = await tx.db.user.findUniqueOrThrow({ where: { email }, select: { id: true, emailVerifiedAt: true } });
    await tx.db.user.update({
      where: { id: user.id },
      data: { passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? ctx.now, version: { increment: 1 } },
    });
    await endEverySession(tx, user.id);
    await forgetDevices(tx, user.id, device);
    await queuePasswordNotice(tx, user.id, 'reset');
    await recordAudit(tx, 'user.password_reset', user.id);
  });
}
