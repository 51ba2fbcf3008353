import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/context.ts';
import { absoluteUrl } from '#lib/env.ts';
import { DomainError } from '#lib/errors.ts';
import { consumeLimit, tryToCount } from '#lib/http/rate-limit.ts';
import { openAsked, sealAsked } from '#lib/jobs/asked.ts';
import { enqueue, type JobPayloads } from '#lib/jobs/queue.ts';
import { queueMail } from '#lib/mail/service.ts';
import { paths } from '#lib/paths.ts';
import { consumeOneTimeToken, createOneTimeToken } from './one-time-token.ts';
import { hashPassword } from './password-hash.ts';
import { assertAcceptablePassword } from './password-strength.ts';
import type { ResendVerificationInput, SignUpInput, VerifyEmailInput } from './schema.ts';

/**
 * Creates an unverified user and queues the verification mail. A taken address gets the same answer; its owner gets, at
 * most once an hour, a notice (S3), or a new verification link if the address is unverified. Throws `weak_password`.
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<void> {
  await assertAcceptablePassword(input.password, input.email, 'password', ctx.ip);
  const passwordHash = await hashPassword(input.password, ctx.ip);
  await transaction(ctx, async (tx) => {
    const { count } = await tx.db.user.createMany({
      data: { email: input.email, passwordHash, createdAt: ctx.now },
      skipDuplicates: true,
    });
    const { id, emailVerifiedAt } = await tx.db.user.findUniqueOrThrow({
      where: { email: input.email },
      select: { id: true, emailVerifiedAt: true },
    });
    if (count === 0 && !(await tryToCount('email_taken_account', id, tx.db))) return;
    if (emailVerifiedAt) return queueMail(tx, input.email, 'email_taken', { loginUrl: absoluteUrl(paths.login()) });
    await queueVerification(tx, { id, email: input.email }, input.return_url);
    await recordAudit(tx, count ? 'user.signed_up' : 'user.verification_requested', id);
  });
}

/** Verifies the address. A token works exactly once. Throws `invalid` for any other token, and `rate_limited`. */
export async function verifyEmail(ctx: Context, input: VerifyEmailInput): Promise<void> {
  await consumeLimit('email_link_address', ctx.ip ?? '');
  await transaction(ctx, async (tx) => {
    if (!(await consumeOneTimeToken(tx.db, 'verify_email', input.email, input.token, ctx.now)))
      throw new DomainError('invalid', 'This verification link is invalid or has expired. Please request a new one.');
    const user = await tx.db.user.update({
      where: { email: input.email },
      data: { emailVerifiedAt: ctx.now },
      select: { id: true },
    });
    await recordAudit(tx, 'user.email_verified', user.id);
  });
}

/**
 * Requests a new verification link. Neither the answer nor its timing shows whether the address belongs to an
 * unverified user, because a job does the lookup. Throws `rate_limited`.
 */
export async function resendVerification(ctx: Context, input: ResendVerificationInput): Promise<void> {
  await consumeLimit('verify_mail_address', ctx.ip ?? '');
  await consumeLimit('verify_mail_account', input.email);
  await enqueue(ctx.db, 'verification.mail', { sealed: sealAsked(ctx, input) });
}

/** The job `verification.mail`: mails a new link if the address belongs to an unverified user. */
export async function mailVerification(system: Context, { sealed }: JobPayloads['verification.mail']): Promise<void> {
  const { asked, ctx } = openAsked(system, sealed);
  await transaction(ctx, async (tx) => {
    const user = await tx.db.user.findFirst({
      where: { email: asked.email, emailVerifiedAt: null },
      select: { id: true },
    });
    if (!user) return;
    await queueVerification(tx, { id: user.id, email: asked.email }, asked.return_url);
    await recordAudit(tx, 'user.verification_requested', user.id);
  });
}

/** For plain forms, where no JavaScript has compared the two passwords. Throws `passwords_differ`. */
export function assertSamePassword(input: { password: string; confirm_password: string }): void {
  if (input.password !== input.confirm_password) throw new DomainError('passwords_differ', 'Passwords do not match.');
}

async function queueVerification(ctx: Context, user: { id: string; email: string }, returnUrl: string | undefined) {
  const token = await createOneTimeToken(ctx.db, 'verify_email', user, ctx.now);
  const url = absoluteUrl(paths.verifyEmail({ email: user.email, token, return_url: returnUrl }));
  await queueMail(ctx, user.email, 'verify_email', { url });
}
