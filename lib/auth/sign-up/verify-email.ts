import { recordAudit } from '#lib/audit/audit.ts';
import { notFreshAt } from '#lib/fresh-login.ts';
import { startLogin, type LogInOutcome, type LoginCookies } from '#lib/auth/login/service.ts';
import { loginColumns } from '#lib/auth/session/known-device.ts';
import { transaction, type Context } from '#lib/context.ts';
import { equalInConstantTime, sha256 } from '#lib/crypto.ts';
import { absoluteUrl } from '#lib/env.ts';
import { DomainError } from '#lib/errors.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { openAsked, sealAsked } from '#lib/jobs/asked.ts';
import { enqueue, type JobPayloads } from '#lib/jobs/queue.ts';
import { queueMail } from '#lib/mail/service.ts';
import { paths } from '#lib/paths.ts';
import { consumeOneTimeToken, createOneTimeToken } from '#lib/users/one-time-token.ts';
import type { ResendVerificationInput, VerifyEmailInput } from '#lib/users/schema.ts';
import type { SignUpBrowser } from './sign-up-browser.ts';

/** The cookies that a verification reads. `signUp` recognises the browser that signed up. */
export type VerificationCookies = LoginCookies & { signUp: string | null };
const NO_COOKIES: VerificationCookies = { session: null, device: null, signUp: null };

/**
 * Verifies the address. A token works exactly once. In the browser that signed up, also opens and returns a session, so
 * that the user need not type the password again, unless the user is blocked or has two-factor; otherwise returns null.
 * The session does not count as a fresh login (docs/decisions/0034). Throws `invalid` for any other token, and
 * `rate_limited`.
 */
export async function verifyEmail(
  ctx: Context,
  { email, token }: VerifyEmailInput,
  cookies: VerificationCookies = NO_COOKIES,
): Promise<(LogInOutcome & { status: 'ok' }) | null> {
  await consumeLimit('email_link_address', ctx.ip ?? '');
  return transaction(ctx, async (tx) => {
    // Same lock order as a block: first the user, then the link.
    await tx.db.$queryRaw`SELECT 1 FROM users WHERE email = ${email} FOR NO KEY UPDATE`;
    const link = await consumeOneTimeToken(tx.db, 'verify_email', email, token, ctx.now);
    if (!link)
      throw new DomainError('invalid', 'This verification link is invalid or has expired. Please request a new one.');
    const user = await tx.db.user.update({
      where: { email },
      data: { emailVerifiedAt: ctx.now },
      select: { ...loginColumns(cookies.device, ctx.now), blockedAt: true, totpEnabledAt: true },
    });
    await recordAudit(tx, 'user.email_verified', user.id);
    if (user.blockedAt || user.totpEnabledAt || !isItsBrowser(link, cookies.signUp, ctx.now)) return null;
    return startLogin(tx, user, ['pwd'], cookies, notFreshAt(ctx.now));
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

/** Mails a new link, which voids the older link. Without `browser`, the browser of the sign-up stays as it is. */
export async function queueVerification(
  ctx: Context,
  user: { id: string; email: string },
  returnUrl: string | undefined,
  browser?: SignUpBrowser,
): Promise<void> {
  const token = await createOneTimeToken(ctx.db, 'verify_email', user, ctx.now, browser);
  const url = absoluteUrl(paths.verifyEmail({ email: user.email, token, return_url: returnUrl }));
  await queueMail(ctx, user.email, 'verify_email', { url });
}

function isItsBrowser(link: { [K in keyof SignUpBrowser]: SignUpBrowser[K] | null }, token: string | null, now: Date) {
  const { browserTokenHash: hash, browserExpiresAt: end } = link;
  return token !== null && hash !== null && end !== null && end > now && equalInConstantTime(hash, sha256(token));
}
