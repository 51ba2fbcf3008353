import { NO_FACTORS } from '#emails/parts/factors.ts';
import { recordAcceptance } from '#lib/acceptances/acceptances.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { removeFactorsSince } from '#lib/auth/factors/remove-factors.ts';
import { queuePasswordNotice } from '#lib/auth/login/sign-in-notice.ts';
import { consumeOneTimeToken, createOneTimeToken, isOneTimeToken } from '#lib/auth/one-time-token.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { assertAcceptablePassword } from '#lib/auth/passwords/password-strength.ts';
import type { ForgotPasswordInput, ResetPasswordInput } from '#lib/auth/schema.ts';
import { forgetDevices } from '#lib/auth/session/known-device.ts';
import { endEverySession } from '#lib/auth/session/sessions.ts';
import { voidSignUps } from '#lib/auth/sign-up/sign-ups.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { openAsked, sealAsked } from '#lib/jobs/asked.ts';
import { enqueue, type JobPayloads } from '#lib/jobs/queue.ts';
import { queueMail } from '#lib/mail/service.ts';

/**
 * Requests a link to reset the password. Neither the answer nor its timing shows whether the address is known, because
 * a job does the lookup (S4). Throws `rate_limited`.
 */
export async function requestPasswordReset(ctx: Context, { email }: ForgotPasswordInput): Promise<void> {
  await consumeLimit('reset_mail_address', ctx.ip ?? '');
  await consumeLimit('reset_mail_account', email);
  await enqueue(ctx.db, 'password_reset.mail', { sealed: sealAsked(ctx, { email }) });
}

/** The job `password_reset.mail`: mails the link if a user has the address. */
export async function mailResetLink(system: Context, { sealed }: JobPayloads['password_reset.mail']): Promise<void> {
  const { asked, ctx } = openAsked(system, sealed);
  const { email } = asked;
  await transaction(ctx, async (tx) => {
    const user = await tx.db.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) return;
    const token = await createOneTimeToken(tx.db, 'reset_password', { id: user.id, email }, ctx.now);
    await queueMail(tx, email, 'reset_password', { url: absoluteUrl(paths.resetPassword({ email, token })) });
    await recordAudit(tx, 'user.password_reset_requested', user.id);
  });
}

/** Purposes of the mailed links with which a user can set a password without knowing the old one. */
const PURPOSES = ['reset_password', 'invitation'] as const;

/**
 * Sets a new password with a mailed reset or invitation link, and verifies the address. Ends all sessions and tokens,
 * forgets all known devices except the one behind the token `device`, voids all links to set a password, and mails a
 * notice (S13), except for an invited user's first password. Two-factor and passkeys stay, except at the first reset of
 * an account that may have been another person's: one whose address was not verified in the browser that signed up
 * loses those added since the verification (docs/decisions/0044). Judges and hashes the password only if the link is
 * valid. Throws `weak_password`, `rate_limited`, and `invalid` for an invalid link.
 */
export async function resetPassword(
  ctx: Context,
  { email, token, password }: ResetPasswordInput,
  device: string | null = null,
): Promise<void> {
  await consumeLimit('email_link_address', ctx.ip ?? '');
  const purpose = await purposeOf(ctx, email, token);
  if (!purpose) throw voidLink();
  await assertAcceptablePassword(password, email, 'password', ctx.ip);
  const passwordHash = await hashPassword(password, ctx.ip);
  await transaction(ctx, async (tx) => {
    // Same lock order as a deletion: first the user, then the link.
    await tx.db.$queryRaw`SELECT 1 FROM users WHERE email = ${email} FOR NO KEY UPDATE`;
    if (!(await consumeOneTimeToken(tx.db, purpose, email, token, ctx.now))) throw voidLink();
    const user = await tx.db.user.findUniqueOrThrow({
      where: { email },
      select: { id: true, emailVerifiedAt: true, createdAt: true, resetKeepsFactors: true },
    });
    await voidSignUps(tx, user.id);
    await tx.db.user.update({
      where: { id: user.id },
      data: {
        passwordHash,
        emailVerifiedAt: user.emailVerifiedAt ?? ctx.now,
        resetKeepsFactors: true,
        version: { increment: 1 },
      },
    });
    await tx.db.oneTimeToken.deleteMany({ where: { userId: user.id, purpose: { in: [...PURPOSES] } } });
    await endEverySession(tx, user.id);
    const since = user.emailVerifiedAt ?? user.createdAt;
    const removed = user.resetKeepsFactors ? NO_FACTORS : await removeFactorsSince(tx, user.id, since);
    await forgetDevices(tx, user.id, device);
    const isInvited = purpose === 'invitation';
    if (isInvited) await recordAcceptance(tx, { accountId: user.id, document: 'terms', act: 'invitation' });
    else await queuePasswordNotice(tx, user.id, 'reset', removed);
    await recordAudit(tx, 'user.password_reset', user.id, {
      ...(isInvited && { how: 'invitation' }),
      ...(!user.resetKeepsFactors && {
        removed: { authenticator: removed.authenticator, passkeys: removed.passkeys.length },
      }),
    });
  });
}

async function purposeOf({ db, now }: Context, email: string, token: string) {
  for (const purpose of PURPOSES) if (await isOneTimeToken(db, purpose, email, token, now)) return purpose;
  return null;
}

const voidLink = () =>
  new DomainError('invalid', 'This reset link is invalid or has expired. Please request a new one.');
